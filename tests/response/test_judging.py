"""Leases on rows: one judge an attempt, nothing lost, nothing recorded twice."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

import pytest
from django.utils import timezone

from tests.verdicts import NOTHING, a_decision, an_attempt, decided_as, halted_by
from validation.domain.errors import Conflict, NotAllowed
from validation.domain.halt import Halt, HaltCause
from validation.domain.verdict import Decision
from validation.models import Attempt, Intervention, Judgement
from validation.platform.permissions import Scope, check_scope
from validation.platform.work.leased_work import KINDS, LEASE, STALE, free_all, free_expired, mark_lost_enqueued
from validation.response.actions.judging import claim, next_in_turn, rejudge_attempt
from validation.response.actions.record import record_judgement
from validation.response.gate.gate import EMBEDDED, GateResult
from validation.response.queries.attempt_resource import attempt_resource

pytestmark = pytest.mark.django_db
NOW = timezone.now()
HALT = GateResult(None, Halt(HaltCause.VERDICT_MALFORMED, "no JSON"), NOTHING, EMBEDDED)


def sweep(*, now: datetime, fresh: bool = False) -> list[UUID]:
    """With a broker that has lost every message."""
    free_expired(Attempt, now=now)
    return mark_lost_enqueued(KINDS[Attempt], now=now, most=100, fresh=fresh)


def test_an_attempt_is_claimed_once() -> None:
    attempt = an_attempt()
    assert claim(attempt_id=attempt.pk, now=NOW) is not None
    assert claim(attempt_id=attempt.pk, now=NOW) is None


def test_a_decided_attempt_is_not_claimed() -> None:
    assert claim(attempt_id=decided_as("APPROVE").pk, now=NOW) is None


def test_an_attempt_waits_for_the_earlier_one_of_its_turn() -> None:
    first, second = an_attempt(), an_attempt(draft="another draft of the answer")
    assert claim(attempt_id=second.pk, now=NOW) is None
    decided_as("REVISE", first)
    assert next_in_turn(first.pk, now=NOW) == second.pk
    assert claim(attempt_id=second.pk, now=NOW) is not None


def test_a_lost_lease_records_nothing() -> None:
    attempt = an_attempt()
    late = claim(attempt_id=attempt.pk, now=NOW)
    sweep(now=NOW + LEASE + timedelta(seconds=1))
    assert late is not None
    assert claim(attempt_id=attempt.pk, now=NOW + LEASE + timedelta(seconds=2)) is not None
    assert record_judgement(claimed=late, judged=HALT, now=NOW) is None
    assert not Judgement.objects.exists()


def test_a_dead_workers_attempt_is_called_for_again() -> None:
    attempt = an_attempt()
    claim(attempt_id=attempt.pk, now=NOW)
    assert sweep(now=NOW + LEASE + timedelta(seconds=1)) == [attempt.pk]


def test_a_living_workers_attempt_is_left_alone() -> None:
    attempt = an_attempt()
    claim(attempt_id=attempt.pk, now=NOW)
    assert sweep(now=NOW + LEASE / 2) == []


def test_a_fresh_attempt_is_not_called_for_twice() -> None:
    attempt = an_attempt()
    assert sweep(now=attempt.submitted_at + STALE / 2) == []


def test_an_attempt_whose_message_was_lost_is_called_for() -> None:
    attempt = an_attempt()
    assert sweep(now=attempt.submitted_at + STALE * 2) == [attempt.pk]


def test_a_start_frees_every_lease_of_the_process_before() -> None:
    attempt = an_attempt()
    claim(attempt_id=attempt.pk, now=NOW)
    free_all(Attempt)
    assert sweep(now=NOW, fresh=True) == [attempt.pk]


def test_a_halted_attempt_judged_again_takes_the_new_judgement() -> None:
    attempt = halted_by("judge_unavailable")
    rejudge_attempt(attempt=attempt, apply=False, by="test", now=NOW)
    again = decided_as("APPROVE", attempt)
    assert (again.state, again.route, again.judgement_number) == ("decided", "APPROVE", 2)


def test_an_attempt_that_halts_for_another_cause_names_the_group_where_it_waits() -> None:
    halted_by("judge_timeout", turn_id="turn_0")
    attempt = halted_by("judge_unavailable")
    rejudge_attempt(attempt=attempt, apply=False, by="test", now=NOW)
    halted_by("judge_timeout", attempt)
    told = attempt_resource(attempt.pk)
    assert (told["intervention_id"], told["intervention_open"]) == (
        str(Intervention.objects.get(state="open").pk),
        True,
    )


def test_a_halt_that_is_over_names_its_intervention_so_that_the_desk_hears_of_it() -> None:
    attempt = halted_by("judge_unavailable")
    rejudge_attempt(attempt=attempt, apply=False, by="test", now=NOW)
    claimed = claim(attempt_id=attempt.pk, now=NOW)
    assert claimed is not None
    approved = GateResult(a_decision(Decision.APPROVE), None, NOTHING, EMBEDDED)
    recorded = record_judgement(claimed=claimed, judged=approved, now=NOW)
    assert recorded is not None
    assert recorded.intervention_id == Intervention.objects.get(state="ruled").pk


def test_old_judgements_stay() -> None:
    attempt = halted_by("judge_unavailable")
    rejudge_attempt(attempt=attempt, apply=False, by="test", now=NOW)
    decided_as("APPROVE", attempt)
    assert list(attempt.judgements.order_by("number").values_list("halt_cause", flat=True)) == ["judge_unavailable", ""]


def test_an_undecided_attempt_is_not_judged_again() -> None:
    with pytest.raises(Conflict):
        rejudge_attempt(attempt=an_attempt(), apply=False, by="test", now=NOW)


def test_what_was_decided_meanwhile_is_not_replaced_without_the_right_to() -> None:
    halted = halted_by("judge_timeout")
    rejudge_attempt(attempt=halted, apply=True, by="test", now=NOW)
    decided_as("FAIL", halted)
    with pytest.raises(NotAllowed):
        rejudge_attempt(
            attempt=halted, apply=True, by="test", now=NOW, check_apply=lambda: check_scope(["review"], Scope.ADMIN)
        )
    assert Attempt.objects.get().rejudge == ""


def test_a_halt_does_not_count_against_the_loop_limits() -> None:
    halted_by("judge_timeout")
    after = decided_as("REVISE", draft="a second draft")
    assert (after.revise_count, after.retry_count) == (0, 0)


def test_the_counters_are_those_of_earlier_attempts_in_order_of_submission() -> None:
    first = halted_by("judge_timeout")
    decided_as("REVISE", draft="a second draft")
    rejudge_attempt(attempt=first, apply=False, by="test", now=NOW)
    assert decided_as("REVISE", first).revise_count == 0


def test_a_comparison_does_not_touch_the_decision() -> None:
    attempt = decided_as("REVISE")
    rejudge_attempt(attempt=attempt, apply=False, by="test", now=NOW)
    after = decided_as("APPROVE", attempt)
    assert (after.decision, after.judgement_number, after.rejudge) == ("REVISE", 1, "")


def test_the_database_refuses_a_confidence_above_one() -> None:
    from django.db import IntegrityError, transaction

    attempt = decided_as("REVISE")
    with pytest.raises(IntegrityError), transaction.atomic():
        Attempt.objects.filter(pk=attempt.pk).update(confidence=1.5)


def test_the_database_refuses_a_halt_without_a_cause() -> None:
    from django.db import IntegrityError, transaction

    attempt = halted_by("judge_refused")
    with pytest.raises(IntegrityError), transaction.atomic():
        Attempt.objects.filter(pk=attempt.pk).update(halt_cause="")


def test_an_order_to_apply_outlasts_one_to_compare() -> None:
    attempt = decided_as("FAIL")
    rejudge_attempt(attempt=attempt, apply=True, by="ada", now=NOW)
    rejudge_attempt(attempt=attempt, apply=False, by="rita", now=NOW)
    assert decided_as("APPROVE", attempt).decision == Decision.APPROVE


def test_an_order_to_apply_that_comes_while_a_comparison_is_made_still_waits() -> None:
    attempt = decided_as("FAIL")
    rejudge_attempt(attempt=attempt, apply=False, by="rita", now=NOW)
    running = claim(attempt_id=attempt.pk, now=NOW)
    assert running is not None
    rejudge_attempt(attempt=attempt, apply=True, by="ada", now=NOW)
    judged = GateResult(a_decision(Decision.APPROVE), None, NOTHING, EMBEDDED)
    record_judgement(claimed=running, judged=judged, now=NOW)
    assert (Attempt.objects.get().decision, Attempt.objects.get().rejudge) == (Decision.FAIL, "apply")
