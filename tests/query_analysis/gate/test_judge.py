"""What the judge is asked, and which of its answers are believed."""

from __future__ import annotations

import json

import pytest

from tests.query_analysis.gate.rules import analysis
from validation.domain.halt import Halt, HaltCause, Halted
from validation.judge.budget import estimate_tokens
from validation.judge.protocol import Answer, LlmCallFailed, LlmCallRecord
from validation.query_analysis.gate.analysis import read_analysis
from validation.query_analysis.gate.gate import ask_about_ambiguity, validate_analysis
from validation.query_analysis.gate.rubric import read_validation, render

QUERY = "find the best espresso machine under 300 euros"
PASS = {"status": "pass", "confidence": 0.9, "issues": [], "retry_guidance": [], "clarification_question": None}
ASKS = {**PASS, "status": "clarify", "issues": ["Two cities of that name."], "clarification_question": "Which one?"}
RETRY = {**PASS, "status": "retry", "issues": ["No purpose."], "retry_guidance": ["set user_purpose"]}


class Says:
    """An llm_client that gives one fixed reply and remembers what it was asked."""

    def __init__(self, reply):
        self.reply = reply if isinstance(reply, (str, Exception)) else json.dumps(reply)
        self.asked = []

    def ask(self, ask):
        self.asked.append(ask)
        if isinstance(self.reply, Exception):
            raise self.reply
        return Answer(self.reply, LlmCallRecord(judge="vllm", model="m", tokens_in=300, tokens_out=40))

    def count_tokens(self, text):
        return estimate_tokens(text)


def judged(reply, query=QUERY, document=None):
    document = document or analysis(query)
    llm_client = Says(reply)
    ruled = validate_analysis(query, document)
    return ask_about_ambiguity(query, document, ruled, llm_client=llm_client, deadline=5.0), llm_client


def question(query=QUERY, **fields):
    return render(query, read_analysis(analysis(query, **fields))[0], deadline=5.0)


def test_the_judge_is_asked_at_the_temperature_of_a_reflex():
    assert question().temperature == 0.4


def test_a_usual_question_and_answer_fit_the_budget_of_the_spec():
    ask = question(data_requirements={"needs_live_data": True, "needs_reviews": True})
    asked = estimate_tokens(ask.system) + estimate_tokens(ask.user)
    assert asked + estimate_tokens(json.dumps(ASKS)) <= 380


def test_an_endless_analysis_is_cut_to_a_bounded_question():
    ask = question("q " * 50_000, user_purpose="p" * 90_000, data_requirements={str(n): n for n in range(9_999)})
    assert estimate_tokens(ask.user) <= 700
    assert "[cut]" in ask.user


def test_requirements_nested_beyond_reason_are_not_shown():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    assert "[cannot be shown]" in question(data_requirements=deep).user


@pytest.mark.parametrize("answer", [PASS, ASKS, RETRY])
def test_a_sound_answer_becomes_the_validation(answer):
    assert read_validation(json.dumps(answer)).as_document() == answer


@pytest.mark.parametrize(
    "answer",
    [
        {**PASS, "issues": ["x"]},
        {**PASS, "retry_guidance": ["x"]},
        {**PASS, "clarification_question": "Which?"},
        {**RETRY, "retry_guidance": []},
        {**RETRY, "retry_guidance": ["  "]},
        {**RETRY, "clarification_question": "Which?"},
        {**ASKS, "clarification_question": None},
        {**ASKS, "clarification_question": " "},
    ],
)
def test_an_answer_whose_fields_contradict_its_status_halts(answer):
    with pytest.raises(Halted) as caught:
        read_validation(json.dumps(answer))
    assert caught.value.halt.cause is HaltCause.VERDICT_INCONSISTENT


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "pass",
        "[]",
        "{}",
        json.dumps({**PASS, "status": "PASS"}),
        json.dumps({**PASS, "status": "approve"}),
        json.dumps({**PASS, "confidence": 1.2}),
        json.dumps({**PASS, "confidence": True}),
        json.dumps({**PASS, "confidence": "0.9"}),
        json.dumps({**PASS, "issues": "none"}),
        json.dumps({**PASS, "extra": 1}),
        json.dumps({**ASKS, "clarification_question": ["a"]}),
        json.dumps({key: value for key, value in PASS.items() if key != "issues"}),
        f"{json.dumps(PASS)} and more",
    ],
)
def test_an_answer_of_another_shape_halts(reply):
    with pytest.raises(Halted) as caught:
        read_validation(reply)
    assert (caught.value.halt.cause, caught.value.raw_reply) == (HaltCause.VERDICT_MALFORMED, reply)


def test_the_judge_may_ask_where_the_rules_pass():
    outcome, _ = judged(ASKS)
    assert outcome.result.validation.clarification_question == "Which one?"
    assert [rule.code for rule in outcome.result.rules] == ["judge"]


def test_an_unsure_question_becomes_a_pass():
    outcome, _ = judged({**ASKS, "confidence": 0.3})
    assert outcome.result.validation.as_document() == {**PASS, "confidence": 0.7}


def test_a_broken_answer_never_leaves_the_pass_of_the_rules_standing():
    outcome, _ = judged("no idea")
    assert (outcome.result.validation, outcome.result.halt.cause) == (None, HaltCause.VERDICT_MALFORMED)
    assert outcome.raw_reply == "no idea"


def test_a_judge_out_of_reach_halts_with_what_was_spent():
    record = LlmCallRecord(judge="vllm", model="m", tries=3)
    outcome, _ = judged(LlmCallFailed(Halt(HaltCause.JUDGE_TIMEOUT, "Too late."), record=record))
    assert (outcome.result.halt.cause, outcome.record) == (HaltCause.JUDGE_TIMEOUT, record)
