"""Checks arguments against the schema that a command declares. Schemas are data:

    {"requires_task": true,
     "positional": [{"name": "task_number", "type": "integer"}, {"name": "note", "type": "string", "required": false,
                     "rest": true}],
     "flags": [{"name": "--force"}, {"name": "--phase", "type": "integer"},
               {"name": "--mode", "type": "string", "choices": ["fast", "careful"], "required": true}]}

Types are integer, number, string and boolean. Positional arguments are required by default, flags are not. A boolean
flag takes no value; others take one, as `--phase 2` or `--phase=2`. `--` ends the flags.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool, StrictStr, ValidationInfo, field_validator
from rapidfuzz import process

from validation.domain.codes.problems import ProblemCode
from validation.domain.codes.reading import read_document
from validation.domain.policy_types import Section
from validation.domain.text.shown import shown
from validation.orchestration.gate.result import ErrorCode, GateError, listed

Kind = Literal["integer", "number", "string", "boolean"]
_TYPES: dict[Kind, re.Pattern[str]] = {
    "integer": re.compile(r"[+-]?[0-9]{1,18}"),
    "number": re.compile(r"[+-]?[0-9]{1,18}(?:\.[0-9]{1,18})?"),
    "boolean": re.compile(r"true|false"),
    "string": re.compile(r"(?s).*"),
}
_ARTICLE = {"integer": "an integer", "number": "a number", "boolean": "true or false", "string": "a text"}
_FLAG_NAME = re.compile(r"--?[A-Za-z][A-Za-z0-9_-]{0,63}")
_NEGATIVE = re.compile(r"-[0-9]")
_CLOSE = 70
_MOST_ERRORS = 20


class Parameter(Section):
    """A positional argument; `rest` takes all that follow."""

    name: Annotated[StrictStr, Field(min_length=1, max_length=64)]
    type: Kind = "string"
    required: StrictBool = True
    rest: StrictBool = False
    choices: Annotated[tuple[StrictStr, ...], Field(fail_fast=True)] = ()


class Flag(Parameter):
    type: Kind = "boolean"
    required: StrictBool = False


class CommandSchema(Section):
    positional: Annotated[tuple[Parameter, ...], Field(fail_fast=True)] = ()
    flags: Annotated[tuple[Flag, ...], Field(fail_fast=True)] = ()
    requires_task: StrictBool = False

    @field_validator("positional", "flags")
    @classmethod
    def _go_together(cls, parameters: tuple[Parameter, ...], info: ValidationInfo) -> tuple[Parameter, ...]:
        names, are_flags = [parameter.name for parameter in parameters], info.field_name == "flags"
        if any(bool(_FLAG_NAME.fullmatch(name)) != are_flags for name in names):
            raise ValueError("a flag is named like `--force`, a positional without dashes")
        if len(set(names)) < len(names):
            raise ValueError("each name is declared once")
        if not are_flags and any(parameter.rest for parameter in parameters[:-1]):
            raise ValueError("only the last positional argument can take the rest")
        return parameters


class _Declaration(Section):
    """Wraps the schema, so that errors name fields by their path in a preflight."""

    declared: CommandSchema = Field(alias="schema")


def read_schema(document: Any) -> CommandSchema:
    """Raises InputRejected `schema_invalid`, which names each invalid field: a broken schema is the error of the
    command's author, not of the caller."""
    read = read_document(_Declaration, {"schema": document}, ProblemCode.SCHEMA_INVALID, whole="schema", own=_MESSAGES)
    return read.declared


_MESSAGES = {
    "extra_forbidden": f"is unknown; use {', '.join((*CommandSchema.model_fields, *Parameter.model_fields))}",
    "missing": "fill this in",
    "string_too_short": "a name of 1 to 64 characters is expected",
}


def check_arguments(command: str, arguments: tuple[str, ...], schema: CommandSchema) -> tuple[GateError, ...]:
    """The first 20 violations in the order of the arguments, then the missing arguments."""
    parsed = _Parsed(command, schema)
    parsed.read(list(arguments))
    return (*parsed.errors, *parsed.missing())


def check_flag_syntax(arguments: tuple[str, ...]) -> tuple[GateError, ...]:
    """Checks the syntax of flags, which is all that can be checked without a schema."""
    flags = (argument for argument in _before_double_dash(arguments) if _is_flag(argument))
    bad = (_bad_flag(flag) for flag in flags if not _FLAG_NAME.fullmatch(flag.partition("=")[0]))
    return tuple(islice(bad, _MOST_ERRORS))


