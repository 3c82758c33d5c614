"""`manage.py list_codes`: every code that the product gives, with what it means, as docs/codes.md."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from validation.platform.gates import code_lists

PAGE = Path(__file__).resolve().parents[3] / "docs" / "codes.md"
_HEAD = """# Codes

Every code that a problem of the API, a halt, an event or a finding can have. An instance shows the same at
`/docs/problems/`, where the `type` of a problem leads. Written by `python manage.py list_codes --write`.
"""


def reference() -> str:
    return "\n".join([_HEAD, *_lines()])


def _lines() -> Iterator[str]:
    for one in code_lists():
        yield from (f"## {one.title}", "", "| code | meaning |", "|---|---|")
        for code, meaning in one.codes.items():
            wordings = "".join(f"<br>“{sentence}”" for sentence in one.wordings.get(code, ()))
            yield f"| `{code}` | {meaning}{wordings} |"
        yield ""


class Command(BaseCommand):
    help = "Print every code with what it means."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--write", action="store_true", help="write it into docs/codes.md")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["write"]:
            PAGE.write_text(reference())
        else:
            self.stdout.write(reference())
