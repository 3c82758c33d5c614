"""What no judge gets through, and what no database takes: an end of trying, and nothing lost."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.verdicts import NOTHING, a_decision, an_attempt
from validation.domain.check import CheckName, CheckResult, CheckState, DecisionSource
from validation.domain.decisions.decision import Vote
from validation.domain.decisions.goals import ScoredGoal
from validation.domain.halt import Halt, HaltCause
from validation.domain.verdict import Decision, GoalStatus
from validation.models import Attempt, Intervention, Judgement
from validation.platform.work.leased_work import MAX_TRIES
from validation.response.actions.judging import claim
from validation.response.actions.record import record_judgement
from validation.response.gate.gate import EMBEDDED, GateResult
from validation.response.queries.attempt_resource import attempt_resource
from validation.response.tasks import judge_attempt

pytestmark = pytest.mark.django_db

NASTY = "NUL \x00 and half \ud800"
TOLD = "NUL \\u0000 and half \\ud800"


def _recorded(judged: GateResult) -> Attempt:
    attempt = an_attempt()
    claimed = claim(attempt_id=attempt.pk, now=attempt.submitted_at)
    assert claimed is not None
    assert record_judgement(claimed=claimed, judged=judged, now=attempt.submitted_at) is not None
    return Attempt.objects.get()


def test_what_workers_die_of_again_and_again_halts_and_goes_to_a_person() -> None:
    attempt = an_attempt()
    Attempt.objects.update(tries=MAX_TRIES)
    judge_attempt(str(attempt.pk))
    attempt.refresh_from_db()
    assert (attempt.state, attempt.halt_cause) == ("halted", "input_malformed")
    assert "5 times" in Intervention.objects.get().why


def test_a_verdict_with_text_that_no_database_holds_is_kept_with_that_text_escaped() -> None:
    checks = tuple(CheckResult(name, CheckState.FAIL, NASTY, (DecisionSource.JUDGE,)) for name in CheckName)
    decided = replace(
        a_decision(Decision.REVISE),
        checks=checks,
        issues=(NASTY,),
        notes=NASTY,
        caveat=NASTY,
        revision_hints=NASTY,
        suggested_fixes=NASTY,
        voices=(Vote("judge", Decision.REVISE, NASTY),),
        goals=(ScoredGoal("GOAL_1", NASTY, 0.8, GoalStatus.PASS),),
    )
    told = attempt_resource(_recorded(GateResult(decided, None, NOTHING, EMBEDDED, raw_reply=NASTY)).pk)
    assert (told["issues"], told["notes"], told["revision_hints"]) == ([TOLD], TOLD, TOLD)
    assert (told["voices"][0]["reason"], told["check_details"]["coherent_format"]["reason"]) == (TOLD, TOLD)


def test_a_halt_with_text_that_no_database_holds_is_kept_with_that_text_escaped() -> None:
    halt = Halt(HaltCause.VERDICT_MALFORMED, NASTY)
    attempt = _recorded(GateResult(None, halt, NOTHING, EMBEDDED, raw_reply=NASTY))
    assert (attempt.route_reason, Judgement.objects.get().text.raw_reply, Intervention.objects.get().why) == (TOLD,) * 3
