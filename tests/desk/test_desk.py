"""The queue, without JavaScript."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.desk.people import a_fail, a_group, client_of, text_of
from tests.factories import attempt, decide, intervention, turn
from tests.verdicts import a_pipeline, failed
from validation.desk.actions import claims
from validation.domain.attempt import Route
from validation.domain.intervention import InterventionState, Kind, Priority
from validation.domain.trust.audit import AuditSource, OpinionRole, OpinionState
from validation.models import AuditItem, Intervention, Opinion

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


def test_a_turn_is_found_by_an_id_of_letters_alone(reviewer: Client) -> None:
    work, other = a_fail("alpha"), a_fail("beta")
    page = text_of(reviewer, "/desk/?q=alpha")
    assert f"row-{work.pk}" in page
    assert f"row-{other.pk}" not in page


def test_the_desk_says_that_nothing_waits(reviewer: Client) -> None:
    assert "Nothing waits for a ruling" in text_of(reviewer, "/desk/")


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("pipeline=other", "in other"),
        ("range=24h", "in this time range"),
        ("pipeline=other&range=24h", "in other, in this time range"),
    ],
)
def test_the_desk_says_that_work_waits_elsewhere(reviewer: Client, query: str, place: str) -> None:
    a_pipeline("other")
    long_ago = timezone.now() - timedelta(days=2)
    Intervention.objects.filter(pk=a_fail().pk).update(opened_at=long_ago)
    page = text_of(reviewer, f"/desk/?{query}")
    assert "The queue is empty" not in page
    assert "1 item waits elsewhere" in page
    assert page.count(f"Nothing waits {place}<") == 2


def test_a_tab_does_not_call_the_queue_empty_where_work_waits_elsewhere(reviewer: Client) -> None:
    a_pipeline("other")
    a_fail()
    assert "Nothing matches these terms" in text_of(reviewer, "/desk/?pipeline=other&q=is:open+unclaimed")


def test_the_desk_is_done_where_nothing_waits_anywhere(reviewer: Client) -> None:
    a_pipeline("other")
    assert "The queue is empty" in text_of(reviewer, "/desk/?pipeline=other")


def test_the_desk_says_that_colleagues_hold_all_of_it(reviewer: Client) -> None:
    claims.claim(intervention_id=a_fail().pk, by="otto", now=timezone.now())
    assert "Colleagues hold all of it" in text_of(reviewer, "/desk/?q=is:open+unclaimed")
    assert "Colleagues hold all that is open" in text_of(reviewer, "/desk/")


def test_the_desk_says_that_the_terms_hide_the_work(reviewer: Client) -> None:
    a_fail()
    assert "Nothing matches these terms" in text_of(reviewer, "/desk/?q=kind:halt")


def test_a_term_that_is_not_known_is_named(reviewer: Client) -> None:
    assert "kind:sad" in text_of(reviewer, "/desk/?q=kind:sad")


def test_a_key_that_no_term_has_is_named_where_nothing_is_found(reviewer: Client) -> None:
    a_fail()
    assert 'No such term: <span class="mono">priorty:high</span>' in text_of(reviewer, "/desk/?q=priorty:high")


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


def test_the_queue_takes_a_fixed_number_of_statements(django_assert_max_num_queries: object) -> None:
    client = client_of()
    for number in range(30):
        failed(f"turn_{number}")
    with django_assert_max_num_queries(10):  # type: ignore[operator]
        assert client.get("/desk/").status_code == 200


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
