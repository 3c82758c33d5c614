"""Loop limits over every sequence of REVISE and RETRY (spec 1, section 7; DESIGN, section 5: Loop limits)."""

from __future__ import annotations

from itertools import product

import pytest

from validation.domain.attempt import Route
from validation.domain.decisions.loop import Counters, route_of
from validation.domain.policy import ResponsePolicy
from validation.domain.verdict import Decision

DEFAULTS = ResponsePolicy()


def routes(decisions: str, policy: ResponsePolicy = DEFAULTS) -> str:
    """`V` is REVISE, `T` is RETRY, `A` approve, `F` fail, in and out."""
    named = {"V": Decision.REVISE, "T": Decision.RETRY, "A": Decision.APPROVE, "F": Decision.FAIL}
    letters = {Route.REVISE: "V", Route.RETRY: "T", Route.APPROVE: "A", Route.FAIL: "F"}
    revise = retry = 0
    out = ""
    for letter in decisions:
        route = route_of(named[letter], Counters(revise, retry), policy).route
        revise += route is Route.REVISE
        retry += route is Route.RETRY
        out += letters[route]
    return out


@pytest.mark.parametrize(
    ("decisions", "expected"),
    [
        ("A", "A"),
        ("F", "F"),
        ("VA", "VA"),
        ("VVV", "VVF"),
        ("TT", "TF"),
        ("VVTA", "VVTA"),
        ("VVTV", "VVTF"),
        ("VVTT", "VVTF"),
        ("VTVA", "VTVA"),
        ("VTVV", "VTVF"),
        ("TVVV", "TVVF"),
        ("TVTV", "TVFV"),
    ],
)
def test_a_sequence_is_routed(decisions: str, expected: str) -> None:
    assert routes(decisions) == expected


@pytest.mark.parametrize("decisions", ["".join(letters) for letters in product("VT", repeat=4)])
def test_no_sequence_exceeds_a_limit(decisions: str) -> None:
    out = routes(decisions)
    assert out.count("V") <= 2
    assert out.count("T") <= 1
    assert len(out.replace("F", "")) <= 3


@pytest.mark.parametrize("decisions", ["".join(letters) for letters in product("VT", repeat=4)])
def test_the_fourth_loop_always_fails(decisions: str) -> None:
    assert "F" in routes(decisions)


def test_a_retry_does_not_reset_the_revise_counter() -> None:
    assert routes("VTVV") == "VTVF"


def test_a_limit_of_zero_fails_at_once() -> None:
    assert routes("V", ResponsePolicy(revise_limit=0, retry_limit=1, total_limit=1)) == "F"


def test_the_total_limit_holds_by_itself() -> None:
    assert routes("VVT", ResponsePolicy(revise_limit=2, retry_limit=1, total_limit=2)) == "VVF"


def test_a_limit_names_itself() -> None:
    assert route_of(Decision.REVISE, Counters(2, 0), DEFAULTS).limit == "Both revisions are used."
