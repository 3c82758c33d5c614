"""The rules of spec 2 section 5, each a function that objects or stays silent. They decide what is certain; what is
merely ambiguous is left to a judge, and without one the gate passes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from validation.query_analysis.gate.analysis import Fault, QueryAnalysis, Resolution
from validation.query_analysis.gate.bare_query import read_bare_query
from validation.query_analysis.gate.code_signals import read_code_signals
from validation.query_analysis.gate.foreign_bare import POINTING
from validation.query_analysis.gate.resolved_names import names_something_else, replaced_by_another
from validation.query_analysis.gate.result import Rule, Status
from validation.query_analysis.gate.time_signals import asks_for_live_data, time_word
from validation.query_analysis.gate.words import READINGS

STRUCTURAL = 1.0
"""Confidence in what the fields alone show; signals in the words of a query are a little less sure."""
SIGNAL = 0.9

_WORDS = re.compile(r"\w+")
CODE_AT_HAND = {"this", "that", "it", "these", "those", "them", *READINGS, *POINTING}
"""In code mode these need no question: "why does this print 1?", "run it"."""

_AROUND = " .,;:!?\"'“”‘’"
"""What phase 1 may leave around the reference that it quotes."""


def check_fields(faults: tuple[Fault, ...]) -> Iterator[Rule]:
    for fault in faults:
        code, what = ("field_missing", "is missing") if fault.missing else ("field_malformed", "is malformed")
        message = f"{fault.field} {what}; expected: {fault.expected}"
        remedy = f"set {fault.field} to {fault.expected}"
        yield Rule(code, message, Status.RETRY, remedy, STRUCTURAL, about=fault.field)


def check_resolution(raw_query: str, analysis: QueryAnalysis) -> Iterator[Rule]:
    """Contradictions between `resolved_query` and `reference_resolution`."""
    changed = bool(analysis.resolved_query) and _folded(raw_query) != _folded(analysis.resolved_query)
    match analysis.resolution:
        case Resolution.FAILED:
            if changed:
                yield _failed_but_changed()
            elif analysis.resolved_to:
                yield _contradiction("failed", "resolved_to names something")
        case Resolution.RESOLVED:
            if analysis.original_references and analysis.resolved_query and not changed:
                yield _contradiction("resolved", "resolved_query still holds the reference as the user wrote it")
            elif names_something_else(analysis.resolved_query, analysis.resolved_to) or replaced_by_another(
                raw_query, analysis.resolved_query, analysis.resolved_to
            ):
                yield _contradiction("resolved", f"resolved_query does not name “{analysis.resolved_to[:80]}”")
        case Resolution.NOT_NEEDED:
            if analysis.original_references and analysis.resolved_to:
                yield _contradiction("not_needed", "original_references and resolved_to say that one was resolved")


def check_mode(raw_query: str, analysis: QueryAnalysis) -> Iterator[Rule]:
    """Work on code needs the user's permission in chat mode; code merely mentioned needs another mode."""
    if analysis.mode != "chat":
        return
    signals = read_code_signals(raw_query)
    if signals.order:
        message = f"mode is chat but the query orders work on code: {signals.order}"
        question = "This needs work on code, and you are in chat mode. May I switch to code mode?"
        yield Rule("code_permission_needed", message, Status.CLARIFY, question, SIGNAL)
    elif signals.mentioned:
        message = f"mode is chat but the query references {signals.mentioned}"
        guidance = f"set mode=code because the query references {signals.mentioned}"
        yield Rule("mode_conflict", message, Status.RETRY, guidance, SIGNAL)


def check_time(raw_query: str, analysis: QueryAnalysis) -> Iterator[Rule]:
    if analysis.data_requirements is None or asks_for_live_data(analysis.data_requirements):
        return
    word = time_word(raw_query) or time_word(analysis.user_purpose)
    if word:
        message = f"The query is time-sensitive (“{word}”) but data_requirements asks for no live data"
        guidance = (
            f"recompute data_requirements: set a live data flag such as needs_live_data=true, the query says “{word}”"
        )
        yield Rule("live_data_missing", message, Status.RETRY, guidance, SIGNAL)


def check_ambiguity(raw_query: str, analysis: QueryAnalysis) -> Iterator[Rule]:
    """Whether the user must say more: a query that names nothing and that phase 1 could not fill in."""
    failed = analysis.resolution is Resolution.FAILED
    if not failed and (analysis.resolution is Resolution.RESOLVED or analysis.has_context):
        return
    asked = raw_query if failed or not analysis.resolved_query else analysis.resolved_query
    bare = read_bare_query(asked)
    if bare and analysis.mode == "code" and not failed and bare.word in CODE_AT_HAND:
        return
    if bare:
        message = f"The query names nothing to act on (“{bare.word}”) and nothing before it says what is meant"
        yield Rule(bare.lack.value, message, Status.CLARIFY, bare.question, SIGNAL)
    elif failed and analysis.original_references:
        told = analysis.original_references[0][:80].strip(_AROUND)
        message = f"The reference “{told}” could not be resolved"
        yield Rule("reference_unresolved", message, Status.CLARIFY, f"What does “{told}” refer to?", SIGNAL)
    elif not asked.strip():
        yield Rule("core_entity_missing", "The query is empty", Status.CLARIFY, "What would you like to know?", SIGNAL)


def _failed_but_changed() -> Rule:
    message = "reference_resolution.status is failed but resolved_query differs from the query"
    guidance = "keep resolved_query as the user wrote it, or set reference_resolution.status=resolved with resolved_to"
    return Rule("failed_but_changed", message, Status.RETRY, guidance, STRUCTURAL)


def _contradiction(status: str, because: str) -> Rule:
    message = f"reference_resolution.status is {status} but {because}"
    guidance = "make resolved_query, resolved_to and reference_resolution.status say the same"
    return Rule("resolution_contradiction", message, Status.RETRY, guidance, STRUCTURAL, about=status)


def _folded(text: str) -> list[str]:
    return _WORDS.findall(text.casefold())
