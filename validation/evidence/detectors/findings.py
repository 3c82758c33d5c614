"""All findings of a response, in order of place, each with code, severity and check (DESIGN, section 5: Findings).

Certain findings decide their check and no judge overrules them, so only what cannot be argued with is certain: an
invented url or reference, money or a clock time that no evidence holds, an altered quotation, broken form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from validation.domain.codes.findings import FindingCode
from validation.domain.finding import Finding, Severity
from validation.evidence.context.index import EvidenceIndex
from validation.evidence.detectors.commands import check_commands
from validation.evidence.detectors.disguises import check_disguises
from validation.evidence.detectors.figures import Figure, FigureState
from validation.evidence.detectors.markdown import check_form, check_repetition
from validation.evidence.detectors.quotes import check_quotes
from validation.evidence.detectors.statements import check_statement, statement_context
from validation.evidence.detectors.urls import check_urls
from validation.evidence.document.statement import Statement
from validation.evidence.facts.outcome import Outcome, SupportState
from validation.evidence.quantities.derivation import follows
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities
from validation.evidence.quantities.signs import minus_before
from validation.evidence.quantities.time_spans import is_moved_time, is_moved_twice
from validation.evidence.text.blocks import Block
from validation.evidence.text.claims import ClaimSpan
from validation.evidence.text.lookup import grouped, holding
from validation.evidence.text.words import shorten

_MISSING = {
    Kind.MONEY: FindingCode.MONEY_NOT_IN_EVIDENCE,
    Kind.TIME: FindingCode.TIME_NOT_IN_EVIDENCE,
    Kind.DATE: FindingCode.DATE_NOT_IN_EVIDENCE,
}
_OF_WORDS = frozenset(("name_not_in_evidence", "feature_not_in_evidence", "superlative_without_source"))
_MOST_HELD, _MOST_BESIDE = 60, 12
"""Figures of an evidence, and of one claim, from which another is worked out; of more, none is."""
_LIMIT = re.compile(r"\b(?:before|by|after|past)[ \t]$", re.IGNORECASE)
_HOUR, _QUARTER = 60, 15
_QUOTED = 120
"""Characters of a line of the evidence."""
_WORDED = 3
"""Times of a question, which an answer may take up: `at 7:30 on a Tuesday`."""


def find_all(
    written: str,
    response_md: str,
    blocks: tuple[Block, ...],
    claims: tuple[ClaimSpan, ...],
    figures: tuple[Figure, ...],
    outcomes: Mapping[str, Outcome],
    index: EvidenceIndex,
) -> tuple[Finding, ...]:
    """Every finding, with the claim it lies in. `outcomes` are what the facts say, by claim id.
    `response_md` is what a reader sees of what was `written`; an address counts wherever it stands."""
    evidence = index.evidence
    known = statement_context(index)
    found = [
        *check_urls(written, evidence),
        *check_disguises(written),
        *check_quotes(response_md, blocks, evidence),
        *check_commands(response_md, blocks, index),
        *check_form(response_md, blocks),
        *check_repetition(response_md, blocks),
        *_of_figures(response_md, figures, outcomes, index),
        *(
            finding
            for claim in claims
            if claim.factual
            for finding in check_statement(claim, known)
            if not _is_explained(finding, outcomes.get(claim.id))
        ),
        *(finding for name, outcome in outcomes.items() for finding in _conflicts(name, outcome, index)),
    ]
    placed = [_placed(finding, claims) for finding in found]
    return in_order(placed)


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Sorted by place, then by code, so that the same input gives the same report."""
    return tuple(sorted(findings, key=lambda finding: (finding.start, finding.end, finding.code)))


def _of_figures(
    response_md: str, figures: tuple[Figure, ...], outcomes: Mapping[str, Outcome], index: EvidenceIndex
) -> Iterator[Finding]:
    held = [one for section in index.section_figures.values() for one in section]
    held = held if len(held) <= _MOST_HELD else []
    asked = find_quantities(index.evidence.query)
    by_claim = grouped((figure.claim.id, figure.quantity) for figure in figures)
    for figure in figures:
        said, name = figure.quantity, figure.claim.id
        if figure.state is FigureState.MISSING and not _is_derived(said, outcomes.get(name)):
            beside = [one for one in by_claim[name][:_MOST_BESIDE] if one != said]
            # `One billion dollars` may be the evidence's `billion-dollar mark`.
            open_to_doubt = said.in_words or _is_word(said) or _may_follow(said, [*held, *beside], asked)
            open_to_doubt = open_to_doubt or _is_kept(response_md, said, held)
            yield _missing(figure, outcomes.get(name), index, open_to_doubt=open_to_doubt)
        elif figure.state is FigureState.NEGATED:
            yield _negated(figure, response_md)


