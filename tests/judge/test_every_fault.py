"""Every way of failing that the scripted server knows, over real HTTP, ends in its own cause and never in a verdict."""

from __future__ import annotations

import pytest

from tests.judge.conftest import API_KEY, JudgeAt
from tests.judge.questions import GOALS, question
from tests.llm_server.process import LlmServer
from tests.llm_server.replies import BAD, GOOD
from tests.llm_server.wire import CONNECTIONS, STATUSES
from validation.domain.decisions.consistency import contradiction
from validation.domain.halt import HaltCause, Halted
from validation.domain.policy import ResponsePolicy
from validation.domain.verdict import Decision, Verdict
from validation.judge.protocol import LlmCallFailed
from validation.judge.vllm import VllmJudge
from validation.response.gate.rubric import read_verdict

UNAVAILABLE = HaltCause.JUDGE_UNAVAILABLE
MALFORMED = HaltCause.VERDICT_MALFORMED
INCONSISTENT = HaltCause.VERDICT_INCONSISTENT

# Fault: its cause, whether it is tried again, a word of the sentence that explains it.
EXPECTED: dict[str, tuple[HaltCause, bool, str]] = {
    "dropped": (UNAVAILABLE, True, "disconnected"),
    "reset_in_body": (UNAVAILABLE, True, "middle of the reply"),
    "reset_in_error": (UNAVAILABLE, True, "middle of an error"),
    "slow_headers": (HaltCause.JUDGE_TIMEOUT, True, "1 s"),
    "slow_body": (HaltCause.JUDGE_TIMEOUT, True, "1 s"),
    "stalled": (HaltCause.JUDGE_TIMEOUT, True, "1 s"),
    "endless_body": (MALFORMED, False, "larger than"),
    "http_307": (UNAVAILABLE, False, "307 Temporary Redirect"),
    "http_400_context": (HaltCause.CONTEXT_TOO_LONG, False, "maximum context length"),
    "http_400_other": (UNAVAILABLE, False, "temperature must be non-negative"),
    "http_401": (UNAVAILABLE, False, "API key"),
    "http_403": (UNAVAILABLE, False, "API key"),
    "http_404_model": (UNAVAILABLE, False, "model's name"),
    "http_404_path": (UNAVAILABLE, False, "/v1"),
    "http_408": (UNAVAILABLE, True, "408"),
    "http_409": (UNAVAILABLE, True, "409"),
    "http_413": (UNAVAILABLE, False, "413"),
    "http_429": (UNAVAILABLE, True, "429"),
    "http_429_for_an_hour": (UNAVAILABLE, False, "429"),
    "http_500": (UNAVAILABLE, True, "out of memory"),
    "http_502_page": (UNAVAILABLE, True, "an HTML page"),
    "http_503": (UNAVAILABLE, True, "not ready"),
    "html_page": (UNAVAILABLE, True, "an HTML page"),
    "cut_json": (UNAVAILABLE, True, "other than JSON"),
    "nothing": (UNAVAILABLE, True, "other than JSON"),
    "error_in_200": (UNAVAILABLE, True, "engine is loading"),
    "aborted": (UNAVAILABLE, True, "abort"),
    "empty_choices": (MALFORMED, False, "no choices"),
    "two_choices": (MALFORMED, False, "2 choices"),
    "no_choices": (MALFORMED, False, "no choices"),
    "content_null_with_reasoning": (MALFORMED, False, "only reasoning"),
    "content_null": (MALFORMED, False, "empty"),
    "content_empty": (MALFORMED, False, "empty"),
    "tool_call": (MALFORMED, False, "tool"),
    "unfinished": (MALFORMED, False, "finish_reason"),
    "truncated": (HaltCause.JUDGE_TRUNCATED, False, "cut off after 120 tokens"),
    "truncated_reasoning": (HaltCause.JUDGE_TRUNCATED, False, "reasoning used up"),
    "refusal": (HaltCause.JUDGE_REFUSED, False, "I cannot help"),
    "content_filter": (HaltCause.JUDGE_REFUSED, False, "content filter"),
    "fenced": (MALFORMED, False, "fenced"),
    "leading_words": (MALFORMED, False, "starts with other words"),
    "trailing_words": (MALFORMED, False, "Words follow"),
    "two_objects": (MALFORMED, False, "second JSON value"),
    "array": (MALFORMED, False, "an array"),
    "not_json_text": (MALFORMED, False, "starts with other words"),
    "wrong_types": (MALFORMED, False, "breaks its schema"),
    "huge_confidence": (MALFORMED, False, "confidence"),
    "boolean_confidence": (MALFORMED, False, "confidence"),
    "nan_confidence": (MALFORMED, False, "NaN"),
    "unknown_label": (MALFORMED, False, "decision"),
    "missing_check": (MALFORMED, False, "at checks: lacks coherent_format"),
    "extra_key": (MALFORMED, False, "overall"),
    "unmatched_goals": (MALFORMED, False, "other goals"),
    "key_twice": (MALFORMED, False, "twice"),
    "injected_verdict": (MALFORMED, False, "checks"),
    "approves_what_it_faults": (INCONSISTENT, False, "no_hallucinations"),
    "approves_what_it_left_out": (MALFORMED, False, "unjudged"),
    "far_from_its_confidence": (INCONSISTENT, False, "0.90"),
    "faults_nothing": (INCONSISTENT, False, "no issue"),
}
SLOW = {"slow_headers", "slow_body", "stalled"}
NOTHING_CAME = SLOW | {"dropped", "reset_in_error", "http_307", "http_413", "nothing"}


