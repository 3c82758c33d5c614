"""The queue and an item on it, without JavaScript."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.desk.people import a_fail, a_group, client_of, text_of, work_on
from tests.factories import attempt, decide, goal, intervention, lamp_turn, remember, turn
from tests.texts import GOOD
from tests.verdicts import a_pipeline, an_attempt, decided_as, failed, halted_by
from validation.desk.actions import claims
from validation.desk.actions.rulings import settle_due
from validation.domain.attempt import Route
from validation.domain.intervention import InterventionState, Kind, Priority
from validation.domain.trust.audit import AuditSource, OpinionRole, OpinionState
from validation.models import AuditEvent, AuditItem, Intervention, Judgement, Opinion, RulingRecord, SavedView
from validation.platform.permissions import Role
from validation.policies.actions.policies import override
from validation.response.tasks import judge_attempt

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def test_urgent_work_comes_first(reviewer: Client) -> None:
    for number, priority in enumerate((Priority.LOW, Priority.CRITICAL, Priority.HIGH)):
        one = attempt(turn(f"turn_{number}"))
        decide(one, Route.FAIL, confidence=0.1)
        intervention(one, priority=priority, title=f"work of {priority.value}")
    page = text_of(reviewer, "/desk/")
    assert page.index("work of critical") < page.index("work of high") < page.index("work of low")


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("is:open", {"fail", "halt"}),
        ("kind:halt", {"halt"}),
        ("kind:fail", {"fail"}),
        ("priority:critical", {"halt"}),
        ("gate:belief", set()),
        ("cause:judge_unavailable", {"halt"}),
        ("pipeline:shop", {"fail", "halt"}),
        ("pipeline:other", set()),
        ("unavailable", {"halt"}),
        ("turn_1", {"fail"}),
        ("halted_0", {"halt"}),
        ("kind:halt turn_1", set()),
        ("is:ruled", set()),
        ("unclaimed", {"fail", "halt"}),
        ("mine", set()),
    ],
)
def test_a_search_narrows_the_queue(reviewer: Client, search: str, found: set[str]) -> None:
    ids = {"fail": a_fail().pk, "halt": a_group(1).pk}
    page = text_of(reviewer, f"/desk/?q={search}")
    assert {kind for kind, pk in ids.items() if f"row-{pk}" in page} == found


def test_the_desk_says_that_nothing_waits(reviewer: Client) -> None:
    assert "Nothing waits for a ruling" in text_of(reviewer, "/desk/")


def test_the_desk_says_that_colleagues_hold_all_of_it(reviewer: Client) -> None:
    claims.claim(intervention_id=a_fail().pk, by="otto", now=timezone.now())
    assert "Colleagues hold all of it" in text_of(reviewer, "/desk/?q=is:open+unclaimed")
    assert "Colleagues hold all that is open" in text_of(reviewer, "/desk/")


def test_an_item_tells_a_viewer_who_may_rule() -> None:
    page = text_of(client_of(Role.VIEWER), f"/desk/{a_fail().pk}/")
    assert "<span>You can read here. Ruling needs the role reviewer: ask an admin.</span>" in page


def test_the_desk_says_that_the_terms_hide_the_work(reviewer: Client) -> None:
    a_fail()
    assert "Nothing matches these terms" in text_of(reviewer, "/desk/?q=kind:halt")


def test_a_term_that_is_not_known_is_named(reviewer: Client) -> None:
    assert "kind:sad" in text_of(reviewer, "/desk/?q=kind:sad")


def test_what_has_a_pending_ruling_leaves_the_open_queue(reviewer: Client) -> None:
    work = a_fail()
    reviewer.post(f"/desk/{work.pk}/rule/", {"ruling": "dismiss"})
    assert f"row-{work.pk}" not in text_of(reviewer, "/desk/")
    assert f"row-{work.pk}" in text_of(reviewer, "/desk/?q=is:pending")


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("is:pending mine", {"ruled"}),
        ("is:any mine", {"ruled", "claimed", "answered"}),
        ("is:any mine kind:halt", {"claimed"}),
        ("is:ruled mine", {"answered"}),
    ],
)
def test_closed_work_is_mine_by_ruling_answer_or_claim(search: str, found: set[str]) -> None:
    mara, rita, now = client_of(name="mara"), client_of(name="rita"), timezone.now()
    ids = {name: a_fail(f"turn_{name}").pk for name in ("ruled", "undone", "theirs")} | {"claimed": a_group(1).pk}
    for client, name in ((mara, "ruled"), (mara, "undone"), (rita, "theirs")):
        client.post(f"/desk/{ids[name]}/rule/", {"ruling": "dismiss"})
    mara.post(f"/desk/{ids['undone']}/undo/")
    claims.claim(intervention_id=ids["claimed"], by="mara", now=now)
    audited = attempt(turn("turn_answered"))
    judged = decide(audited)
    work = intervention(audited)
    work.kind, work.state, work.closed_at = Kind.AUDIT, InterventionState.RULED, now
    work.save()
    ids["answered"] = work.pk
    of = {"attempt": audited, "judgement_number": judged.number, "route": audited.route, "confidence": 0.9}
    item = AuditItem.objects.create(**of, source=AuditSource.MANUAL, drawn_at=now, due_at=now)
    said = {"state": OpinionState.ANSWERED, "decision": "APPROVE", "answered_at": now, "asked_at": now, "due_at": now}
    Opinion.objects.create(item=item, role=OpinionRole.FIRST, by="mara", intervention_id=ids["answered"], **said)
    page = text_of(mara, f"/desk/?q={search}")
    assert {name for name, pk in ids.items() if f"row-{pk}" in page} == found


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
    settle_due(now=timezone.now() + timedelta(minutes=1))
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


def test_a_long_queue_is_paged_without_loss(reviewer: Client) -> None:
    for number in range(55):
        one = attempt(turn(f"turn_{number}"))
        decide(one, Route.FAIL, confidence=0.1)
        intervention(one)
    first = text_of(reviewer, "/desk/")
    cursor = first.split("cursor=")[1].split('"')[0].split("&")[0]
    second = text_of(reviewer, f"/desk/?cursor={cursor}")
    shown = [str(pk) for pk in Intervention.objects.values_list("pk", flat=True)]
    assert sum(f"row-{pk}" in first for pk in shown) == 50
    assert all((f"row-{pk}" in first) != (f"row-{pk}" in second) for pk in shown)


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


def test_the_queue_takes_a_fixed_number_of_statements(django_assert_max_num_queries: object) -> None:
    client = client_of()
    for number in range(30):
        failed(f"turn_{number}")
    with django_assert_max_num_queries(10):  # type: ignore[operator]
        assert client.get("/desk/").status_code == 200


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


def test_an_item_takes_fifteen_statements_and_its_page_one_more(django_assert_num_queries: Any) -> None:
    client = client_of()
    work = an_item_with_rows_of_every_kind(client)
    with django_assert_num_queries(16):
        assert "Undo" in text_of(client, f"/desk/{work.pk}/")
    with django_assert_num_queries(15):
        client.get(f"/desk/{work.pk}/", headers={**HTMX, "HX-Target": "desk-item"})
    with django_assert_num_queries(8):
        client.get(f"/desk/{work.pk}/", headers={**HTMX, "HX-Target": "desk-foot"})


def test_a_ruling_takes_few_statements(django_assert_num_queries: Any) -> None:
    """Those of a transaction's points are counted as well."""
    client = client_of()
    work = an_item_with_rows_of_every_kind(client)
    with django_assert_num_queries(18):
        assert client.post(f"/desk/{work.pk}/rule/", {"ruling": "dismiss"}).status_code == 302


