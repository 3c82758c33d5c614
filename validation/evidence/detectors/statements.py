"""Likely findings about what a single claim says: unknown names and features, hedges, superlatives."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from validation.domain.check import CheckName
from validation.domain.finding import Finding, Severity
from validation.evidence.context.index import EvidenceIndex
from validation.evidence.detectors.names import roots_of, unknown_features, unknown_names
from validation.evidence.detectors.superlatives import unsourced_superlatives
from validation.evidence.quantities.quantity import Kind
from validation.evidence.text.claims import ClaimSpan
from validation.evidence.text.words import content_words, says

_ADDRESS = re.compile(r"https?://[^\s<>)\]|]{1,300}")
_CAMEL = re.compile(r"\b[A-Za-z][a-z]{1,30}(?:[A-Z][a-z]{1,30}){1,6}\b")
_SHORT_NAME = re.compile(r"\b[A-Z]{2,5}\b")
_COMPARED = (Kind.MONEY, Kind.MEASURE)
_HEDGE = re.compile(
    r"\b(?:usually|typically|generally|normally|commonly|ordinarily|customarily|tends? to|as a rule|in general|"
    r"in most cases|most (?:people|users|shops|experts|customers|runners)|it is (?:well|widely) known|"
    r"as everyone knows|üblicherweise|normalerweise|meistens|in der Regel)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What evidence and query know, prepared once a response. `vocabulary` are stems and roots, `short` the
    abbreviations in capitals; the texts are lower case."""

    index: EvidenceIndex
    vocabulary: frozenset[str]
    short: frozenset[str]
    register: str
    query: str
    comparisons: bool


def knowledge_of(index: EvidenceIndex) -> Knowledge:
    evidence = index.evidence
    items = [item for place, item in enumerate(index.items) if any(q.kind in _COMPARED for q in index.figures(place))]
    headings = " ".join(section.title for section in evidence.document.sections)
    vocabulary = index.vocabulary | frozenset(
        content_words(f"{evidence.query} {headings} {_joined(evidence.register)}")
    )
    return Knowledge(
        index=index,
        vocabulary=vocabulary | roots_of(vocabulary),
        short=frozenset(_SHORT_NAME.findall(evidence.register)),
        register=re.sub(r"\s+", " ", evidence.register.lower()),
        query=evidence.query.lower(),
        comparisons=len(items) >= 2,
    )


def check_statement(claim: ClaimSpan, known: Knowledge) -> Iterator[Finding]:
    """Likely findings of one factual claim."""
    for named in (*unknown_names(claim, known.vocabulary, known.short), *unknown_features(claim, known.vocabulary)):
        code = "feature_not_in_evidence" if named.feature else "name_not_in_evidence"
        message = f"The evidence never mentions “{_short(named.text)}”."
        yield _likely(code, CheckName.NO_HALLUCINATIONS, named.start, named.end, message, claim)
    for start, end in unsourced_hedges(claim, known.register):
        yield _unsourced("hedge_without_source", CheckName.NO_HALLUCINATIONS, start, end, claim)
    for start, end in unsourced_superlatives(claim, known.register, known.query, comparisons=known.comparisons):
        yield _unsourced("superlative_without_source", CheckName.CLAIMS_SUPPORTED, start, end, claim)


def _joined(register: str) -> str:
    """The words inside urls and joined keys: `laufwerk.example` knows Laufwerk, `OutdoorSeating` knows seating."""
    urls = (re.sub(r"[\W_]+", " ", url) for url in _ADDRESS.findall(register))
    keys = (re.sub(r"(?<=[a-z])(?=[A-Z])", " ", key) for key in _CAMEL.findall(register))
    return " ".join((*urls, *keys))


def _unsourced(code: str, check: CheckName, start: int, end: int, claim: ClaimSpan) -> Finding:
    text = claim.text[start - claim.start : end - claim.start]
    return _likely(code, check, start, end, f"No source says “{text}”.", claim)


def _likely(code: str, check: CheckName, start: int, end: int, message: str, claim: ClaimSpan) -> Finding:
    return Finding(code, Severity.LIKELY, check, start, end, message, claim.id)


def _short(text: str) -> str:
    text = re.sub(r"\s+", " ", text)
    return text if len(text) <= 100 else text[:99] + "…"


def unsourced_hedges(claim: ClaimSpan, register: str) -> Iterator[tuple[int, int]]:
    """Where in the response those stand that no evidence uses. `register` is in lower case."""
    for match in _HEDGE.finditer(claim.text):
        if not says(register, match[0].lower()):
            yield claim.start + match.start(), claim.start + match.end()
