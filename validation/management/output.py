"""What every command shares: a readable table or JSON, and three exit codes (API.md, Shell)."""

from __future__ import annotations

import json
import sys
from typing import IO, Any, NoReturn, cast

from django.core.management.base import BaseCommand, CommandParser
from django.core.serializers.json import DjangoJSONEncoder
from rich.console import Console
from rich.table import Table
from rich.text import Text

from validation.domain.errors import DomainError

PASSED, NOT_PASSED, BAD_INPUT = 0, 1, 2


class GateCommand(BaseCommand):
    """Subclasses write `run`, which returns the result as data and whether it passed, and `show`, which prints for
    people what is no `halt`. Bad input is one line on stderr and exit code 2."""

    requires_system_checks = ()  # they import every page and the API: a fifth of the time that a command takes

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.add_argument("--json", action="store_true", dest="as_json", help="print JSON instead of a table")
        return parser

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            result, passed = self.run(**options)
        except DomainError as error:
            bad_input(error.detail)
        console = Console(file=cast(IO[str], self.stdout._out), highlight=False)
        if options["as_json"]:
            self.stdout.write(json.dumps(result, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2))
        elif isinstance(result, dict) and (halt := result.get("halt")):
            console.print(Text.assemble(("HALTED", "bold magenta"), f" {halt['cause']}: {halt['message']}"))
        else:
            self.show(result, console)
        if not passed:
            sys.exit(NOT_PASSED)

    def run(self, *_args: Any, **_options: Any) -> tuple[Any, bool]:
        raise NotImplementedError

    def show(self, result: Any, console: Console) -> None:
        raise NotImplementedError


def bad_input(message: str) -> NoReturn:
    print(message, file=sys.stderr)
    sys.exit(BAD_INPUT)


def read_text(path: Any) -> str:
    """UTF-8 text of a file with its own line ends, without a byte-order mark. Bad input when it is missing, no text, or
    holds a NUL character."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        bad_input(f"{path} cannot be read: {error.strerror}.")
    except UnicodeDecodeError:
        bad_input(f"{path} is not UTF-8 text.")
    if "\x00" in text:
        bad_input(f"{path} holds a NUL character; remove it.")
    return str(text)


def read_json(path: Any) -> Any:
    """Bad input when it is no JSON, or holds what no text can hold."""
    try:
        document = json.loads(read_text(path))
        json.dumps(document, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        bad_input(f"{path} holds half of a surrogate pair; send valid Unicode.")
    except (ValueError, RecursionError) as error:
        bad_input(f"{path} is not valid JSON: {error}.")
    return document


def show_errors(errors: list[dict[str, str]], console: Console) -> None:
    """Of a preflight or a return."""
    if not errors:
        return
    table = Table("rule", "field", "what is wrong, and what would be right", show_edge=False)
    for error in errors:
        table.add_row(str(error["code"]), Text(error["field"]), Text(error["message"]))
    console.print(table)