def _negated(figure: Figure, response_md: str) -> Finding:
    said = figure.quantity
    begin = minus_before(response_md, said)
    start = said.start if begin is None else begin
    code, value = _MISSING.get(said.kind, FindingCode.NUMBER_NOT_IN_EVIDENCE), response_md[start : said.end].rstrip(".")
    return code.at(start, said.end, claim_id=figure.claim.id, severity=Severity.CERTAIN, value=value)


def _may_follow(said: Quantity, pool: list[Quantity], asked: tuple[Quantity, ...]) -> bool:
    """Whether a price or a time may be worked out or repeats the query: then it is for the reader to read."""
    if said.kind is Kind.TIME and (
        any(same(said, one) for one in asked[:_WORDED])
        or is_moved_time(said, pool)
        or is_moved_twice(said, [*pool, *asked])
    ):
        return True
    return said.kind in (Kind.MONEY, Kind.TIME) and follows(said, [*pool, *asked], announced=False)


def _is_kept(response_md: str, said: Quantity, held: list[Quantity]) -> bool:
    """Whether something happens within the hour before a time that is told as its limit: `be there before 12:00`."""
    if said.kind is not Kind.TIME or not _LIMIT.search(response_md[max(0, said.start - 20) : said.start]):
        return False
    times = [minute for one in held if one.kind is Kind.TIME for minute in one.candidates]
    return any(0 < limit - minute <= _HOUR for limit in said.candidates for minute in times if limit % _QUARTER == 0)


def _missing(figure: Figure, outcome: Outcome | None, index: EvidenceIndex, *, open_to_doubt: bool) -> Finding:
    """With the right value, its section and its line, where the evidence holds another value of the same thing; then it
    is about the whole of what is said, `5 ft 1 in`."""
    said, instead = figure.quantity, dict[str, Any]()
    for one in outcome.missing if outcome else ():
        if one.fact is not None and one.figure.start == said.start:
            said = one.figure
            if one.right is not None:
                instead = _place(one.right.statement, index) | {"right": one.right.figure.text.rstrip(".")}
            break
    return _MISSING.get(said.kind, FindingCode.NUMBER_NOT_IN_EVIDENCE).at(
        said.start,
        said.end,
        "instead" if instead else "",
        claim_id=figure.claim.id,
        severity=Severity.LIKELY if open_to_doubt else None,
        value=said.text.rstrip("."),
        **instead,
    )


def _is_word(said: Quantity) -> bool:
    """`Before noon`, `at midnight`."""
    return not any(character.isdigit() for character in said.text) and any(map(str.isalpha, said.text))


def _is_explained(finding: Finding, outcome: Outcome | None) -> bool:
    """Whether facts carry the claim in which a name, feature or superlative seemed to come from nowhere."""
    return finding.code in _OF_WORDS and outcome is not None and outcome.known is SupportState.SUPPORTED


def _is_derived(said: Quantity, outcome: Outcome | None) -> bool:
    """Whether a figure follows from the evidence, by itself or as part of one (`17 hours and 51 minutes`)."""
    return outcome is not None and any(start <= said.start < end for start, end in outcome.derived)


def _conflicts(name: str, outcome: Outcome, index: EvidenceIndex) -> Iterator[Finding]:
    """What the facts say otherwise, with the right value and its place."""
    for conflict in outcome.conflicts:
        one, start, end = conflict.statement, conflict.start, conflict.end
        place = _place(one, index)
        if not conflict.said:
            yield FindingCode.STATEMENT_CONTRADICTED.at(start, end, claim_id=name, **place)
            continue
        place |= {"value": conflict.said, "right": conflict.instead}
        if is_of := bool(one.entity) and conflict.instead != one.entity:
            place["entity"] = one.entity
        yield FindingCode.VALUE_CONTRADICTED.at(start, end, "of_entity" if is_of else "", claim_id=name, **place)


def _place(one: Statement, index: EvidenceIndex) -> dict[str, Any]:
    quote = index.evidence.document.text[one.quote_start : one.quote_end]
    return {"section": one.section, "quote": shorten(quote, _QUOTED)}


def _placed(finding: Finding, claims: tuple[ClaimSpan, ...]) -> Finding:
    """The finding with the id of the claim it begins in."""
    if finding.claim_id is not None:
        return finding
    claim = holding(claims, finding.start)
    if claim is None or finding.code == "wall_of_text":
        return finding
    return replace(finding, claim_id=claim.id)
