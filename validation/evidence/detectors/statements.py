"""Likely findings about what a single claim says: unknown names and features, hedges, superlatives."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from validation.domain.codes.findings import FindingCode
from validation.domain.finding import Finding
from validation.evidence.context.index import EvidenceIndex
from validation.evidence.detectors.leading import NamedValues, is_leading, named_values
from validation.evidence.detectors.names import roots_of, unknown_features, unknown_names
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities, moved
from validation.evidence.text.claims import ClaimSpan
from validation.evidence.text.words import contains_words, content_words
from validation.evidence.words import any_of, lines_of, words_of

_SUPERLATIVE = re.compile(
    r"\b(?:the|its|our|their|world's|market's|europe's|america's|germany's)[ \t]+(?:(?:very|single|absolute)[ \t]+)?"
    r"(?P<word>(?:most|least)[ \t]+[a-z]{3,}|best(?:-[a-z]+)?|worst(?:-case)?|[a-z]{3,12}est)\b"
    r"|\b(?P<claim>number one|no\. ?1|unbeatable|unmatched|unrivalled|world-class|second to none|top-rated|"
    r"best-selling|industry-leading|award-winning)\b",
    re.IGNORECASE,
)
_OTHER_WORD = re.compile(
    r"(?:inter|for|requ|hon|harv|gu|cont|prot|conqu|dig|mod|r|w|t|qu|ch|n|inv|sugg|arr|lat|near|earli|soon|temp|bequ|manif|"
    r"pri|cr|z|p|unr|midw|northw|southw)est|(?:best|worst)-case|"
    r"(?:most|least)[ \t]+(?:you|we|they|i|it|one|people|users|of|that|recent(?:ly)?|rain(?:fall)?|snow(?:fall)?|money|"
    r"time|out|during|when|from|with|and|but|for|followed|likely|[a-z]+(?<!ou)(?<!les)s)"
)
"""Also amounts (`the most seats`, `the least rain`) and order in time."""
_NOT_SAID = any_of("statements.not_said", behind=r"[ \t]+(?:be[ \t]+|necessarily[ \t]+)?$")
"""Denied, asked or striven for."""
_SCOPED = re.compile(
    r"\b(?:of|among|between|in|out of|from)[ \t]+(?:the|these|those|all|this|our|my|your)?[ \t]*"
    r"(?:(?:two|three|four|five|six|seven|eight|nine|ten|\d{1,4}|listed|found|checked|compared|above)[ \t]+)?"
    r"(?:shops?|stores?|options?|items?|products?|models?|ones?|list(?:ed)?|results?|table|choices?|offers?|shoes?|"
    r"two|three|four|five|sources?|bunch|pair|group|lot|selection|comparison|both|them|these|those)\b"
    r"|\b(?:I found|we found|found here|listed (?:here|above|below)|compared here|so far)\b",
    re.IGNORECASE,
)
_NEAR = 200
_COMPARING = re.compile(
    r"(?:cheap|dear|light|heavi|low|high|fast|quick|slow|short|long|small|larg|bigg|tall|deep|wid|warm|cold|hott|wett|"
    r"dri|old|young|clos|quiet|loud)est|(?:most|least) (?:expensive|affordable)"
)
_RATED = re.compile(r"(?:most|least) [a-z]+")
_BEYOND = re.compile(
    r"\b(?:on the market|in the world|worldwide|of all time|anywhere|in existence|ever (?:made|built|sold))\b"
)
"""What no evidence of some items compares."""
_ALIKE = tuple(line.split(", ") for line in lines_of("superlatives.alike"))


_ADDRESS = re.compile(r"https?://[^\s<>)\]|]{1,300}")
_CAMEL = re.compile(r"\b[A-Za-z][a-z]{1,30}(?:[A-Z][a-z]{1,30}){1,6}\b")
_SHORT_NAME = re.compile(r"\b[A-Z]{2,5}\b")
_COMPARED = (Kind.MONEY, Kind.MEASURE, Kind.PERCENT, Kind.NUMBER)
_HEDGE = any_of("statements.hedge")

_ALIKE_HEDGES = words_of("hedges.alike")
_DENIED = re.compile(r"(?:\bnot|\bno|n['’]t)\b[^.,;:]{0,40}\Z", re.IGNORECASE)
"""`Fasting is not required in general`."""


@dataclass(frozen=True, slots=True)
class StatementContext:
    """What evidence and query know, prepared once a response. `vocabulary` are stems and roots, `short` the
    abbreviations in capitals; the texts are lower case. With `comparisons` several items of the evidence hold values to
    compare; `named` are those of single items."""

    vocabulary: frozenset[str]
    short: frozenset[str]
    register: str
    query: str
    comparisons: bool
    named: tuple[NamedValues, ...]


def statement_context(index: EvidenceIndex) -> StatementContext:
    evidence = index.evidence
    compared = sum(any(one.kind in _COMPARED for one in figures) for figures in index.figures)
    items = zip(index.items, index.figures, strict=True)
    headings = " ".join(section.title for section in evidence.document.sections)
    # The words inside urls and joined keys: `laufwerk.example` knows Laufwerk, `OutdoorSeating` knows seating.
    urls = (re.sub(r"[\W_]+", " ", url) for url in _ADDRESS.findall(evidence.register))
    keys = (re.sub(r"(?<=[a-z])(?=[A-Z])", " ", key) for key in _CAMEL.findall(evidence.register))
    words = content_words(" ".join((evidence.query, headings, *urls, *keys)))
    vocabulary = index.vocabulary | frozenset(words)
    return StatementContext(
        vocabulary=vocabulary | roots_of(vocabulary),
        short=frozenset(_SHORT_NAME.findall(evidence.register)),
        register=re.sub(r"\s+", " ", evidence.register.lower()),
        query=evidence.query.lower(),
        comparisons=compared >= 2,
        named=tuple(one for item, held in items for one in named_values(item.text, _inside(item.start, held))),
    )


def _inside(start: int, figures: Iterable[Quantity]) -> list[Quantity]:
    return [moved(one, -start) for one in figures]


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
    told = contains_words(register, word) or (
        word in _ALIKE_HEDGES and any(contains_words(register, one) for one in _ALIKE_HEDGES)
    )
    return told or _DENIED.search(text, 0, match.start()) is not None


def _rates_nothing(text: str, match: re.Match[str]) -> bool:
    """`The forest`, `may not be the best`."""
    asked = _NOT_SAID.search(text[max(0, match.start() - 24) : match.start()])
    return asked is not None or _OTHER_WORD.fullmatch(_word(match)) is not None


def _is_sourced(text: str, match: re.Match[str], known: StatementContext) -> bool:
    """Whether the evidence says so, or where it has values to compare, the superlative is one within what was found."""
    word = _word(match)
    alike = {other for line in _ALIKE if word in line for other in line}
    if any(contains_words(known.register, one) for one in (word, word.removesuffix("ly"), *alike)):
        return True
    around = text[max(0, match.start() - _NEAR) : match.end() + _NEAR]
    told = _RATED.fullmatch(word) and any(one.unit for one in find_quantities(text))  # `the most humid, at 72 %`
    is_scoped = _SCOPED.search(around) or word in known.query
    is_compared = (told or _COMPARING.fullmatch(word)) and not _BEYOND.search(text, match.end(), match.end() + _NEAR)
    if not (is_scoped or is_compared):
        return False
    return known.comparisons or is_leading(text, match, word, known.named)


def _word(match: re.Match[str]) -> str:
    return re.sub(r"[ \t]+", " ", (match["word"] or match["claim"]).lower())
