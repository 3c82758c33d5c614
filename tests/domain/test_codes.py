"""Every code, every sentence of one and every place in a sentence: declared, used, and filled where it is given."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from string import Formatter

import pytest

from retrieval.domain.result import RetrievalFindingCode
from validation.domain.codes.code import Code
from validation.domain.codes.findings import FindingCode
from validation.domain.codes.problems import ProblemCode
from validation.domain.errors import FieldError
from validation.domain.event import EventType
from validation.domain.halt import HaltCause
from validation.orchestration.gate.result import ErrorCode
from validation.query_analysis.gate.result import RuleCode

ROOT = Path(__file__).resolve().parents[2]
SOURCES = {
    path: path.read_text()
    for name in ("config", "evals", "validation", "beliefs", "retrieval")
    for path in (ROOT / name).rglob("*.py")
}
KINDS: dict[str, type[Code]] = {
    kind.__name__: kind for kind in (HaltCause, ErrorCode, RuleCode, FindingCode, RetrievalFindingCode, ProblemCode)
}
GIVERS = {"about", "at", "halt", "error", "unless", "rule", "sentence"}
OF_ONE_CODE: dict[str, tuple[Code, frozenset[str]]] = {
    "malformed": (HaltCause.VERDICT_MALFORMED, frozenset()),
    "_malformed": (HaltCause.VERDICT_MALFORMED, frozenset()),
    "_away": (HaltCause.JUDGE_UNAVAILABLE, frozenset()),
    "halt": (HaltCause.VERDICT_INCONSISTENT, frozenset()),
    "_wrong_flag": (ErrorCode.FLAG_SYNTAX, frozenset({"flag"})),
    "comparisons._refused": (ProblemCode.COMPARISON_INVALID, frozenset()),
    "prompts._refused": (ProblemCode.PROMPT_INVALID, frozenset()),
    "rulings._incomplete": (ProblemCode.RULING_INCOMPLETE, frozenset()),
    "store._unusable": (ProblemCode.SOURCE_NAME_INVALID, frozenset()),
    "targets._refused": (ProblemCode.NOTIFICATION_TARGET_INVALID, frozenset()),
}
"""Functions that give a code in the wording they are called with, and the places that they fill themselves. Where
several files have one of the name, the file stands before it."""
NOT_PLACES = {"about", "evidence", "remedy", "claim_id", "severity"}
OF_ERRORS = {"detail", "fields", "field", "status", "retry_after", "moment"}


@dataclass(frozen=True)
class Given:
    """One place of the source where a sentence is given. `fields` is None where they come from a mapping."""

    where: str
    code: Code
    wording: str
    fields: frozenset[str] | None


def _given(path: Path, call: ast.Call) -> Iterator[Given]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    owner = call.func.value if isinstance(call.func, ast.Attribute) else None
    if name == "problem" and call.args:
        name, owner = "error", call.args[0]
    if name in GIVERS and isinstance(owner, ast.Attribute) and getattr(owner.value, "id", "") in KINDS:
        code, filled = KINDS[owner.value.id][owner.attr], frozenset[str]()
    elif (key := name if name in OF_ONE_CODE else f"{path.stem}.{name}") in OF_ONE_CODE and _is_self(owner):
        code, filled = OF_ONE_CODE[key]
    else:
        return
    words = [node.value for one in call.args for node in _choices(one) if isinstance(node, ast.Constant)]
    starred = any(keyword.arg is None for keyword in call.keywords)
    named = {keyword.arg for keyword in call.keywords if keyword.arg}
    starred = starred or "detail" in named
    fields = filled | named - (OF_ERRORS if isinstance(code, ProblemCode) else NOT_PLACES)
    for wording in [word for word in words if word in code.wordings] or [""]:
        yield Given(f"{path.name}:{call.lineno}", code, str(wording), None if starred else fields)


def _is_self(owner: ast.expr | None) -> bool:
    return getattr(owner, "id", "self") == "self"


def _choices(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.IfExp):
        yield from (*_choices(node.body), *_choices(node.orelse))
    else:
        yield node


def _places(sentence: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(sentence) if name)


def _asked(given: Given) -> frozenset[str]:
    sentence = given.code.wordings[given.wording] if given.wording else given.code.meaning
    return _places(sentence) | (_places(given.code.next_step) if isinstance(given.code, RuleCode) else frozenset())


def test_every_place_of_a_sentence_is_filled_where_it_is_given() -> None:
    # No parameters: to find them, each process of the suite would parse all of the product.
    found = [
        given
        for path, text in SOURCES.items()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
        for given in _given(path, node)
    ]
    assert len(found) > 300
    wrong = [one for one in found if one.fields is not None and one.fields != _asked(one)]
    assert not wrong, [f"{one.where} {one.code}: fills {one.fields}, asked {_asked(one)}" for one in wrong]


@pytest.mark.parametrize("kind", [*KINDS.values(), EventType])
def test_every_code_is_used(kind: type[Code]) -> None:
    texts = "".join(SOURCES.values())
    assert [code.name for code in kind if f"{kind.__name__}.{code.name}" not in texts] == []


@pytest.mark.parametrize("kind", KINDS.values())
def test_every_wording_is_used(kind: type[Code]) -> None:
    declared = Path(__import__(kind.__module__, fromlist=["_"]).__file__)
    texts = "".join(text for path, text in SOURCES.items() if path != declared)
    assert [f"{code}: {name}" for code in kind for name in code.wordings if f'"{name}"' not in texts] == []


@pytest.mark.parametrize(("count", "said", "more"), [(1, 1, ""), (5, 5, ""), (7, 5, " (and 2 more)")])
def test_a_document_at_fault_names_its_first_faults(count: int, said: int, more: str) -> None:
    fields = tuple(FieldError(f"a.{at}", "no number") for at in range(count))
    error = ProblemCode.POLICY_INVALID.of_fields(fields, count)
    named = "; ".join(f"a.{at}: no number" for at in range(said))
    assert (error.detail, error.fields) == (f"The policy cannot be used: {named}{more}.", fields)


def test_a_problem_is_said_in_twenty_words() -> None:
    sentences = [sentence for code in ProblemCode for sentence in (code.meaning, *code.wordings.values())]
    assert [one for one in sentences if len(one.split()) > 20] == []


@pytest.mark.parametrize("kind", [*KINDS.values(), EventType])
def test_every_sentence_ends(kind: type[Code]) -> None:
    sentences = [sentence for code in kind for sentence in (code.meaning, code.next_step, *code.wordings.values())]
    assert [one for one in sentences if one and not one.endswith((".", "?", "}"))] == []
