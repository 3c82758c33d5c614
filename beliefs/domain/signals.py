"""The five signals of a belief, unrounded; `as_schema` returns them in the format of spec 3."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from beliefs.domain.quotes import VERIFIED, CheckedQuote, Match

IN_DEGREE_FULL = 3
SHOWN_RESULTS = 10


@dataclass(frozen=True, slots=True)
class LinkIntegrity:
    """Links in Evidence only. `missing` are the targets that do not resolve."""

    total: int
    missing: tuple[str, ...]

    @property
    def verified(self) -> int:
        return self.total - len(self.missing)

    @property
    def value(self) -> float:
        return self.verified / self.total if self.total else 0.0

    def as_schema(self) -> dict[str, Any]:
        return {"value": round(self.value, 2), "verified": self.verified, "total": self.total}


@dataclass(frozen=True, slots=True)
class ContentMatch:
    quotes: tuple[CheckedQuote, ...]

    @property
    def verified(self) -> int:
        return sum(quote.match in VERIFIED for quote in self.quotes)

    @property
    def value(self) -> float:
        """0 without quotes (spec 3)."""
        return self.verified / len(self.quotes) if self.quotes else 0.0

    def as_schema(self) -> dict[str, Any]:
        body: dict[str, Any] = {
            "value": round(self.value, 2),
            "verified": self.verified,
            "total": len(self.quotes),
            "unverified": [not_found_sentence(quote) for quote in self.quotes if quote.match not in VERIFIED],
            "quotes": [{"text": q.text, "line": q.line, "match": q.match.value, "where": q.where} for q in self.quotes],
        }
        return body if self.quotes else {**body, "note": "nothing to check"}


def not_found_sentence(quote: CheckedQuote) -> str:
    text = quote.text if len(quote.text) <= 120 else quote.text[:117] + "..."
    if quote.match is Match.ELSEWHERE:
        return f"Quote not found where it is cited: '{text}' stands in {quote.where}"
    return f"Quote not found: '{text}'" + (f" in {quote.where}" if quote.where else ", no source that could be read")


@dataclass(frozen=True, slots=True)
class Result:
    doc: str
    score: float


def mean_score(scores: Sequence[float]) -> float:
    return sum(scores) / len(scores) if scores else 0.0


def decay(age_days: int, *, rate: float, floor: float) -> float:
    return max(floor, 1.0 - age_days / 365 * rate)


@dataclass(frozen=True, slots=True)
class SemanticSupport:
    """`results` are above the threshold, best first, at most ten. Unavailable only without an embedder."""

    query: str
    results: tuple[Result, ...]
    available: bool = True

    @property
    def value(self) -> float:
        return mean_score([result.score for result in self.results])

    def as_schema(self) -> dict[str, Any]:
        top = [{"doc": result.doc, "score": round(result.score, 2)} for result in self.results[:SHOWN_RESULTS]]
        body: dict[str, Any] = {"value": round(self.value, 2), "query": self.query, "top_results": top}
        if not self.available:
            return {**body, "value": None, "note": "no embedder; the other weights are rescaled to 1"}
        return body if self.results else {**body, "note": "nothing to check"}


@dataclass(frozen=True, slots=True)
class GraphSupport:
    """`supporting` are other beliefs that support or cite this one."""

    supporting: Sequence[str]
    out_degree: int
    attacks_survived: int

    @property
    def in_degree(self) -> int:
        return len(self.supporting)

    @property
    def value(self) -> float:
        return min(1.0, self.in_degree / IN_DEGREE_FULL)

    def as_schema(self) -> dict[str, Any]:
        return {
            "value": round(self.value, 2),
            "in_degree": self.in_degree,
            "out_degree": self.out_degree,
            "supporting_beliefs": list(self.supporting),
            "attacks_survived": self.attacks_survived,
        }


@dataclass(frozen=True, slots=True)
class Temporal:
    """`value` is the decay factor of the score."""

    today: date
    created: date | None
    last_referenced: date | None
    decay_rate: float
    decay_floor: float

    @property
    def age_days(self) -> int:
        """0 without a date of creation, or with a future one."""
        return max(0, (self.today - self.created).days) if self.created else 0

    @property
    def days_since_reference(self) -> int | None:
        return max(0, (self.today - self.last_referenced).days) if self.last_referenced else None

    @property
    def value(self) -> float:
        return decay(self.age_days, rate=self.decay_rate, floor=self.decay_floor)

    def as_schema(self) -> dict[str, Any]:
        return {
            "value": round(self.value, 2),
            "created": self.created,
            "age_days": self.age_days,
            "last_referenced": self.last_referenced,
            "days_since_reference": self.days_since_reference,
        }


@dataclass(frozen=True, slots=True)
class Signals:
    link_integrity: LinkIntegrity
    content_match: ContentMatch
    semantic_support: SemanticSupport
    graph_support: GraphSupport
    temporal: Temporal

    def as_schema(self) -> dict[str, Any]:
        return {
            "link_integrity": self.link_integrity.as_schema(),
            "content_match": self.content_match.as_schema(),
            "semantic_support": self.semantic_support.as_schema(),
            "graph_support": self.graph_support.as_schema(),
            "temporal": self.temporal.as_schema(),
        }


CANDIDATES = 5
SIMILAR = 0.8
_SWAPS = {
    "prefer": "avoid",
    "prefers": "avoids",
    "avoid": "prefer",
    "avoids": "prefers",
    "always": "never",
    "never": "always",
    "should": "should not",
    "should not": "should",
    "shouldn't": "should",
    "must": "must not",
    "must not": "must",
    "mustn't": "must",
    "do not": "do",
    "don't": "do",
}
_PATTERN = re.compile(
    r"\b(?:" + "|".join(sorted((re.escape(word) for word in _SWAPS), key=len, reverse=True)) + r")(?!\w)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Contradiction:
    """`score` is None for an attack, which is stated and not measured."""

    belief: str
    score: float | None
    message: str


def negated(statement: str) -> str | None:
    """The statement with each word of _SWAPS replaced by its opposite; None if it has none of them."""
    plain = statement.replace("’", "'")
    swapped = _PATTERN.sub(_opposite, plain)
    return swapped if swapped != plain else None


def _opposite(match: re.Match[str]) -> str:
    word = _SWAPS[match[0].casefold()]
    return word.capitalize() if match[0][0].isupper() else word


def similar_to_negation(candidates: Sequence[tuple[str, float, float]]) -> tuple[Contradiction, ...]:
    """`candidates` are (belief, score against the negation, score against the statement), in any order. Considers the
    five best against the negation; one counts from 0.8, if it is closer to the negation than to the statement."""
    best = sorted(candidates, key=lambda one: (-one[1], one[0]))[:CANDIDATES]
    return tuple(
        Contradiction(name, against, f"'{name}' reads like the opposite (similarity {against:.2f})")
        for name, against, along in best
        if against >= SIMILAR and against > along
    )


def from_attacks(attacks: Sequence[str], attacked_by: Sequence[str], cycle: Sequence[str]) -> tuple[Contradiction, ...]:
    """`attacks` and `attacked_by` are existing beliefs whose attack is not defeated; `cycle` is a cycle of attacks
    through this belief, or empty."""
    found = [Contradiction(name, None, f"It attacks '{name}', which stands as a belief too") for name in attacks]
    found += [Contradiction(name, None, f"'{name}' attacks it and is not defeated") for name in attacked_by]
    if cycle:
        ring = " -> ".join((*cycle, cycle[0]))
        found.append(Contradiction(cycle[0], None, f"The attacks run in a circle: {ring}"))
    return tuple(found)
