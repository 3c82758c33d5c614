"""Likely findings about what a single claim says: unknown names and features, negation, hedges, superlatives."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from validation.domain.check import CheckName
from validation.domain.finding import Finding, Severity
from validation.evidence.claims import ClaimSpan
from validation.evidence.hedges import unsourced_words
from validation.evidence.index import EvidenceIndex
from validation.evidence.linking import coverage
from validation.evidence.names import unknown_features, unknown_names
from validation.evidence.negation import opposed
from validation.evidence.quantities import Kind
from validation.evidence.words import content_words

_NEARLY_ALL = 0.75
_COMPARED = (Kind.MONEY, Kind.MEASURE)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What evidence and query know, prepared once a response. `vocabulary` are stems, the texts are lower case."""

    index: EvidenceIndex
    vocabulary: frozenset[str]
    register: str
    query: str
    comparisons: bool


def knowledge_of(index: EvidenceIndex) -> Knowledge:
    evidence = index.evidence
    items = [item for place, item in enumerate(index.items) if any(q.kind in _COMPARED for q in index.figures(place))]
    headings = " ".join(section.title for section in evidence.document.sections)
    return Knowledge(
        index=index,
        vocabulary=index.vocabulary
        | frozenset(content_words(f"{evidence.query} {headings} {_url_words(evidence.register)}")),
        register=re.sub(r"\s+", " ", evidence.register.lower()),
        query=evidence.query.lower(),
        comparisons=len(items) >= 2,
    )


def check_statement(claim: ClaimSpan, places: tuple[int, ...], known: Knowledge) -> Iterator[Finding]:
    """Likely findings of one factual claim; `places` are the items that bear on it, best first."""
    for named in (*unknown_names(claim, known.vocabulary), *unknown_features(claim, known.vocabulary)):
        code = "feature_not_in_evidence" if named.feature else "name_not_in_evidence"
        message = f"“{_short(named.text)}” is named in no evidence."
        yield _likely(code, CheckName.NO_HALLUCINATIONS, named.start, named.end, message, claim)
    for word in unsourced_words(claim, known.register, known.query, comparisons=known.comparisons):
        code = "superlative_without_source" if word.superlative else "hedge_without_source"
        check = CheckName.CLAIMS_SUPPORTED if word.superlative else CheckName.NO_HALLUCINATIONS
        yield _likely(code, check, word.start, word.end, f"No source says “{word.text}”.", claim)
    yield from _negation(claim, places, known.index)


def _negation(claim: ClaimSpan, places: tuple[int, ...], index: EvidenceIndex) -> Iterator[Finding]:
    near = [place for place in places if coverage(claim, place, index) >= _NEARLY_ALL]
    if near and all(opposed(claim.text, index.items[place].text) for place in near):
        item = index.items[near[0]]
        message = f"Section {item.section_number} says the opposite: “{_short(item.text)}”."
        yield _likely("negation_mismatch", CheckName.CLAIMS_SUPPORTED, claim.start, claim.end, message, claim)


def _url_words(register: str) -> str:
    """Hosts and paths name shops and items too: `laufwerk.example` knows Laufwerk."""
    return " ".join(re.sub(r"[\W_]+", " ", url) for url in re.findall(r"https?://[^\s<>)\]|]{1,300}", register))


def _likely(code: str, check: CheckName, start: int, end: int, message: str, claim: ClaimSpan) -> Finding:
    return Finding(code, Severity.LIKELY, check, start, end, message, claim.id)


def _short(text: str) -> str:
    text = re.sub(r"\s+", " ", text)
    return text if len(text) <= 100 else text[:99] + "…"
