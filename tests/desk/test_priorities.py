from __future__ import annotations

import pytest

from validation.domain.decisions.loop import split_limit
from validation.domain.halt import HaltCause
from validation.domain.intervention import Kind, Priority, halt_priority
from validation.models import Intervention
from validation.templatetags.desk import MEANINGS, actor_words, next_step, why_priority


@pytest.mark.parametrize("cause", HaltCause)
def test_every_cause_of_a_halt_says_why_it_has_its_priority(cause: HaltCause) -> None:
    told = why_priority(Intervention(priority=halt_priority(cause), kind=Kind.HALT, cause=cause))
    assert told not in dict(MEANINGS).values() or cause is HaltCause.JUDGE_UNAVAILABLE


@pytest.mark.parametrize("cause", HaltCause)
def test_every_cause_of_a_halt_says_what_to_do(cause: HaltCause) -> None:
    assert next_step(Intervention(priority=halt_priority(cause), kind=Kind.HALT, cause=cause))


def test_what_halted_because_its_workers_died_may_be_judged_again() -> None:
    """A judging that a dying worker gave up halts under the cause of a text that cannot be read."""
    work = Intervention(priority=Priority.MEDIUM, kind=Kind.HALT, cause=HaltCause.INPUT_MALFORMED)
    assert next_step(work).startswith("If judging broke off, judge it again.")


def test_the_actor_of_an_activity_is_a_name_and_no_code() -> None:
    assert actor_words("gate:query_analysis") == "query analysis gate"
    assert actor_words("owner") == "owner"


def test_a_raised_priority_says_that_nobody_ruled() -> None:
    work = Intervention(priority=Priority.MEDIUM, kind=Kind.FAIL, escalated=True)
    assert why_priority(work) == "nobody ruled in time, so it was raised"


def test_what_a_rule_brought_is_no_failure_of_the_judge() -> None:
    work = Intervention(priority=Priority.MEDIUM, kind=Kind.WARNING)
    assert why_priority(work) == "a policy asks for a look; no user is waiting"


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.HALT])
def test_every_kind_says_why_it_waits_for_nobody_where_its_priority_is_low(kind: Kind) -> None:
    assert why_priority(Intervention(priority=Priority.LOW, kind=kind)) not in dict(MEANINGS).values()


def test_every_priority_is_explained_in_the_help() -> None:
    assert [priority for priority, _ in MEANINGS] == list(Priority)


@pytest.mark.parametrize(
    ("why", "parts"),
    [
        (
            "Both revisions are used. 5 EUR is wrong.",
            ("Both revisions are used.", "5 EUR is wrong."),
        ),
        ("All 3 loops are used.", ("All 3 loops are used.", "")),
        ("5 EUR is wrong.", ("", "5 EUR is wrong.")),
    ],
)
def test_a_reason_is_told_apart_from_the_limit_before_it(why: str, parts: tuple[str, str]) -> None:
    assert split_limit(why) == parts
