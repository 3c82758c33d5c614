"""Ruling on an item and holding it, without JavaScript."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.desk.people import a_fail, a_group, approval_of, text_of
from tests.texts import GOOD
from validation.desk.actions import claims, rulings
from validation.desk.queries.queue import DeskFilter, next_work
from validation.desk.queries.terms import read_terms
from validation.domain.intervention import Ruling
from validation.models import Intervention, RulingRecord

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
HTMX = {"HX-Request": "true"}


def test_a_ruling_leads_to_the_next_item(reviewer: Client) -> None:
    first, second = a_fail("turn_a"), a_fail("turn_b")
    response = reviewer.post(f"/desk/{first.pk}/rule/?q=is:open", approval_of(first))
    assert response.headers["Location"] == f"/desk/{second.pk}/?q=is%3Aopen"


def test_the_next_item_is_one_that_no_colleague_holds(reviewer: Client) -> None:
    first, second, third = a_fail("turn_a"), a_fail("turn_b"), a_fail("turn_c")
    claims.claim(intervention_id=second.pk, by="otto", now=timezone.now())
    response = reviewer.post(f"/desk/{first.pk}/rule/", approval_of(first))
    assert response.headers["Location"] == f"/desk/{third.pk}/"


def test_reviewers_at_work_are_offered_different_items_first() -> None:
    works = [a_fail(f"turn_{letter}") for letter in "abcdef"]
    now = timezone.now()
    for person, work in zip(("anna", "otto", "rita"), works, strict=False):
        claims.claim(intervention_id=work.pk, by=person, now=now)
    desks = [DeskFilter(read_terms("is:open"), person, now) for person in ("anna", "otto", "rita")]
    offered = {next_work(work, desk) for work, desk in zip(works, desks, strict=False)}
    assert offered == {work.pk for work in works[3:]}


def test_the_last_ruling_leads_back_to_the_desk(reviewer: Client) -> None:
    response = reviewer.post(f"/desk/{a_fail().pk}/rule/", {"ruling": "dismiss"})
    assert response.headers["Location"] == "/desk/"


def test_a_ruling_can_be_undone_from_any_page_of_the_desk(reviewer: Client) -> None:
    work = a_fail()
    reviewer.post(f"/desk/{work.pk}/rule/", approval_of(work))
    assert f"/desk/{work.pk}/undo/" in text_of(reviewer, "/desk/")
    reviewer.post(f"/desk/{work.pk}/undo/")
    assert RulingRecord.objects.get().state == "undone"
    assert f"row-{work.pk}" in text_of(reviewer, "/desk/")


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ({"ruling": "approve_edited", "response_md": "It is\r\n54.90."}, {"response_md": "It is\n54.90."}),
        ({"ruling": "revise", "hints_revise": "Give the price."}, {"hints": "Give the price."}),
        ({"ruling": "revise", "hints_revise": "Give the price.\r\n"}, {"hints": "Give the price."}),
        ({"ruling": "retry", "hints_retry": "Search again.", "hints_revise": "no"}, {"hints": "Search again."}),
        ({"ruling": "confirm_fail", "message": "Sorry."}, {"message": "Sorry."}),
        ({"ruling": "dismiss", "note": "a test"}, {"note": "a test"}),
        ({"ruling": "dismiss", "wrong_checks": ["coherent_format", "taste"]}, {"wrong_checks": ["coherent_format"]}),
    ],
)
def test_each_ruling_is_written_with_what_belongs_to_it(
    reviewer: Client, sent: dict[str, str], kept: dict[str, str]
) -> None:
    assert reviewer.post(f"/desk/{a_fail().pk}/rule/", sent).status_code == 302
    ruling = RulingRecord.objects.get()
    assert ruling.ruling == sent["ruling"]
    assert {name: getattr(ruling, name) for name in kept} == kept


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"ruling": "revise", "hints_revise": " "}, "Say what synthesis should change."),
        ({"ruling": "retry", "hints_retry": ""}, "Say what the planner should do differently."),
        ({"ruling": "confirm_fail", "message": ""}, "Write the message."),
        ({"ruling": "approve_edited", "response_md": GOOD}, "The response is unchanged."),
    ],
)
def test_an_incomplete_ruling_comes_back_with_its_text_and_reason(
    reviewer: Client, sent: dict[str, str], told: str
) -> None:
    response = reviewer.post(f"/desk/{a_fail().pk}/rule/", {**sent, "note": "my note"})
    page = response.content.decode()
    assert response.status_code == 422
    assert told in page
    assert "my note" in page


def test_a_ruling_that_does_not_exist_is_refused(reviewer: Client) -> None:
    response = reviewer.post(f"/desk/{a_fail().pk}/rule/", {"ruling": "promote"})
    assert response.status_code == 409
    assert "Choose one of the rulings." in response.content.decode()


def test_a_colleagues_claim_blocks_the_ruling_and_names_the_colleague(reviewer: Client) -> None:
    work = a_fail()
    claims.claim(intervention_id=work.pk, by="otto", now=timezone.now())
    response = reviewer.post(f"/desk/{work.pk}/rule/", {"ruling": "approve"})
    assert response.status_code == 409
    assert "otto is reviewing this" in response.content.decode()
    assert not RulingRecord.objects.exists()


def test_a_closed_item_says_so_instead_of_ruling_twice(reviewer: Client) -> None:
    work = a_fail()
    rulings.rule(intervention_id=work.pk, ruling=Ruling.DISMISS, by="otto", now=timezone.now())
    rulings.finalize_due(now=timezone.now() + timedelta(minutes=1))
    response = reviewer.post(f"/desk/{work.pk}/rule/", {"ruling": "approve"})
    assert response.status_code == 409
    assert "ruled already" in response.content.decode()


def test_htmx_gets_the_form_alone_when_a_ruling_is_refused(reviewer: Client) -> None:
    headers = {**HTMX, "HX-Target": "desk-item"}
    response = reviewer.post(f"/desk/{a_fail().pk}/rule/", {"ruling": "revise", "hints_revise": ""}, headers=headers)
    assert response.headers["HX-Retarget"] == "#desk-form"
    assert b"desk-list" not in response.content.split(b"</form>")[0]


def test_claiming_and_releasing(reviewer: Client) -> None:
    work = a_fail()
    reviewer.post(f"/desk/{work.pk}/claim/")
    assert Intervention.objects.get().claimed_by == "rita"
    reviewer.post(f"/desk/{work.pk}/release/")
    assert Intervention.objects.get().claimed_by is None


def test_a_page_that_is_left_releases_without_an_answer(reviewer: Client) -> None:
    assert reviewer.post(f"/desk/{a_fail().pk}/release/?quiet=1").status_code == 204


def test_a_heartbeat_answers_with_the_foot(reviewer: Client) -> None:
    work = a_fail()
    reviewer.post(f"/desk/{work.pk}/claim/")
    response = reviewer.post(f"/desk/{work.pk}/heartbeat/", headers={**HTMX, "HX-Target": "desk-foot"})
    assert b"desk-foot" in response.content
    assert b"desk-list" not in response.content


@pytest.mark.parametrize("work", [a_fail, lambda: a_group(1)], ids=["fail", "halt"])
def test_the_activity_says_each_deed_in_words(reviewer: Client, work: Callable[[], Intervention]) -> None:
    page = text_of(reviewer, f"/desk/{work().pk}/")
    assert "submitted the attempt" in page
    assert "attempt received" not in page


def test_claims_are_folded_in_the_activity(reviewer: Client) -> None:
    work = a_fail()
    for _ in range(3):
        reviewer.post(f"/desk/{work.pk}/claim/")
        reviewer.post(f"/desk/{work.pk}/release/")
    assert "claimed it (3 times)" in text_of(reviewer, f"/desk/{work.pk}/")
