"""docs/cli.md against the commands themselves: each is there with its help, all its options and examples that parse."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class
from django.core.management.base import BaseCommand

from validation.domain.trust.gold import GoldLine, read_gold

OURS = ("config", "validation", "beliefs", "retrieval", "evals")
COMMANDS = {name: app for name, app in get_commands().items() if str(app).split(".")[0] in OURS}
PAGE = (Path(__file__).parents[2] / "docs" / "cli.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^### (\w+)\n(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL))
SAID_ONCE = {"--json"}
"""What the top of the page says for all."""


def command_of(name: str) -> BaseCommand:
    app = COMMANDS[name]
    return app if isinstance(app, BaseCommand) else load_command_class(app, name)


def test_every_command_has_its_place() -> None:
    assert set(SECTIONS) == set(COMMANDS)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_section_is_what_help_says(name: str) -> None:
    command, section = command_of(name), SECTIONS[name]
    assert section.strip().startswith(command.help)
    common = {option for action in BaseCommand().create_parser("", "")._actions for option in action.option_strings}
    actions = command.create_parser("", name)._actions
    own = {option for action in actions for option in action.option_strings}
    assert own - common - SAID_ONCE - set(re.findall(r"--[a-z-]+", section)) == set()
    assert [action.dest for action in actions if not action.help] == []


def test_the_line_of_gold_has_every_field() -> None:
    (printed,) = re.findall(r"^printf '%s\\n' '(.*)' > gold", SECTIONS["import_gold"], re.MULTILINE)
    (line,) = read_gold(printed)
    assert line.model_fields_set == set(GoldLine.model_fields)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_its_examples_are_understood(name: str) -> None:
    lines = re.findall(r"^.*manage\.py (.+)$", SECTIONS[name], re.MULTILINE)
    assert lines
    for line in lines:
        called, *arguments = shlex.split(line)
        assert called == name
        command_of(name).create_parser("manage.py", name).parse_args(arguments)
