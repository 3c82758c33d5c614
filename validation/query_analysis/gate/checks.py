"""The rules of spec 2, section 5: each is a function that yields objections. Rules decide clear cases; ambiguous ones
are left to a judge, and pass without one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import category

from validation.domain.text.letters import split_words
from validation.domain.text.shown import shown
from validation.domain.text.visible import is_visible
from validation.query_analysis.gate.analysis import Fault, QueryAnalysis, Resolution
from validation.query_analysis.gate.bare_query import BareQuery, read_bare_query
from validation.query_analysis.gate.code_signals import read_code_signals
from validation.query_analysis.gate.foreign_bare import POINTING
from validation.query_analysis.gate.resolved_names import names_something_else, replaced_by_another
from validation.query_analysis.gate.result import Rule, RuleCode
from validation.query_analysis.gate.time_signals import asks_for_live_data, is_about_wording, time_word, without_title
from validation.query_analysis.gate.words import READINGS

_SIGNS = re.compile(r"(?<=\w)#(?!\w)|(?<=\w)_(?=\w)|[+%±×÷]|(?<!\w)(?<!\d\s)-(?=\d)|(?<![-=])[<>]=?(?=\s{0,9}\d)")
"""Signs that are part of what a query says: C#, C++, user_id, 5 + 3, 50 %, -5 degrees, > 50; no arrow, no 3 -5."""
_SPELLINGS = str.maketrans({**dict(zip("−－＋＜＞％＃＄￡￥", "--+<>%#$£¥", strict=True)), "≥": ">=", "≤": "<="})
CODE_AT_HAND = {"this", "that", "it", "these", "those", "them", *READINGS, *POINTING}
"""Clear references in code mode: "why does this print 1?", "run it"."""

_AROUND = " .,;:!?\"'“”‘’"
"""Characters that phase 1 may leave around a quoted reference."""


def check_fields(faults: tuple[Fault, ...]) -> Iterator[Rule]:
    for fault in faults:
        code = RuleCode.FIELD_MISSING if fault.missing else RuleCode.FIELD_MALFORMED
        yield code.rule(about=fault.field, field=fault.field, value=shown(fault.value), expected=fault.expected)


def check_resolution(raw_query: str, analysis: QueryAnalysis) -> Iterator[Rule]:
    """Contradictions between `resolved_query` and `reference_resolution`."""
    changed = bool(analysis.resolved_query) and _folded(raw_query) != _folded(analysis.resolved_query)
    match analysis.resolution:
        case Resolution.FAILED:
            if changed:
                yield RuleCode.FAILED_BUT_CHANGED.rule()
            elif analysis.resolved_to:
                yield RuleCode.RESOLUTION_CONTRADICTION.rule("failed", about="failed")
        case Resolution.RESOLVED:
            kept = analysis.resolved_query and not changed and analysis.original_references
            if kept or _names_nothing(raw_query, analysis):
                yield RuleCode.RESOLUTION_CONTRADICTION.rule("kept", about="resolved")
            elif names_something_else(analysis.resolved_query, analysis.resolved_to) or replaced_by_another(
                raw_query, analysis.resolved_query, analysis.resolved_to
            ):
                name = analysis.resolved_to[:80]
                yield RuleCode.RESOLUTION_CONTRADICTION.rule("unnamed", about="resolved", name=name)
        case Resolution.NOT_NEEDED:
            if analysis.original_references and analysis.resolved_to:
                yield RuleCode.RESOLUTION_CONTRADICTION.rule("not_needed", about="not_needed")


def check_mode(raw_query: str, analysis: QueryAnalysis) -> Iterator[Rule]:
    """In chat mode work on code needs the user's permission, and a mention of code another mode."""
    if analysis.mode != "chat":
        return
    read = [read_code_signals(text) for text in dict.fromkeys((raw_query, analysis.resolved_query))]
    if order := next((signals.order for signals in read if signals.order), None):
        yield RuleCode.CODE_PERMISSION_NEEDED.rule(order=order)
    elif mentioned := next((signals.mentioned for signals in read if signals.mentioned), None):
        yield RuleCode.MODE_CONFLICT.rule(code=mentioned)


def check_time(raw_query: str, analysis: QueryAnalysis) -> Iterator[Rule]:
    if analysis.data_requirements is None or asks_for_live_data(analysis.data_requirements):
        return
    resolved = "" if is_about_wording(raw_query) else analysis.resolved_query
    filled_in = (without_title(text, analysis.resolved_to) for text in (resolved, analysis.user_purpose))
    word = next(filter(None, map(time_word, (raw_query, *filled_in))), None)
    if word:
        yield RuleCode.LIVE_DATA_MISSING.rule(word=word)


def check_ambiguity(raw_query: str, analysis: QueryAnalysis) -> Iterator[Rule]:
    """Asks the user if the query names nothing and phase 1 could not resolve it."""
    failed = analysis.resolution is Resolution.FAILED
    if not failed and (analysis.resolution is Resolution.RESOLVED or analysis.has_context):
        return
    asked = raw_query if failed or not analysis.resolved_query else analysis.resolved_query
    bare = read_bare_query(asked)
    if bare and not failed and _is_at_hand(bare, analysis):
        return
    if bare:
        yield bare.lack.rule("bare", word=bare.word, remedy=bare.question)
    elif failed and analysis.original_references:
        reference = analysis.original_references[0][:80].strip(_AROUND)
        yield RuleCode.REFERENCE_UNRESOLVED.rule(reference=reference)
    elif not is_visible(asked):
        yield RuleCode.CORE_ENTITY_MISSING.rule()


def _names_nothing(raw_query: str, analysis: QueryAnalysis) -> bool:
    """Whether the resolved query still names nothing: "get me that one", "the cheapest"."""
    bare = read_bare_query(analysis.resolved_query)
    return bare is not None and not _is_at_hand(bare, analysis) and not _adds_name(raw_query, analysis)


def _adds_name(raw_query: str, analysis: QueryAnalysis) -> bool:
    """Whether a name in `resolved_to` is new in the query, though its words name nothing: "The Who", "option 2"."""
    named = set(split_words(analysis.resolved_to.casefold()))
    new = set(split_words(analysis.resolved_query.casefold())) - set(split_words(raw_query.casefold()))
    is_name = _has_name(analysis.resolved_to) or any(
        word.casefold() in named & new and word[0].isupper() for word in split_words(analysis.resolved_query)[1:]
    )
    return bool(named & new) and (is_name or read_bare_query(analysis.resolved_to) is None)


def _has_name(text: str) -> bool:
    """Whether it has a digit, or a capital where its beginning asks for none."""
    text = "".join(split_words(text))
    return any(sign.isupper() for sign in text[1:]) or any(map(str.isdecimal, text))


def _is_at_hand(bare: BareQuery, analysis: QueryAnalysis) -> bool:
    return analysis.mode == "code" and bare.word in CODE_AT_HAND


def _folded(text: str) -> tuple[list[str], list[str]]:
    """Words and meaningful signs; the place of a sign is free, as in €50 and 50 €."""
    plain = text.casefold().translate(_SPELLINGS)
    signs = [*_SIGNS.findall(plain), *(sign for sign in plain if category(sign) == "Sc")]
    return split_words(plain), sorted(signs)
