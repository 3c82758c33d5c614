"""One ruling on many interventions: what it reaches, what it leaves, and that it can be taken back."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.verdicts import an_attempt, decided_as, failed, halted_by
from validation.desk.actions import bulk_rulings, claims, rulings
from validation.desk.actions.bulk_rulings import BulkRuling, BulkRulingCommand, rule_many
from validation.desk.actions.rejudging import rejudge_many
from validation.desk.actions.rulings import RulingText, undo
from validation.domain.desk.bulk import MOST_ITEMS, Obstacle
from validation.domain.errors import Conflict, InputRejected
from validation.domain.intervention import Ruling
from validation.models import Attempt, AuditEvent, Event, Intervention, RulingRecord

pytestmark = pytest.mark.django_db
NOW = timezone.now() + timedelta(hours=1)
"""After all that the tests open, however long it takes until they are run."""
LATER = NOW + timedelta(minutes=1)
SAID = RulingText(note="seen", hints="Give the price.", message="Sorry.")


def work(count: int = 3) -> list[Intervention]:
    for index in range(count):
        failed(f"turn_{index}")
    return list(Intervention.objects.order_by("opened_at"))


def a_group(count: int = 3) -> Intervention:
    for index in range(count):
        halted_by("judge_unavailable", turn_id=f"halted_{index}")
    return Intervention.objects.get(kind="halt")


def ruled(items: list[Intervention], ruling: Ruling = Ruling.DISMISS, by: str = "rita") -> BulkRuling:
    return told([one.pk for one in items], ruling, by=by)


def told(
    ids: list[uuid.UUID],
    ruling: Ruling = Ruling.DISMISS,
    text: RulingText = SAID,
    *,
    by: str = "rita",
    as_of: Any = LATER,
) -> BulkRuling:
    return rule_many(intervention_ids=ids, command=BulkRulingCommand(ruling, text, as_of), by=by, now=NOW)


@pytest.mark.parametrize(
    ("ruling", "route"),
    [
        (Ruling.DISMISS, "FAIL"),
        (Ruling.CONFIRM_FAIL, "FAIL"),
        (Ruling.REVISE, "REVISE"),
        (Ruling.RETRY, "RETRY"),
    ],
)
def test_each_gets_the_ruling_as_if_it_were_alone(ruling: Ruling, route: str) -> None:
    items = work(2)
    assert set(ruled(items, ruling).ruled) == {one.pk for one in items}
    assert set(Intervention.objects.values_list("state", flat=True)) == {"open"}
    rulings.finalize_due(now=LATER)
    assert set(Attempt.objects.values_list("route", flat=True)) == {route}
    assert set(Intervention.objects.values_list("state", flat=True)) == {"ruled"}
    assert Event.objects.filter(type__in=("intervention.ruled", "intervention.dismissed")).count() == 2


def test_each_has_its_own_line_in_the_audit_trail() -> None:
    items = work(2)
    ruled(items)
    lines = AuditEvent.objects.filter(verb="intervention.ruling_made").values_list("subject", "by", "data")
    assert sorted(lines) == sorted(
        (f"intervention:{one.pk}", "rita", {"ruling": "dismiss", "subjects": 1}) for one in items
    )


def test_a_group_is_ruled_on_whole() -> None:
    group = a_group(3)
    done = ruled([group])
    assert (done.ruled, done.subjects) == ((group.pk,), 3)


def test_what_of_a_group_is_settled_or_pending_is_not_ruled_on_again() -> None:
    group = a_group(3)
    first = group.occurrences.order_by("pk")[0].subject_id
    rulings.rule(intervention_id=group.pk, ruling=Ruling.DISMISS, by="otto", now=NOW, subject_id=first)
    assert ruled([group]).subjects == 2


def test_what_a_colleague_holds_or_has_ruled_on_is_left() -> None:
    free, held, pending, closed = work(4)
    claims.claim(intervention_id=held.pk, by="otto", now=NOW)
    rulings.rule(intervention_id=closed.pk, ruling=Ruling.DISMISS, by="otto", now=NOW - timedelta(hours=1))
    rulings.finalize_due(now=NOW)
    rulings.rule(intervention_id=pending.pk, ruling=Ruling.DISMISS, by="otto", now=NOW)
    gone = uuid.uuid4()
    done = told([free.pk, held.pk, pending.pk, closed.pk, gone])
    assert done.ruled == (free.pk,)
    assert done.left == {
        held.pk: Obstacle.HELD,
        pending.pk: Obstacle.PENDING,
        closed.pk: Obstacle.CLOSED,
        gone: Obstacle.GONE,
    }
    assert RulingRecord.objects.filter(by="rita").count() == 1


def test_what_came_after_the_reviewer_looked_is_not_ruled_on() -> None:
    [fail], group = work(1), a_group(2)
    looked = timezone.now()
    late = halted_by("judge_unavailable", turn_id="halted_late")
    decided_as("FAIL", an_attempt("turn_new"))
    newer = Intervention.objects.exclude(pk__in=[fail.pk, group.pk]).get()
    done = told([fail.pk, group.pk, newer.pk], as_of=looked)
    assert (done.subjects, done.left) == (3, {newer.pk: Obstacle.NEWER})
    assert not RulingRecord.objects.filter(subject_id=str(late.pk)).exists()


def test_a_claim_of_ones_own_or_one_that_ran_out_is_no_obstacle() -> None:
    mine, left_behind = work(2)
    claims.claim(intervention_id=mine.pk, by="rita", now=NOW)
    claims.claim(intervention_id=left_behind.pk, by="otto", now=NOW - timedelta(hours=5))
    assert len(ruled([mine, left_behind]).ruled) == 2


def test_more_subjects_than_one_request_takes_are_left_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    items = [*work(2), a_group(3)]
    monkeypatch.setattr(bulk_rulings, "MOST_SUBJECTS", 2)
    done = ruled(items)
    assert set(done.left.values()) == {Obstacle.TOO_MANY}
    assert len(ruled([one for one in items if one.pk in done.left]).ruled) + len(done.ruled) == 3


@pytest.mark.parametrize("ruling", [Ruling.APPROVE, Ruling.APPROVE_EDITED])
def test_approving_in_bulk_is_refused(ruling: Ruling) -> None:
    with pytest.raises(InputRejected, match="Open one"):
        ruled(work(1), ruling)
    assert not RulingRecord.objects.exists()


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("ruling", "field"), [(Ruling.CONFIRM_FAIL, "message"), (Ruling.REVISE, "hints"), (Ruling.RETRY, "hints")]
)
def test_an_incomplete_ruling_reaches_nothing(ruling: Ruling, field: str) -> None:
    [one] = work(1)
    with pytest.raises(InputRejected) as refused:
        told([one.pk], ruling, RulingText())
    assert refused.value.fields[0].field == field
    assert not RulingRecord.objects.exists()


def test_one_request_is_bounded() -> None:
    ids = [uuid.uuid4() for _ in range(MOST_ITEMS + 1)]
    with pytest.raises(InputRejected, match=str(MOST_ITEMS)):
        told(ids)


def test_statements_do_not_grow_with_the_items() -> None:
    items = work(12)
    with CaptureQueriesContext(connection) as few:
        ruled(items[:2])
    with CaptureQueriesContext(connection) as many:
        ruled(items[2:])
    assert len(many) == len(few) <= 12


# --- taking it back


def test_all_of_it_is_taken_back_at_once() -> None:
    items = [*work(2), a_group(2)]
    done = ruled(items)
    assert set(undo(batch=done.batch, by="rita", now=NOW)) == {one.pk for one in items}
    rulings.finalize_due(now=LATER)
    assert set(RulingRecord.objects.values_list("state", flat=True)) == {"undone"}
    assert set(Intervention.objects.values_list("state", flat=True)) == {"open"}


def test_taking_back_leaves_other_rulings_alone() -> None:
    first, second = work(2)
    done = ruled([first])
    ruled([second])
    undo(batch=done.batch, by="rita", now=NOW)
    assert RulingRecord.objects.get(intervention=second).state == "pending"


@pytest.mark.parametrize(("by", "at"), [("otto", NOW), ("rita", LATER)])
def test_neither_a_colleague_nor_a_late_hand_takes_it_back(by: str, at: object) -> None:
    done = ruled(work(1))
    with pytest.raises(Conflict, match="no pending ruling"):
        undo(batch=done.batch, by=by, now=at)  # type: ignore[arg-type]


def test_taking_back_is_a_fixed_number_of_statements() -> None:
    done = ruled(work(10))
    with CaptureQueriesContext(connection) as asked:
        undo(batch=done.batch, by="rita", now=NOW)
    assert len(asked) <= 6


# --- judging again


def test_what_halted_is_judged_again_and_the_rest_is_left() -> None:
    [fail], group = work(1), a_group(2)
    queued, left = rejudge_many(intervention_ids=[fail.pk, group.pk], by="rita", now=NOW)
    assert {pk: len(subjects) for pk, subjects in queued.items()} == {group.pk: 2}
    assert left == {fail.pk: Obstacle.NOT_HALTED}


def test_a_halt_that_a_colleague_holds_is_not_judged_again() -> None:
    group = a_group(2)
    claims.claim(intervention_id=group.pk, by="otto", now=NOW)
    assert rejudge_many(intervention_ids=[group.pk], by="rita", now=NOW)[1] == {group.pk: Obstacle.HELD}
    assert set(Attempt.objects.values_list("state", flat=True)) == {"halted"}
