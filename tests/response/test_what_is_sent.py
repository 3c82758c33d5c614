"""What a pipeline is told to send: the draft, the edited text, a reviewer's message, or nothing."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.api_client import ApiClient
from tests.desk.people import client_of
from tests.texts import GOOD
from tests.verdicts import decided_as, failed, halted_by
from validation.desk.actions import rulings
from validation.desk.actions.rulings import RulingText
from validation.domain.intervention import Ruling
from validation.models import Attempt, Event, Intervention
from validation.response.actions.judging import rejudge_attempt
from validation.response.queries.attempt_resource import attempt_resource
from validation.response.queries.context_document import context_with_blocks

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
NOW = timezone.now()
EDITED = GOOD.replace("54.90", "49.90")


def ruled(attempt: Attempt, ruling: Ruling, *, settle: bool = True) -> Attempt:
    work = Intervention.objects.get(occurrences__subject_id=str(attempt.pk))
    edited = EDITED if ruling is Ruling.APPROVE_EDITED else ""
    text = RulingText(response_md=edited, hints="Give the price.", message="Sorry.")
    rulings.rule(intervention_id=work.pk, ruling=ruling, by="rita", now=NOW, text=text, subject_id=str(attempt.pk))
    if settle:
        rulings.finalize_due(now=NOW + timedelta(minutes=1))
    return attempt


def told(attempt: Attempt) -> tuple[str, str | None]:
    resource = attempt_resource(attempt.pk)
    return resource["send"], resource["final_response_md"]


def last_event(kind: str) -> dict[str, Any]:
    return dict(json.loads(Event.objects.filter(type=kind).order_by("-pk")[0].data))


@pytest.mark.parametrize(
    ("decision", "expected"), [("APPROVE", "draft"), ("REVISE", "nothing"), ("RETRY", "nothing"), ("FAIL", "nothing")]
)
def test_a_judgement_sends_the_draft_or_nothing(decision: str, expected: str) -> None:
    assert told(decided_as(decision)) == (expected, None)


def test_a_halted_attempt_sends_nothing() -> None:
    assert told(halted_by("judge_timeout")) == ("nothing", None)


@pytest.mark.parametrize(
    ("ruling", "expected"),
    [
        (Ruling.APPROVE, ("draft", None)),
        (Ruling.APPROVE_EDITED, ("final", EDITED)),
        (Ruling.REVISE, ("nothing", None)),
        (Ruling.RETRY, ("nothing", None)),
        (Ruling.CONFIRM_FAIL, ("message", None)),
        (Ruling.DISMISS, ("nothing", None)),
    ],
)
def test_a_final_ruling_says_what_to_send(ruling: Ruling, expected: tuple[str, str | None]) -> None:
    assert told(ruled(failed(), ruling)) == expected


@pytest.mark.parametrize("ruling", list(Ruling))
def test_a_pending_ruling_sends_nothing_yet(ruling: Ruling) -> None:
    assert told(ruled(failed(), ruling, settle=False)) == ("nothing", None)


@pytest.mark.parametrize(("decision", "expected"), [("APPROVE", ("draft", None)), ("REVISE", ("nothing", None))])
def test_a_judgement_that_takes_over_withdraws_the_edited_text(decision: str, expected: tuple[str, str | None]) -> None:
    attempt = ruled(failed(), Ruling.APPROVE_EDITED)
    rejudge_attempt(attempt=attempt, apply=True, by="anna", now=NOW)
    assert told(decided_as(decision, attempt)) == expected


def test_the_event_of_a_ruling_says_what_to_send_on_top() -> None:
    ruled(failed("turn_9"), Ruling.APPROVE_EDITED)
    data = last_event("intervention.ruled")
    assert (data["turn_id"], data["send"], data["final_response_md"]) == ("turn_9", "final", EDITED)


def test_the_event_of_a_group_is_about_the_attempt_that_was_ruled_on() -> None:
    halted_by("judge_timeout", turn_id="turn_1")
    ruled(halted_by("judge_timeout", turn_id="turn_2"), Ruling.APPROVE)
    data = last_event("intervention.ruled")
    assert (data["turn_id"], data["send"], data["attempt"]["turn_id"]) == ("turn_2", "draft", "turn_2")


def test_the_api_says_it_of_attempt_turn_and_intervention(api: ApiClient) -> None:
    attempt = ruled(failed(), Ruling.APPROVE_EDITED)
    work = Intervention.objects.get()
    for path in (f"/attempts/{attempt.pk}", "/turns/turn_1", f"/interventions/{work.pk}"):
        answer = api.get(path).json()
        assert (answer["turn_id"], answer["send"], answer["final_response_md"]) == ("turn_1", "final", EDITED), path


def test_lists_say_what_to_send_without_reading_texts(api: ApiClient, django_assert_max_num_queries: Any) -> None:
    ruled(failed(), Ruling.APPROVE_EDITED)
    with django_assert_max_num_queries(20) as asked:
        items = api.get("/attempts").json()["items"]
    assert [item["send"] for item in items] == ["final"]
    assert not [query for query in asked.captured_queries if "response_md" in query["sql"]]


def test_section_7_holds_the_final_text_and_what_changed() -> None:
    text = context_with_blocks(ruled(failed(), Ruling.APPROVE_EDITED))
    assert "### Final Response\n> ## The quietest kettle under 60 EUR\n" in text
    assert "### Changes to the Draft\n- “54.90” became “49.90”\n" in text


@pytest.mark.parametrize("page", ["attempt", "turn", "desk"])
def test_pages_show_the_final_text_beside_the_draft(page: str) -> None:
    attempt = ruled(failed(), Ruling.APPROVE_EDITED)
    client: Client = client_of()
    work = Intervention.objects.get()
    addresses = {
        "attempt": f"/attempts/{attempt.pk}/",
        "turn": f"/turns/{attempt.turn_id}/",
        "desk": f"/desk/{work.pk}/",
    }
    shown = client.get(addresses[page], follow=True).content.decode()
    assert "<del>54.90</del>" in shown
    assert "<ins>49.90</ins>" in shown
