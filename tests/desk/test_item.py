"""One item of the desk, open or closed, without JavaScript."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.desk.people import a_fail, a_group, client_of, text_of, work_on
from tests.factories import attempt, decide, goal, intervention, lamp_turn, remember, turn
from tests.texts import GOOD
from tests.verdicts import a_pipeline, an_attempt, decided_as, halted_by
from validation.desk.actions import claims
from validation.desk.actions.rulings import finalize_due
from validation.domain.intervention import InterventionState, Kind
from validation.models import AuditEvent, Intervention, Judgement, RulingRecord, SavedView
from validation.platform.permissions import Role
from validation.policies.actions.policies import override
from validation.response.tasks import judge_attempt

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
HTMX = {"HX-Request": "true"}


def test_an_item_tells_a_viewer_who_may_rule() -> None:
    page = text_of(client_of(Role.VIEWER), f"/desk/{a_fail().pk}/")
    assert "<span>You can read here. Ruling needs the role reviewer: ask an admin.</span>" in page


def _judge_again(reviewer: Client) -> Intervention:
    halted = halted_by("judge_refused")
    reviewer.post(f"/desk/{work_on(halted).pk}/rule/", {"ruling": "dismiss"})
    reviewer.post(f"/desk/{work_on(halted).pk}/undo/")
    reviewer.post(f"/desk/{work_on(halted).pk}/judge-again/")
    decided_as("APPROVE", halted)
    return work_on(halted)


def _rule(reviewer: Client) -> Intervention:
    work = a_fail()
    reviewer.post(f"/desk/{work.pk}/rule/", {"ruling": "dismiss"})
    finalize_due(now=timezone.now() + timedelta(minutes=1))
    return work


def _answer(_: Client) -> Intervention:
    one = attempt(turn("turn_audited"))
    decide(one)
    work = intervention(one)
    work.kind, work.state, work.closed_at = Kind.AUDIT, InterventionState.RULED, timezone.now()
    work.save()
    return work


@pytest.mark.parametrize(
    ("close", "outcome"), [(_judge_again, "judged again"), (_rule, "ruled"), (_answer, "answered")]
)
def test_closed_work_says_how_it_ended(reviewer: Client, close: Callable[[Client], Intervention], outcome: str) -> None:
    work = close(reviewer)
    page = text_of(reviewer, f"/desk/{work.pk}/?q=is:ruled")
    row = page.split(f'id="row-{work.pk}"')[1].split("</a>")[0]
    state = page.split('id="desk-state"')[1].split("</div>")[0]
    foot = page.split('id="desk-foot"')[1]
    assert (f"{outcome} <time" in row, f"</svg>{outcome}</span>" in state) == (True, True)
    assert f"{outcome.capitalize()}" in foot


def test_an_item_shows_the_draft_its_checks_and_what_can_be_done(reviewer: Client) -> None:
    page = text_of(reviewer, f"/desk/{a_fail().pk}/")
    assert all(told in page for told in ("Tarn K2", "Claims supported", "1 / 1", "Approve", "Dismiss", "Activity"))


def test_an_item_shows_its_evidence_chain(reviewer: Client) -> None:
    first = lamp_turn().attempts.get(number=1)
    page = text_of(reviewer, f"/desk/{intervention(first).pk}/")
    assert all(told in page for told in ("45.90 EUR", "contradicted", "Decisions disagree", "its claim"))


def test_a_viewer_sees_an_item_without_its_buttons() -> None:
    page = text_of(client_of(Role.VIEWER), f"/desk/{a_fail().pk}/")
    assert "Tarn K2" in page
    assert 'name="ruling"' not in page
    assert "/claim/" not in page


def test_an_item_of_ones_own_says_so_instead_of_claimed(reviewer: Client) -> None:
    work = a_fail()
    claims.claim(intervention_id=work.pk, by="rita", now=timezone.now())
    state = text_of(reviewer, f"/desk/{work.pk}/").split('id="desk-state"')[1].split("</div>")[0]
    assert "yours" in state
    assert "claimed" not in state


def test_a_colleagues_item_carries_the_name(reviewer: Client) -> None:
    work = a_fail()
    claims.claim(intervention_id=work.pk, by="otto", now=timezone.now())
    assert "otto" in text_of(reviewer, f"/desk/{work.pk}/").split('id="desk-state"')[1].split("</div>")[0]


def test_a_priority_says_why_it_is_that(reviewer: Client) -> None:
    assert "the judge is away" in text_of(reviewer, f"/desk/{a_group(1).pk}/")


def test_the_message_offered_for_a_group_claims_no_reader(reviewer: Client) -> None:
    form = text_of(reviewer, f"/desk/{a_group(2).pk}/").split('id="message"')[1].split("</textarea>")[0]
    assert "person" not in form
    assert "stand behind" in form


def test_one_undo_stands_on_the_page_of_an_item_just_ruled(reviewer: Client) -> None:
    work = a_fail()
    reviewer.post(f"/desk/{work.pk}/rule/", {"ruling": "dismiss"})
    assert text_of(reviewer, f"/desk/{work.pk}/").count(f'action="/desk/{work.pk}/undo/') == 1


def test_an_item_that_is_judged_again_says_what_it_waits_for(reviewer: Client) -> None:
    work = a_group(1)
    reviewer.post(f"/desk/{work.pk}/judge-again/")
    assert "Not judged yet" in text_of(reviewer, f"/desk/{work.pk}/")


def an_item_with_rows_of_every_kind(reviewer: Client) -> Intervention:
    """Ruled on, with a ruling on another item to undo and views with words in them: all that its page can show."""
    judged = lamp_turn().attempts.get(number=1)
    work, other, now = intervention(judged), a_fail(), timezone.now()
    remember(judged, "lamp", "The user looked at the Halm desk lamp.")
    goal(judged.judgements.get(), "GOAL_1", 0.8, "PASS")
    for name in ("urgent", "halts"):
        SavedView.objects.create(
            person_id=reviewer.session["_auth_user_id"], name=name, q=f"is:open {name}", saved_at=now
        )
    for one, state in ((work, "final"), (work, "undone"), (other, "pending")):
        RulingRecord.objects.create(
            intervention=one, subject_id=one.subject_id, ruling="dismiss", state=state, by="the-reviewer", at=now,
            effective_at=now + timedelta(seconds=9), wrong_checks=["coherent_format"],
        )  # fmt: skip
    return work


def test_an_item_takes_seventeen_statements_and_its_page_one_more(django_assert_num_queries: Any) -> None:
    client = client_of()
    work = an_item_with_rows_of_every_kind(client)
    with django_assert_num_queries(18):
        assert "Undo" in text_of(client, f"/desk/{work.pk}/")
    with django_assert_num_queries(17):
        client.get(f"/desk/{work.pk}/", headers={**HTMX, "HX-Target": "desk-item"})
    with django_assert_num_queries(8):
        client.get(f"/desk/{work.pk}/", headers={**HTMX, "HX-Target": "desk-foot"})


def test_looking_at_an_item_changes_nothing(reviewer: Client) -> None:
    work = a_fail()
    before = AuditEvent.objects.count()
    reviewer.get(f"/desk/{work.pk}/")
    assert AuditEvent.objects.count() == before


def test_queue_banner_and_hints_give_the_same_first_reason(reviewer: Client) -> None:
    no_revision = {"response": {"revise_limit": 0, "retry_limit": 0, "total_limit": 0}}
    override(pipeline=a_pipeline(), overrides=no_revision, reason="Once.", by="anna", now=timezone.now())
    judge_attempt(str(an_attempt("turn_1", draft=GOOD.replace("54.90", "44.90")).pk))
    judgement, work = Judgement.objects.get(), Intervention.objects.get()
    page = unescape(text_of(reviewer, f"/desk/{work.pk}/"))
    row, banner = page.split(f'id="row-{work.pk}"')[1], page.split('class="verdict ')[1].split("</div>")[0]
    reason = judgement.issues[0]
    assert "44.90" in reason
    assert reason in row.split('desk-row-why clip">')[1].split("</span>")[0]
    assert reason in banner
    assert judgement.revision_hints.startswith(reason)


def test_a_ruling_takes_few_statements(django_assert_num_queries: Any) -> None:
    """Those of a transaction's points are counted as well."""
    client = client_of()
    work = an_item_with_rows_of_every_kind(client)
    with django_assert_num_queries(18):
        assert client.post(f"/desk/{work.pk}/rule/", {"ruling": "dismiss"}).status_code == 302
