"""Several drafts of one turn handed in beside each other: what the turn says is said of one of them, by its number."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.api_client import ApiClient
from tests.verdicts import an_attempt, decided_as, halted_by
from validation.desk.actions import rulings
from validation.desk.actions.rulings import RulingText
from validation.domain.intervention import Ruling
from validation.models import Attempt, Intervention, Turn

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
NOW = timezone.now()
TEXT = RulingText(message="Sorry.")


def beside(count: int = 2) -> list[Attempt]:
    return [an_attempt(draft=f"Draft {number}.") for number in range(1, count + 1)]


def shown(api: ApiClient) -> dict[str, Any]:
    turn: dict[str, Any] = api.get("/turns/turn_1").json()
    return turn


def said(api: ApiClient) -> tuple[Any, ...]:
    turn = shown(api)
    return turn["last_route"], turn["last_route_attempt"], turn["undecided"], turn["send"], turn["send_attempt_id"]


def rule(attempt: Attempt, ruling: Ruling) -> None:
    work = Intervention.objects.get(occurrences__subject_id=str(attempt.pk))
    rulings.rule(intervention_id=work.pk, ruling=ruling, by="rita", now=NOW, text=TEXT, subject_id=str(attempt.pk))
    rulings.finalize_due(now=NOW + timedelta(minutes=1))


def test_a_turn_without_a_decision_names_no_attempt(api: ApiClient) -> None:
    beside()
    assert said(api) == (None, None, 2, "nothing", None)


def test_an_approval_is_of_its_draft_and_says_that_another_is_undecided(api: ApiClient) -> None:
    first, _ = beside()
    decided_as("APPROVE", first)
    assert said(api) == ("APPROVE", 1, 1, "nothing", None)


def test_a_fail_that_follows_an_approval_sends_nothing(api: ApiClient) -> None:
    first, second = beside()
    decided_as("APPROVE", first)
    decided_as("FAIL", second)
    assert said(api) == ("FAIL", 2, 0, "nothing", None)


def test_what_a_turn_sends_is_the_draft_of_a_named_attempt(api: ApiClient) -> None:
    first, second = beside()
    decided_as("REVISE", first)
    decided_as("APPROVE", second)
    assert said(api) == ("APPROVE", 2, 0, "draft", str(second.pk))


def test_a_list_names_the_attempt_of_each_route(api: ApiClient) -> None:
    first, _ = beside()
    decided_as("APPROVE", first)
    an_attempt("turn_2")
    items = api.get("/turns").json()["items"]
    assert {item["turn_id"]: (item["last_route"], item["last_route_attempt"]) for item in items} == {
        "turn_1": ("APPROVE", 1),
        "turn_2": (None, None),
    }


@pytest.mark.parametrize("ruling", [Ruling.APPROVE, Ruling.CONFIRM_FAIL])
def test_a_ruling_on_the_last_attempt_with_a_route_is_the_turns(api: ApiClient, ruling: Ruling) -> None:
    first, _ = beside()
    halted_by("judge_refused", first)
    rule(first, ruling)
    route = {Ruling.APPROVE: "APPROVE", Ruling.CONFIRM_FAIL: "FAIL"}[ruling]
    assert said(api)[:3] == (route, 1, 1)


def test_a_ruling_on_an_earlier_attempt_leaves_the_turn_to_the_later_one(api: ApiClient) -> None:
    first, second = beside()
    halted_by("judge_refused", first)
    decided_as("REVISE", second)
    rule(first, Ruling.APPROVE)
    assert (Turn.objects.get().last_route, said(api)[1]) == ("REVISE", 2)