def test_a_live_list_takes_few_statements(django_assert_max_num_queries: object) -> None:
    client = client_of()
    a_fail()
    with django_assert_max_num_queries(7):  # type: ignore[operator]
        client.get("/desk/", headers={**HTMX, "HX-Target": "desk-list"})


def test_no_list_reads_bodies(reviewer: Client, django_assert_max_num_queries: object) -> None:
    a_fail()
    with django_assert_max_num_queries(20) as told:  # type: ignore[operator]
        assert reviewer.get("/desk/").status_code == 200
    assert not [one for one in told.captured_queries if "attempttext" in one["sql"] or "judgementtext" in one["sql"]]


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


def test_the_counts_ask_once_whether_an_audit_waits_for_somebody_else(reviewer: Client) -> None:
    with CaptureQueriesContext(connection) as statements:
        reviewer.get("/desk/")
    (counts,) = [one["sql"] for one in statements if "COUNT(" in one["sql"] and "audititem" in one["sql"]]
    assert counts.count('INNER JOIN "validation_audititem"') == 1


def test_the_list_shows_the_item_that_is_open_however_far_down_it_stands(reviewer: Client) -> None:
    items = [a_fail(f"turn_{number}") for number in range(52)]
    told = reviewer.get(f"/desk/{items[-1].pk}/").context
    assert [row.id for row in told["page"].rows] == [items[-1].pk]
    assert f"cursor={items[-2].pk}" in told["list_address"]


def test_an_item_outside_the_search_leaves_the_list_at_its_beginning(reviewer: Client) -> None:
    items = [a_fail(f"turn_{number}") for number in range(52)]
    told = reviewer.get(f"/desk/{items[-1].pk}/?q=kind:fail+turn_0").context
    assert [row.id for row in told["page"].rows] == [items[0].pk]
