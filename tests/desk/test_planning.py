"""Whose work is whose, and when it is looked at: assigned, snoozed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.api_client import ApiClient
from tests.desk.people import a_fail, a_group, client_of, text_of
from tests.factories import person
from tests.trust.audits import publish
from tests.trust.blind.test_blindness import judged_with_marks
from validation.desk.actions import claims, planning, rulings
from validation.desk.actions.expiry import expire_due
from validation.desk.queries.counts import open_work
from validation.domain.errors import Conflict, InputRejected, NotAllowed
from validation.domain.intervention import Priority, Ruling
from validation.models import AuditEvent, Event, Intervention
from validation.platform.permissions import Role

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def snoozed(work: Intervention, hours: float = 4) -> Intervention:
    return planning.snooze(intervention_id=work.pk, until=NOW + timedelta(hours=hours), by="rita", now=NOW)


def assigned(work: Intervention, to: str = "mara", by: str = "rita", **more: Any) -> Intervention:
    return planning.assign(intervention_id=work.pk, to=to, by=by, now=NOW, **more)


def is_listed(client: Client, work: Intervention, q: str = "is:open") -> bool:
    return f"row-{work.pk}" in text_of(client, f"/desk/?q={q}")


def test_snoozed_work_leaves_queue_and_counts_until_its_time() -> None:
    client, work = client_of(), a_fail()
    snoozed(work)
    assert (is_listed(client, work), is_listed(client, work, "is:snoozed")) == (False, True)
    assert (open_work(NOW).open, open_work(NOW + timedelta(hours=5)).open) == (0, 1)
    planning.snooze(intervention_id=work.pk, until=None, by="rita", now=NOW)
    assert is_listed(client, work)


def test_snoozing_gives_ones_claim_back_and_takes_nobody_elses() -> None:
    work = a_fail()
    claims.claim(intervention_id=work.pk, by="otto", now=NOW)
    with pytest.raises(Conflict, match="otto is reviewing"):
        snoozed(work)
    claims.release(intervention_id=work.pk, by="otto", now=NOW)
    claims.claim(intervention_id=work.pk, by="rita", now=NOW)
    assert (snoozed(work).state, Intervention.objects.get().claimed_by) == ("open", None)


def test_an_open_page_claims_nothing_again_that_was_snoozed() -> None:
    work = a_fail()
    claims.claim(intervention_id=work.pk, by="rita", now=NOW)
    snoozed(work)
    with pytest.raises(Conflict):
        claims.keep(intervention_id=work.pk, by="rita", now=NOW)


@pytest.mark.parametrize(("rule", "state"), [("fail", "expired"), ("escalate", "open")])
def test_snoozed_work_is_due_all_the_same(rule: str, state: str) -> None:
    work = a_fail()
    Intervention.objects.update(due_at=NOW + timedelta(hours=1), on_expiry=rule)
    snoozed(work)
    expire_due(now=NOW + timedelta(hours=2))
    work.refresh_from_db()
    back = open_work(NOW + timedelta(hours=2)).open
    assert (work.state, back) == (state, 1 if rule == "escalate" else 0)


def test_critical_work_is_not_snoozed_past_its_time() -> None:
    work = a_group()
    assert work.priority == Priority.CRITICAL
    with pytest.raises(InputRejected, match="until it is due"):
        snoozed(work, hours=24 * 20)


@pytest.mark.parametrize(
    ("due_in", "words", "offered"),
    [
        (-57, "Critical and overdue: it cannot wait.", False),
        (30, "Critical and due within the hour: until then at most.", True),
        (90, "For 1 hour", True),
    ],
)
def test_the_page_offers_what_critical_work_can_wait(due_in: int, words: str, offered: bool) -> None:
    work = a_group()
    Intervention.objects.update(due_at=timezone.now() + timedelta(minutes=due_in))
    page = text_of(client_of(), f"/desk/{work.pk}/")
    assert (words in page, 'name="until"' in page) == (True, offered)


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("work", "hours", "told"),
    [
        (a_fail, -1, "Choose a time that is still to come.</p>"),
        (a_fail, 24 * 31, "Choose a time within 30 days.</p>"),
        (a_group, 24 * 20, " UTC</time>) at most.</p>"),
    ],
)
def test_a_refusal_names_a_time_only_where_it_speaks_of_one(work: Any, hours: float, told: str) -> None:
    until = timezone.now() + timedelta(hours=hours)
    address = f"/desk/{work().pk}/snooze/"
    assert told in client_of().post(address, {"until": until.isoformat()}, follow=True).content.decode()


def test_what_has_a_ruling_is_not_snoozed() -> None:
    work = a_fail()
    rulings.rule(intervention_id=work.pk, ruling=Ruling.DISMISS, by="rita", now=NOW)
    with pytest.raises(Conflict, match="Undo it first"):
        snoozed(work)


def test_a_further_halt_brings_a_snoozed_group_back() -> None:
    work = a_group(1)
    Intervention.objects.update(due_at=NOW + timedelta(days=1))
    snoozed(work)
    a_group(2)
    assert open_work(timezone.now()).open == 1


def test_assigned_work_is_mine_and_colleagues_can_do_it_too() -> None:
    mara, rita, work = client_of(name="mara"), client_of(name="rita"), a_fail()
    assigned(work)
    found = [
        is_listed(mara, work, "mine"),
        is_listed(mara, work, "assignee:me"),
        is_listed(rita, work, "assignee:@mara"),
    ]
    assert found == [True, True, True]
    assert not is_listed(rita, work, "mine")
    assert not is_listed(rita, work, "assignee:none")
    claims.claim(intervention_id=work.pk, by="rita", now=NOW)


@pytest.mark.parametrize(
    ("name", "role", "active"), [("vera", Role.VIEWER, True), ("old", Role.ADMIN, False), ("", None, True)]
)
def test_work_is_assigned_to_whoever_may_rule(name: str, role: Role | None, active: bool) -> None:
    if name:
        who = person(name, role)
        who.is_active = active
        who.save()
    with pytest.raises(InputRejected, match="cannot rule"):
        assigned(a_fail(), to=name or "nobody-here")


def test_what_is_done_is_in_the_activity_and_the_feed() -> None:
    client, work = client_of(name="mara"), a_fail()
    assigned(work)
    assigned(work)  # again says nothing
    snoozed(work)
    verbs = ["intervention.assigned", "intervention.snoozed"]
    assert list(Event.objects.filter(type__in=verbs).order_by("id").values_list("type", flat=True)) == verbs
    assert AuditEvent.objects.filter(verb__in=verbs, by="rita").count() == 2
    page = text_of(client, f"/desk/{work.pk}/")
    assert "assigned it to mara" in page
    assert "snoozed it" in page


def an_audit() -> Intervention:
    publish(revise=1.0)
    judged_with_marks()
    return Intervention.objects.get(kind="audit")


def test_an_audit_is_taken_or_left_and_given_by_admins_alone() -> None:
    for name in ("mara", "otto", "rita"):
        person(name)
    work = an_audit()
    Intervention.objects.update(assigned_to="mara", assigned_at=NOW)
    with pytest.raises(NotAllowed):
        assigned(work, to="otto", by="rita")
    with pytest.raises(NotAllowed):
        assigned(work, to="", by="rita")
    assert assigned(work, to="rita", by="rita").assigned_to == "rita"
    assert assigned(work, to="otto", by="boss", any_audit=True).assigned_to == "otto"
    assert not Event.objects.filter(type="intervention.assigned").exists()


def test_the_page_assigns_and_snoozes(reviewer: Client) -> None:
    work, other = a_fail("turn_1"), a_fail("turn_2")
    person("mara")
    told = reviewer.post(
        f"/desk/{work.pk}/assign/", {"assigned_to": "mara"}, headers={"HX-Request": "true", "HX-Target": "desk-foot"}
    )
    assert 'assigned to </span><span class="clip">mara</span>' in told.content.decode()
    gone = reviewer.post(f"/desk/{work.pk}/snooze/", {"minutes": "60"}, follow=True)
    assert (gone.redirect_chain[0][0], "Snoozed for 1 hour" in gone.content.decode()) == (f"/desk/{other.pk}/", True)
    for wrong in ({"until": "2020-01-01T00:00"}, {"until": "soon"}, {}, {"minutes": "9" * 9}):
        reviewer.post(f"/desk/{other.pk}/snooze/", wrong)
        other.refresh_from_db()
        assert other.snoozed_until is None


def test_a_viewer_is_offered_no_planning() -> None:
    page = text_of(client_of(Role.VIEWER), f"/desk/{a_fail().pk}/")
    assert "/assign/" not in page
    assert "/snooze/" not in page
    assert "/comment/" not in page


def test_the_api_assigns_and_snoozes(api: ApiClient) -> None:
    path = f"/interventions/{a_fail().pk}"
    person("mara")
    until = "2999-01-01T00:00:00Z"
    assert api.post(f"{path}/assign", {"assigned_to": "mara"}).json()["assigned_to"] == "mara"
    assert api.post(f"{path}/snooze", {"until": until}).json()["code"] == "snooze_invalid"
    soon = (timezone.now() + timedelta(hours=1)).isoformat()
    assert api.post(f"{path}/snooze", {"until": soon}).json()["snoozed_until"] is not None
    assert [len(api.get(f"/interventions?{asked}").json()["items"]) for asked in ("snoozed=true", "snoozed=false")] == [
        1,
        0,
    ]
    assert len(api.get("/interventions?assigned_to=mara&snoozed=true").json()["items"]) == 1
    assert api.post(f"{path}/snooze", {"until": None}).json()["snoozed_until"] is None
    assert api.post(f"{path}/assign", {"assigned_to": None}).json()["assigned_to"] is None
    assert api.post(f"{path}/assign", {"assigned_to": "nobody"}).json()["code"] == "assignee_unknown"
