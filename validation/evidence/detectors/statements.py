"""Likely findings about what a single claim says: unknown names and features, hedges, superlatives."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from validation.domain.codes.findings import FindingCode
from validation.domain.finding import Finding
from validation.evidence.context.index import EvidenceIndex
from validation.evidence.detectors.names import roots_of, unknown_features, unknown_names
from validation.evidence.quantities.quantity import Kind
from validation.evidence.text.claims import ClaimSpan
from validation.evidence.text.words import contains_words, content_words
from validation.evidence.words import any_of, words_of

_SUPERLATIVE = re.compile(
    r"\b(?:the|its|our|their|world's|market's|europe's|america's|germany's)[ \t]+(?:(?:very|single|absolute)[ \t]+)?"
    r"(?P<word>(?:most|least)[ \t]+[a-z]{3,}|best(?:-[a-z]+)?|worst(?:-case)?|[a-z]{3,12}est)\b"
    r"|\b(?P<claim>number one|no\. ?1|unbeatable|unmatched|unrivalled|world-class|second to none|top-rated|"
    r"best-selling|industry-leading|award-winning)\b",
    re.IGNORECASE,
)
_OTHER_WORDS = words_of("superlatives.other_words")
_AMOUNT = re.compile(
    r"(?:most|least)[ ](?:you|we|they|i|it|one|people|of|that|recent(?:ly)?|rain(?:fall)?|snow(?:fall)?|money|time|out|"
    r"during|when|from|with|and|but|for|followed|likely|[a-z]+(?<!ou)(?<!les)s)"
)
"""`The most seats`, `the least rain`, and order in time."""
_NOT_SAID = any_of("statements.not_said", behind=r"[ \t]+(?:be[ \t]+|necessarily[ \t]+)?$")
"""Denied, asked or striven for."""
_NEAR = 200
_COMPARING = re.compile(
    r"(?:cheap|dear|light|heavi|low|high|fast|quick|slow|short|long|small|larg|bigg|tall|deep|wid|warm|cold|hott|wett|"
    r"dri|old|young|clos|quiet|loud)est|(?:most|least) (?:expensive|affordable|economical|budget|cost)"
)
_BEYOND = re.compile(
    r"\b(?:on the market|in the world|worldwide|of all time|anywhere|in existence|ever (?:made|built|sold))\b"
)
"""What no evidence of some items compares."""
_ADDRESS = re.compile(r"https?://[^\s<>)\]|]{1,300}")
_SHORT_NAME = re.compile(r"\b[A-Z]{2,5}\b")
_COMPARED = (Kind.MONEY, Kind.MEASURE, Kind.PERCENT, Kind.NUMBER)
_HEDGE = any_of("statements.hedge")

_ALIKE_HEDGES = words_of("hedges.alike")
_DENIED = re.compile(r"(?:\bnot|\bno|n['’]t)\b[^.,;:]{0,40}\Z", re.IGNORECASE)
"""`Fasting is not required in general`."""


@dataclass(frozen=True, slots=True)
class StatementContext:
    """What evidence and query know, prepared once a response. `vocabulary` are stems and roots, `short` the
    abbreviations in capitals; the texts are lower case. With `comparisons` the evidence holds several values of one
    kind."""

    vocabulary: frozenset[str]
    short: frozenset[str]
    register: str
    query: str
    comparisons: bool


def statement_context(index: EvidenceIndex) -> StatementContext:
    evidence = index.evidence
    compared = Counter((one.kind, one.unit) for held in index.figures for one in held if one.kind in _COMPARED)
    headings = " ".join(section.title for section in evidence.document.sections)
    # The words inside urls: `laufwerk.example` knows Laufwerk.
    urls = (re.sub(r"[\W_]+", " ", url) for url in _ADDRESS.findall(evidence.register))
    words = content_words(" ".join((evidence.query, headings, *urls)))
    vocabulary = index.vocabulary | frozenset(words)
    return StatementContext(
        vocabulary=vocabulary | roots_of(vocabulary),
        short=frozenset(_SHORT_NAME.findall(evidence.register)),
        register=re.sub(r"\s+", " ", evidence.register.lower()),
        query=evidence.query.lower(),
        comparisons=any(times > 1 for times in compared.values()),
    )


def check_statement(claim: ClaimSpan, known: StatementContext) -> Iterator[Finding]:
    """Likely findings of one factual claim."""
    yield from unknown_names(claim, known.vocabulary, known.short)
    yield from unknown_features(claim, known.vocabulary)
    for match in _HEDGE.finditer(claim.text):
        if not _is_known_rule(claim.text, match, known.register):
            yield _found(FindingCode.HEDGE_WITHOUT_SOURCE, claim, match)
    for match in _SUPERLATIVE.finditer(claim.text):
        if not _rates_nothing(claim.text, match) and not _is_sourced(claim.text, match, known):
            yield _found(FindingCode.SUPERLATIVE_WITHOUT_SOURCE, claim, match)


def _found(code: FindingCode, claim: ClaimSpan, match: re.Match[str]) -> Finding:
    start, end = match.span()
    return code.at(claim.start + start, claim.start + end, claim_id=claim.id, words=match[0])


def _is_known_rule(text: str, match: re.Match[str], register: str) -> bool:
    """Whether the evidence uses this word or another for it; what is denied claims no rule."""
    word = match[0].lower()
    alike = _ALIKE_HEDGES if word in _ALIKE_HEDGES else (word,)
    return any(contains_words(register, one) for one in alike) or bool(_DENIED.search(text, 0, match.start()))


def _rates_nothing(text: str, match: re.Match[str]) -> bool:
    """`The forest`, `may not be the best`."""
    word = _word(match)
    asked = _NOT_SAID.search(text[max(0, match.start() - 24) : match.start()])
    return asked is not None or word in _OTHER_WORDS or _AMOUNT.fullmatch(word) is not None


def _is_sourced(text: str, match: re.Match[str], known: StatementContext) -> bool:
    """Whether the evidence says so, or has values to compare by which it may be so within what was found."""
    word = _word(match)
    if contains_words(known.register, word.removesuffix("ly")):
        return True
    is_compared = _COMPARING.fullmatch(word) and not _BEYOND.search(text, match.end(), match.end() + _NEAR)
    return known.comparisons and bool(is_compared or word in known.query)


def _word(match: re.Match[str]) -> str:
    return re.sub(r"[ \t]+", " ", (match["word"] or match["claim"]).lower())
