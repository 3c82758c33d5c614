"""What the lists and the loop of a turn say of attempts that a person ruled on."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests import factories
from tests.clients.rulings import expire_now, rule_now
from tests.desk.people import work_on
from tests.verdicts import decided_as, failed, halted_by
from validation.domain.attempt import Route
from validation.domain.intervention import Ruling
from validation.domain.verdict import Decision
from validation.models import Attempt
from validation.templatetags.look import attempt_chip

pytestmark = pytest.mark.django_db


def ruled(attempt: Attempt, ruling: Ruling, **text: str) -> Attempt:
    rule_now(str(work_on(attempt).pk), ruling, **text)
    attempt.refresh_from_db()
    return attempt


def limited(turn_id: str) -> Attempt:
    """REVISE, and no revision left."""
    made = factories.attempt(factories.turn(turn_id))
    factories.decide(made, Route.FAIL, decision=Decision.REVISE)
    return made


def title(attempt: Attempt) -> str:
    return "".join(re.findall(r'title="([^"]*)"', attempt_chip(attempt)))


def sent_back(attempt: Attempt) -> Attempt:
    attempt.ruling, attempt.route = factories.final_ruling(attempt, "revise"), Route.REVISE
    return attempt


def test_a_chip_says_how_the_route_came_about() -> None:
    assert [
        title(decided_as("APPROVE")),
        title(limited("turn_limited")),
        title(ruled(failed("turn_failed"), Ruling.APPROVE)),
        title(ruled(halted_by("judge_truncated", turn_id="turn_halted"), Ruling.APPROVE)),
        title(sent_back(limited("turn_granted"))),
    ] == [
        "",
        "decided REVISE, then a limit",
        "decided FAIL; a person ruled",
        "a person ruled",
        "decided REVISE, then a limit; a person ruled",
    ]


@pytest.mark.parametrize(("ruling", "marked"), [(None, False), (Ruling.APPROVE, True), (Ruling.CONFIRM_FAIL, True)])
def test_only_what_a_person_decided_has_the_sign_of_a_person(ruling: Ruling | None, marked: bool) -> None:
    attempt = ruled(failed(), ruling, message="Sorry.") if ruling else failed()
    assert ("by a person" in attempt_chip(attempt)) is marked


@pytest.mark.parametrize(("address", "begins"), [("/attempts/", "<tbody>"), ("/turns/{turn}/", 'class="flow"')])
def test_a_halt_that_a_person_approved_does_not_give_its_cause_as_the_reason(
    viewer: Client, address: str, begins: str
) -> None:
    def shown(attempt: Attempt) -> str:
        return viewer.get(address.format(turn=attempt.turn_id)).text.partition(begins)[2].lower()

    attempt = halted_by("judge_truncated")
    assert "judge truncated" in shown(attempt)
    ruled(attempt, Ruling.APPROVE)
    assert "judge truncated" not in shown(attempt)


def end_of_loop(client: Client, attempt: Attempt) -> str:
    nodes = re.findall(r'<span class="flow-node">(.*?)</span>', client.get(f"/turns/{attempt.turn_id}/").text, re.S)
    return re.sub(r"<svg.*?</svg>", "", nodes[-1], flags=re.S).strip()


def test_a_failed_turn_is_at_the_review_desk_until_somebody_rules_or_nobody_did_in_time(viewer: Client) -> None:
    open_one, confirmed, dismissed, expired = (failed(f"turn_{number}") for number in range(4))
    ruled(confirmed, Ruling.CONFIRM_FAIL, message="Sorry.")
    ruled(dismissed, Ruling.DISMISS)
    assert [end_of_loop(viewer, one) for one in (open_one, confirmed, dismissed)] == [
        "Review desk", "Closed: failed", "Closed: failed",
    ]  # fmt: skip
    expire_now()
    assert end_of_loop(viewer, expired) == "Closed: failed"


def test_a_halted_turn_waits_for_a_person_until_its_halt_is_dismissed(viewer: Client) -> None:
    attempt = halted_by("judge_truncated")
    assert end_of_loop(viewer, attempt) == "Waits for a person"
    ruled(attempt, Ruling.DISMISS)
    assert end_of_loop(viewer, attempt) == "Closed: not judged"
