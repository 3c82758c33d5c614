from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests import factories
from validation.domain.attempt import Route
from validation.domain.claim import ClaimState
from validation.models import Attempt
from validation.response.queries.blast_radius import blast_radius
from validation.trust.actions.draws import draw_by_hand

pytestmark = pytest.mark.django_db
CONTEXT = "## 0. User Query\nhow wide?\n\n## 4. Execution\n- The gate is 90 cm wide\n"
SAID = "The gate is 90 cm wide."
URL = "https://doors.example/gate"


def resting_on(turn_id: str, url: str | None = URL, *, route: Route = Route.APPROVE, ref: str = "") -> Attempt:
    made = factories.attempt(factories.turn(turn_id), response_md=SAID, context_md=CONTEXT)
    link = factories.link(CONTEXT, "The gate is 90 cm wide", ref=ref, url=url)
    factories.claim(factories.decide(made, route), SAID, ClaimState.SUPPORTED, link)
    return made


def shared(attempt: Attempt) -> list[str]:
    radius = blast_radius(attempt.pk)
    assert radius is not None
    return [one.turn.turn_id for one, _ in radius.approvals]


def test_approvals_on_the_same_source_are_named() -> None:
    resting_on("other", "https://doors.example/door")
    resting_on("same")
    assert shared(resting_on("here", route=Route.FAIL)) == ["same"]


def test_what_was_not_approved_is_left_out() -> None:
    resting_on("sent-back", route=Route.REVISE)
    assert shared(resting_on("here", route=Route.FAIL)) == []


@pytest.mark.parametrize(("ref", "found"), [("memory:gate", ["same"]), ("t1.r1", [])])
def test_a_reference_counts_only_when_it_means_the_same_everywhere(ref: str, found: list[str]) -> None:
    resting_on("same", None, ref=ref)
    assert shared(resting_on("here", None, ref=ref, route=Route.FAIL)) == found


def test_it_takes_a_fixed_number_of_statements(viewer: Client, django_assert_max_num_queries: Any) -> None:
    here = resting_on("here", route=Route.FAIL)
    for number in range(12):
        resting_on(f"same_{number}")
    with django_assert_max_num_queries(12):
        assert "same_3" in viewer.get(f"/attempts/{here.pk}/touches/").text


def test_an_approval_that_the_reader_judges_blind_is_neither_named_nor_compared(viewer: Client) -> None:
    here, asked = resting_on("here", route=Route.FAIL), resting_on("asked")
    draw_by_hand(attempt_id=asked.pk, pipeline=None, by="anna", now=timezone.now())
    page = viewer.get(f"/attempts/{here.pk}/touches/").text
    assert "asked" not in page.split("Approvals on the same evidence")[1].split("What cites")[0]
    assert "0 approvals of the pipeline compared" in " ".join(page.split())


def test_an_earlier_approval_of_a_turn_that_is_judged_blind_is_not_named_either(viewer: Client) -> None:
    here, first = resting_on("here", route=Route.FAIL), resting_on("asked")
    second = factories.attempt(first.turn)
    factories.decide(second, Route.REVISE)
    draw_by_hand(attempt_id=second.pk, pipeline=None, by="anna", now=timezone.now())
    assert str(first.pk) not in viewer.get(f"/attempts/{here.pk}/touches/").text


def test_the_desk_gets_the_part_alone(viewer: Client) -> None:
    here = resting_on("here")
    part = viewer.get(f"/attempts/{here.pk}/touches/", headers={"HX-Request": "true", "HX-Target": "blast-radius"}).text
    assert "What cites here" in part
    assert "<html" not in part
