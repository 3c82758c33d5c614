"""The query-analysis gate, phase 1.5: is the QueryAnalysis coherent enough to proceed (spec 2)?

Rules come first. Their objections are certain, so a judge is only asked whether the query is ambiguous if they have
none; without a judge such an analysis passes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from validation.domain.halt import HaltCause, Halted
from validation.judge.protocol import LlmCallFailed, LlmCallRecord, LlmClient
from validation.query_analysis.gate.analysis import read_analysis
from validation.query_analysis.gate.checks import (
    check_ambiguity,
    check_fields,
    check_mode,
    check_resolution,
    check_time,
)
from validation.query_analysis.gate.result import AnalysisResult, Rule, RuleCode, Status, Validation
from validation.query_analysis.gate.rubric import read_validation, render

PASSED_BY_RULES = 0.8
"""Confidence of a pass without a judge."""


def validate_analysis(raw_query: str, analysis: Any) -> AnalysisResult:
    """The decision of the rules. An analysis that is not an object halts as `input_malformed`; missing or malformed
    fields are a retry. Whether phase 1 may run again is decided when the result is recorded, since it depends on the
    turn."""
    if not isinstance(analysis, dict):
        halt = HaltCause.INPUT_MALFORMED.halt("analysis_not_object", kind=_kind(analysis))
        return AnalysisResult(None, halt=halt)
    rules = _objections(raw_query, analysis)
    return AnalysisResult(_decided(rules), rules)


def _objections(raw_query: str, document: dict[str, Any]) -> tuple[Rule, ...]:
    analysis, faults = read_analysis(document)
    return (
        *check_fields(faults),
        *check_resolution(raw_query, analysis),
        *check_mode(raw_query, analysis),
        *check_time(raw_query, analysis),
        *check_ambiguity(raw_query, analysis),
    )


def _decided(rules: tuple[Rule, ...]) -> Validation:
    """A retry takes precedence over a question, which an incoherent analysis gives no basis for. The first rule that
    asks a question provides its text."""
    if not rules:
        return Validation(Status.PASS, PASSED_BY_RULES)
    retries = [rule for rule in rules if rule.asks is Status.RETRY]
    speaking = retries or list(rules)
    return Validation(
        status=speaking[0].asks,
        confidence=max(rule.confidence for rule in speaking),
        issues=tuple(rule.message for rule in rules),
        retry_guidance=tuple(rule.remedy for rule in retries),
        clarification_question=None if retries else rules[0].remedy,
    )


def _kind(value: Any) -> str:
    kinds = {
        str: "a text",
        list: "a list",
        bool: "true or false",
        int: "a number",
        float: "a number",
        type(None): "null",
    }
    return kinds.get(type(value), "something else")


SURE_ENOUGH = 0.5
"""An objection with a lower confidence counts as unsure, and unsure is a pass (spec 2, section 5.3)."""


@dataclass(frozen=True, slots=True)
class AmbiguityAnswer:
    """The result with its LLM call; `record` is None and `raw_reply` empty if no judge was asked."""

    result: AnalysisResult
    record: LlmCallRecord | None = None
    raw_reply: str = ""


def ask_about_ambiguity(
    raw_query: str, analysis: Any, ruled: AnalysisResult, *, llm_client: LlmClient, deadline: float = 90.0
) -> AmbiguityAnswer:
    """Asks the judge if the rules passed (`ruled`, from `validate_analysis`). Halts if the judge does not answer within
    `deadline` seconds or its reply is invalid, in spite of the rules' pass."""
    if not ruled.passes:
        return AmbiguityAnswer(ruled)
    fields, _ = read_analysis(analysis)
    try:
        answer = llm_client.ask(render(raw_query, fields, deadline=deadline))
    except LlmCallFailed as failed:
        return AmbiguityAnswer(_halted(failed), failed.record, failed.raw_reply)
    try:
        validation = settled(read_validation(answer.text))
    except Halted as halted:
        return AmbiguityAnswer(_halted(halted), answer.record, answer.text)
    return AmbiguityAnswer(replace(ruled, validation=validation, rules=_rules(validation)), answer.record, answer.text)


def settled(validation: Validation) -> Validation:
    """Turns an objection with low confidence into a pass with the complementary confidence."""
    if validation.status is Status.PASS or validation.confidence >= SURE_ENOUGH:
        return validation
    return Validation(Status.PASS, round(1 - validation.confidence, 4))


def _rules(validation: Validation) -> tuple[Rule, ...]:
    if validation.status is Status.PASS:
        return ()
    remedy = validation.clarification_question or validation.retry_guidance[0]
    message = validation.issues[0] if validation.issues else remedy
    return (Rule(RuleCode.JUDGE, message, validation.status, remedy, validation.confidence),)


def _halted(halted: Halted) -> AnalysisResult:
    return AnalysisResult(None, halt=halted.halt)