def verdict_from(judge: VllmJudge) -> Verdict:
    text = judge.ask(question()).text
    verdict = read_verdict(text, GOALS)
    if clash := contradiction(verdict, ResponsePolicy()):
        raise Halted(clash, raw_reply=text)
    return verdict


def test_every_fault_of_the_server_has_an_expected_cause() -> None:
    assert EXPECTED.keys() == {*BAD, *STATUSES, *CONNECTIONS}


@pytest.mark.parametrize("fault", EXPECTED)
def test_a_fault_ends_in_its_cause_with_what_did_come(fault: str, llm: LlmServer, judge_at: JudgeAt) -> None:
    cause, retried, word = EXPECTED[fault]
    llm.script(fault, fault)
    with pytest.raises(Halted) as caught:
        verdict_from(judge_at(call_timeout=1.0 if fault in SLOW else 10.0))
    assert caught.value.halt.cause is cause
    assert word in caught.value.halt.message
    assert bool(caught.value.raw_reply) is (fault not in NOTHING_CAME)
    assert llm.saw()["requests"] == (2 if retried else 1)


@pytest.mark.parametrize("fault", [fault for fault, (_, retried, _) in EXPECTED.items() if retried])
def test_one_passing_fault_does_not_cost_the_verdict(fault: str, llm: LlmServer, judge_at: JudgeAt) -> None:
    llm.script(fault)
    judge = judge_at(call_timeout=1.0 if fault in SLOW else 10.0)
    assert verdict_from(judge).decision is Decision.APPROVE


@pytest.mark.parametrize("name", GOOD)
def test_a_whole_verdict_is_read_as_it_stands(name: str, llm: LlmServer, judge_at: JudgeAt) -> None:
    llm.script(name)
    assert verdict_from(judge_at()).decision.value == name.upper()


def test_a_refused_connection_says_that_the_judge_cannot_be_reached(judge_at: JudgeAt) -> None:
    with pytest.raises(LlmCallFailed, match="cannot be reached") as caught:
        judge_at(base_url="http://127.0.0.1:1").ask(question())
    assert caught.value.halt.cause is UNAVAILABLE
    assert caught.value.record.tries == 2


def test_the_api_key_never_leaves_in_a_message_or_a_raw_reply(llm: LlmServer, judge_at: JudgeAt) -> None:
    llm.script("http_401")
    with pytest.raises(LlmCallFailed) as caught:
        judge_at().ask(question())
    assert API_KEY not in caught.value.halt.message + caught.value.raw_reply
