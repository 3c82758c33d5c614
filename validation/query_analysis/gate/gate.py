"""The query-analysis gate, phase 1.5: is the QueryAnalysis coherent enough to proceed (spec 2)?

Rules first. What they object to is certain, so no judge is asked; only an analysis that passes them is worth the
question whether the query is ambiguous, and without a judge it passes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from validation.domain.halt import HaltCause, Halted
from validation.judge.protocol import Asker, AskFailed, AskRecord
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
"""Confidence of a pass that no judge has looked at."""


def validate_analysis(raw_query: str, analysis: Any) -> AnalysisResult:
    """The decision of the rules alone. An analysis that is no object halts as `input_malformed`; missing or malformed
    fields are a retry. Whether phase 1 may run again is decided with the turn in hand, when the result is recorded."""
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
    """A retry comes before a question to the user: an incoherent analysis is no ground to ask on. One question is
    enough; the first rule that asks for one words it."""
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
"""A judge that is less sure than this of its objection is unsure, and unsure is a pass (spec 2, section 5.3)."""


@dataclass(frozen=True, slots=True)
class AmbiguityAnswer:
    """The result with what asking for it cost; `record` is None and `raw_reply` empty when nobody was asked."""

    result: AnalysisResult
    record: AskRecord | None = None
    raw_reply: str = ""


def ask_about_ambiguity(raw_query: str, analysis: Any, ruled: AnalysisResult, *, asker: Asker) -> AmbiguityAnswer:
    """`ruled` as `validate_analysis` gave it. A judge that cannot be reached or breaks the rules of its answer halts;
    the pass of the rules is then not used."""
    if ruled.validation is None or ruled.validation.status is not Status.PASS:
        return AmbiguityAnswer(ruled)
    fields, _ = read_analysis(analysis)
    try:
        answer = asker.ask(render(raw_query, fields))
    except AskFailed as failed:
        return AmbiguityAnswer(_halted(failed), failed.record, failed.raw_reply)
    try:
        validation = settled(read_validation(answer.text))
    except Halted as halted:
        return AmbiguityAnswer(_halted(halted), answer.record, answer.text)
    return AmbiguityAnswer(replace(ruled, validation=validation, rules=_rules(validation)), answer.record, answer.text)


def settled(validation: Validation) -> Validation:
    """An objection that its own judge doubts becomes a pass, with what remains of the confidence."""
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
