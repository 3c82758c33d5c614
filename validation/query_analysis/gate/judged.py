"""The judge's part of the gate: asked only about what the rules let pass, and only about ambiguity."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from validation.domain.halt import Halted
from validation.judge.protocol import Asker, AskFailed, AskRecord
from validation.query_analysis.gate.analysis import read_analysis
from validation.query_analysis.gate.result import AnalysisResult, Rule, Status, Validation
from validation.query_analysis.gate.rubric import read_validation, render

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
    return (Rule("judge", message, validation.status, remedy, validation.confidence),)


def _halted(halted: Halted) -> AnalysisResult:
    return AnalysisResult(None, False, halt=halted.halt)
