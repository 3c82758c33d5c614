"""The clock of a machine is set forward by hours: what a worker still judges is taken from it, and counts once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.verdicts import NOTHING, an_attempt
from validation.domain.halt import Halt, HaltCause
from validation.models import Attempt, Judgement
from validation.platform.work.leased_work import free_expired, renew
from validation.response.actions.judging import ClaimedAttempt, claim
from validation.response.actions.record import record_judgement
from validation.response.gate.gate import EMBEDDED, GateResult

FORWARD = timedelta(hours=3)
HALTED = GateResult(None, Halt(HaltCause.VERDICT_MALFORMED, "no JSON"), NOTHING, EMBEDDED)
pytestmark = pytest.mark.django_db


def claimed_before_and_after() -> tuple[ClaimedAttempt, ClaimedAttempt]:
    attempt, now = an_attempt(), timezone.now()
    first = claim(attempt_id=attempt.pk, now=now)
    free_expired(Attempt, now=now + FORWARD)
    second = claim(attempt_id=attempt.pk, now=now + FORWARD)
    assert first is not None
    assert second is not None
    return first, second


def test_the_first_run_learns_at_its_next_renewal_that_it_lost_the_lease() -> None:
    first, second = claimed_before_and_after()
    assert (renew(first.lease, now=timezone.now()), renew(second.lease, now=timezone.now() + FORWARD)) == (False, True)


def test_of_two_runs_one_records() -> None:
    first, second = claimed_before_and_after()
    now = timezone.now() + FORWARD
    record_judgement(claimed=first, judged=HALTED, now=now)
    record_judgement(claimed=second, judged=HALTED, now=now)
    assert Judgement.objects.count() == 1


def test_a_run_that_renewed_since_keeps_its_lease() -> None:
    attempt, now = an_attempt(), timezone.now()
    first = claim(attempt_id=attempt.pk, now=now)
    assert first is not None
    renew(first.lease, now=now + FORWARD)
    assert free_expired(Attempt, now=now + FORWARD) == 0
