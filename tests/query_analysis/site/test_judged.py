"""With an LLM: it is asked about what the rules let pass, what it cost is kept, and its failure halts."""

from __future__ import annotations

import json

import pytest
from pytest_django import Settings

from tests.query_analysis.gate.test_judge import ASKS, PASS, Says
from tests.query_analysis.site.analyses import VAGUE, recorded
from validation.domain.halt import Halt, HaltCause
from validation.judge.protocol import LlmCallFailed, LlmCallRecord
from validation.models import Intervention
from validation.query_analysis.queries.query_analyses import load_analysis
from validation.query_analysis.schemas import QueryAnalysisOut

pytestmark = pytest.mark.django_db


def test_its_question_reaches_the_user() -> None:
    record = recorded(llm_client=Says(ASKS)).record
    assert (record.status, record.text.validation["clarification_question"]) == ("clarify", "Which one?")


def test_what_the_asking_cost_is_kept_with_the_raw_reply() -> None:
    record = recorded(llm_client=Says(PASS)).record
    assert (record.judge, record.model, record.tokens_in, record.tokens_out) == ("vllm", "m", 300, 40)
    assert json.loads(record.text.raw_reply) == PASS


def test_the_judge_has_the_time_that_the_operator_set(settings: Settings) -> None:
    settings.COUNTERSIGN_JUDGE_DEADLINE = 300
    llm_client = Says(PASS)
    recorded(llm_client=llm_client)
    assert llm_client.asked[0].deadline == 300.0


def test_what_the_rules_object_to_is_asked_of_nobody() -> None:
    llm_client = Says(PASS)
    record = recorded(VAGUE, llm_client=llm_client).record
    assert (record.status, record.judge, llm_client.asked) == ("clarify", "rules", [])


@pytest.mark.parametrize(
    ("reply", "cause"),
    [
        ("no JSON at all", "verdict_malformed"),
        ({**PASS, "status": "retry"}, "verdict_inconsistent"),
        (
            LlmCallFailed(
                Halt(HaltCause.JUDGE_TIMEOUT, "No answer in 60 s."), record=LlmCallRecord("vllm", "m", tries=3)
            ),
            "judge_timeout",
        ),
    ],
)
def test_an_answer_that_cannot_be_believed_halts_and_never_passes(reply: object, cause: str) -> None:
    made = recorded(llm_client=Says(reply))
    assert (made.record.status, made.record.halt_cause, made.record.retry_allowed) == ("", cause, False)
    assert Intervention.objects.get(pk=made.intervention_id).cause == cause


def test_a_judge_that_is_away_is_critical() -> None:
    away = LlmCallFailed(
        Halt(HaltCause.JUDGE_UNAVAILABLE, "Connection refused."), record=LlmCallRecord("vllm", "m", tries=3)
    )
    made = recorded(llm_client=Says(away))
    assert Intervention.objects.get(pk=made.intervention_id).priority == "critical"


def test_words_of_a_judge_that_no_database_holds_are_kept_as_escapes() -> None:
    made = recorded(llm_client=Says({**ASKS, "issues": ["NUL \x00 and half \ud800"]}))
    whole = load_analysis(made.record.pk)
    assert whole is not None
    assert QueryAnalysisOut.of(whole)["validation"]["issues"] == ["NUL \\u0000 and half \\ud800"]