class _Parsed:
    """Parses the arguments in one pass."""

    def __init__(self, command: str, schema: CommandSchema) -> None:
        self.command = command
        self.schema = schema
        self.flags = {flag.name: flag for flag in schema.flags}
        self.given: set[str] = set()
        self.errors: list[GateError] = []
        self.places = 0

    def read(self, arguments: list[str]) -> None:
        place = 0
        only_positional = False
        while place < len(arguments) and len(self.errors) < _MOST_ERRORS:
            argument = arguments[place]
            place += 1
            if only_positional or not _is_flag(argument):
                self._positional(argument)
            elif argument == "--":
                only_positional = True
            else:
                following = arguments[place] if place < len(arguments) else None
                place += self._flag(argument, following)

    def missing(self) -> Iterator[GateError]:
        for parameter in (*self.schema.positional, *self.schema.flags):
            if parameter.required and parameter.name not in self.given:
                name, expected = parameter.name, _expected(parameter)
                yield ErrorCode.ARGUMENT_MISSING.error(
                    name, "argument", command=shown(self.command), name=name, expected=expected
                )

    def _positional(self, argument: str) -> None:
        declared = self.schema.positional
        if self.places < len(declared):
            parameter = declared[self.places]
            self.places += 0 if parameter.rest else 1
            self._value(parameter, argument)
        elif not any(parameter.rest for parameter in declared):
            names = listed([parameter.name for parameter in declared]) or "no positional argument"
            too_many = ErrorCode.ARGUMENT_TYPE.error(
                "arguments", "too_many", value=shown(argument), command=shown(self.command), names=names
            )
            self.errors.append(too_many)

    def _flag(self, argument: str, following: str | None) -> int:
        """Returns how many of the following arguments belong to the flag: 0 or 1."""
        name, equals, value = argument.partition("=")
        flag = self.flags.get(name)
        if flag is None:
            self.errors.append(self._unknown(name))
            return 0
        if name in self.given:
            self._wrong_flag(name, "repeated")
        self.given.add(name)
        if flag.type == "boolean":
            if equals:
                self._wrong_flag(name, "takes_none")
            return 0
        if equals:
            self._value(flag, value)
            return 0
        return self._following_value(flag, following)

    def _following_value(self, flag: Flag, following: str | None) -> int:
        if following is None or _is_flag(following):
            self._wrong_flag(flag.name, "needs_value", expected=_expected(flag))
            return 0
        self._value(flag, following)
        return 1

    def _value(self, parameter: Parameter, value: str) -> None:
        self.given.add(parameter.name)
        wrong_choice = parameter.choices and value not in parameter.choices
        if wrong_choice or not _TYPES[parameter.type].fullmatch(value):
            name, expected = parameter.name, _expected(parameter)
            wrong = ErrorCode.ARGUMENT_TYPE.error(name, "value", name=name, expected=expected, value=shown(value))
            self.errors.append(wrong)

    def _unknown(self, name: str) -> GateError:
        if not _FLAG_NAME.fullmatch(name):
            return _bad_flag(name)
        close = process.extractOne(name[:64], list(self.flags), score_cutoff=_CLOSE)
        if close:
            return ErrorCode.FLAG_SYNTAX.error(name[:64], "misspelt", flag=shown(name), close=close[0])
        known = listed(sorted(self.flags)[:20]) or "no flags"
        command = shown(self.command)
        return ErrorCode.FLAG_SYNTAX.error(name[:64], "unknown", flag=shown(name), command=command, known=known)

    def _wrong_flag(self, name: str, wording: str, **fields: str) -> None:
        self.errors.append(ErrorCode.FLAG_SYNTAX.error(name, wording, flag=name, **fields))


def _expected(parameter: Parameter) -> str:
    if parameter.choices:
        return f"one of {listed([shown(choice) for choice in parameter.choices[:20]], joined='or')}"
    return _ARTICLE[parameter.type]


def _is_flag(argument: str) -> bool:
    return argument.startswith("-") and argument != "-" and not _NEGATIVE.match(argument)


def _bad_flag(flag: str) -> GateError:
    return ErrorCode.FLAG_SYNTAX.error(flag[:64], "malformed", flag=shown(flag))


def _before_double_dash(arguments: tuple[str, ...]) -> tuple[str, ...]:
    return arguments[: arguments.index("--")] if "--" in arguments else arguments
