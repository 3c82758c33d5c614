"""Every question to an LLM is one row, whichever gate asked."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.query_analysis.gate.test_judge import Says
from tests.query_analysis.site.analyses import recorded
from tests.verdicts import NOTHING, an_attempt
from validation.domain.halt import Halt, HaltCause
from validation.judge.protocol import LlmCallFailed, LlmCallRecord
from validation.models import JudgeCall, Occurrence, Turn
from validation.platform.retention import prune
from validation.response.actions.judging import claim
from validation.response.actions.record import record_judgement
from validation.response.gate.gate import GateResult

pytestmark = pytest.mark.django_db
FAILED = LlmCallRecord("vllm", "m", tries=4, tokens_in=900)


def an_attempt_that_an_llm_halted() -> str:
    attempt, now = an_attempt(), timezone.now()
    claimed = claim(attempt_id=attempt.pk, now=now)
    assert claimed is not None
    judged = GateResult(None, Halt(HaltCause.JUDGE_TIMEOUT, "Too late."), NOTHING, FAILED)
    record_judgement(claimed=claimed, judged=judged, now=now)
    return str(attempt.pk)


def told() -> list[tuple[object, ...]]:
    return list(JudgeCall.objects.values_list("gate", "subject_id", "tries", "tokens_in", "halt_cause"))


def test_a_judgement_keeps_its_call() -> None:
    subject = an_attempt_that_an_llm_halted()
    assert told() == [("response", subject, 4, 900, "judge_timeout")]


def test_a_query_analysis_keeps_its_call() -> None:
    away = LlmCallFailed(Halt(HaltCause.JUDGE_UNAVAILABLE, "Connection refused."), record=FAILED)
    subject = str(recorded(llm_client=Says(away)).record.pk)
    assert told() == [("query_analysis", subject, 4, 900, "judge_unavailable")]


def test_calls_go_with_what_they_were_about() -> None:
    subject = an_attempt_that_an_llm_halted()
    JudgeCall.objects.create(
        pipeline=Turn.objects.get().pipeline, gate="principles", subject_id=subject, tries=1, at=timezone.now()
    )
    Occurrence.objects.all().delete()  # open work would keep the turn
    prune(keep={"turns": 1}, by="test", now=timezone.now() + timedelta(days=9))
    assert (Turn.objects.count(), told()) == (0, [])
