"""The query-analysis gate, phase 1.5: is the QueryAnalysis coherent enough to proceed (spec 2)?

Rules first. What they object to is certain, so no judge is asked; only an analysis that passes them is worth the
question whether the query is ambiguous, and without a judge it passes.
"""

from __future__ import annotations

from typing import Any

from validation.domain.halt import Halt, HaltCause
from validation.domain.policy import QueryAnalysisPolicy
from validation.query_analysis.gate.analysis import read_analysis
from validation.query_analysis.gate.checks import (
    check_ambiguity,
    check_fields,
    check_mode,
    check_resolution,
    check_time,
)
from validation.query_analysis.gate.result import AnalysisResult, Rule, Status, Validation

PASSED_BY_RULES = 0.8
"""Confidence of a pass that no judge has looked at."""

_DEFAULT = QueryAnalysisPolicy()


def validate_analysis(
    raw_query: str, analysis: Any, *, earlier_retries: int, policy: QueryAnalysisPolicy = _DEFAULT
) -> AnalysisResult:
    """The decision of the rules alone. `earlier_retries` counts the retries already given for this turn. An analysis
    that is no object halts as `input_malformed`; missing or malformed fields are a retry."""
    if not isinstance(analysis, dict):
        message = f"The analysis is {_kind(analysis)} instead of an object; phase 1 must write a JSON object."
        return AnalysisResult(None, False, halt=Halt(HaltCause.INPUT_MALFORMED, message))
    rules = _objections(raw_query, analysis)
    return AnalysisResult(_decided(rules), earlier_retries < policy.retry_limit, rules)


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
