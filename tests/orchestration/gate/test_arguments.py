"""Arguments against a declared schema."""

from __future__ import annotations

import pytest

from validation.domain.errors import InputRejected
from validation.orchestration.gate.arguments import check_arguments, check_flag_syntax, read_schema

IMPLEMENT = read_schema(
    {
        "positional": [
            {"name": "task_number", "type": "integer"},
            {"name": "note", "required": False, "rest": True},
        ],
        "flags": [
            {"name": "--force"},
            {"name": "--phase", "type": "integer"},
            {"name": "--ratio", "type": "number"},
            {"name": "--mode", "type": "string", "choices": ["fast", "careful"]},
        ],
    }
)
STRICT = read_schema({"flags": [{"name": "--reason", "type": "string", "required": True}]})


def told(*arguments, schema=IMPLEMENT):
    return [(error.code.value, error.field) for error in check_arguments("implement", arguments, schema)]


@pytest.mark.parametrize(
    "arguments",
    [
        ("12",),
        ("12", "--force"),
        ("--force", "12"),
        ("12", "--phase", "2"),
        ("12", "--phase=2"),
        ("-3",),
        ("12", "--phase", "-2"),
        ("12", "--ratio=0.5", "--mode=fast"),
        ("12", "any", "words", "after", "it"),
        ("12", "--", "--not-a-flag"),
    ],
)
def test_declared_arguments_pass(arguments):
    assert told(*arguments) == []


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((), ("argument_missing", "task_number")),
        (("twelve",), ("argument_type", "task_number")),
        (("1.5",), ("argument_type", "task_number")),
        (("12", "--phase", "two"), ("argument_type", "--phase")),
        (("12", "--phase="), ("argument_type", "--phase")),
        (("12", "--mode=slow"), ("argument_type", "--mode")),
        (("12", "--phase"), ("flag_syntax", "--phase")),
        (("12", "--phase", "--force"), ("flag_syntax", "--phase")),
        (("12", "--force=yes"), ("flag_syntax", "--force")),
        (("12", "--force", "--force"), ("flag_syntax", "--force")),
        (("12", "--forse"), ("flag_syntax", "--forse")),
        (("12", "---force"), ("flag_syntax", "---force")),
        (("12", "--Fo rce"), ("flag_syntax", "--Fo rce")),
    ],
)
def test_each_violation_has_its_code_and_field(arguments, expected):
    assert told(*arguments) == [expected]


def test_a_misspelt_flag_is_told_the_right_one():
    (error,) = check_arguments("implement", ("12", "--forse"), IMPLEMENT)
    assert error.message == 'Flag "--forse" is unknown; did you mean --force?'


def test_a_required_flag_is_missed():
    assert told(schema=STRICT) == [("argument_missing", "--reason")]


def test_one_argument_too_many_is_refused_where_none_takes_the_rest():
    assert told("x", "--reason=y", schema=STRICT) == [("argument_type", "arguments")]


def test_a_wrong_type_names_what_would_be_right():
    (error,) = check_arguments("implement", ("twelve",), IMPLEMENT)
    assert error.message == 'task_number must be an integer, not "twelve".'


def test_without_a_schema_only_the_form_of_flags_is_judged():
    assert [error.field for error in check_flag_syntax(("x", "--any=1", "-v", "--1", "--", "---z"))] == ["--1"]


@pytest.mark.parametrize(
    "schema",
    [
        None,
        [],
        {"flag": []},
        {"flags": {}},
        {"flags": [{"name": "force"}]},
        {"positional": [{"name": "--force"}]},
        {"positional": [{"name": "n", "type": "date"}]},
        {"positional": [{"name": "n"}, {"name": "n"}]},
        {"positional": [{"name": "a", "rest": True}, {"name": "b"}]},
        {"positional": [{"name": ""}]},
        {"positional": [{"name": "n", "required": "yes"}]},
        {"flags": [{"name": "--f", "choices": [1]}]},
        {"requires_task": 1},
    ],
)
def test_a_broken_schema_is_the_declarers_mistake(schema):
    with pytest.raises(InputRejected) as caught:
        read_schema(schema)
    assert caught.value.code == "schema_invalid"
