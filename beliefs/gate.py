"""The belief gate (spec 3): computes signals, confidence and validation of a parsed belief. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Protocol

from beliefs.domain.belief import Belief, Link, Section
from beliefs.domain.corpus import Corpus, Resolution
from beliefs.domain.formula import Confidence, compute
from beliefs.domain.graph import BeliefGraph
from beliefs.domain.nearest import Nearest
from beliefs.domain.quotes import CheckedQuote, check_quote
from beliefs.domain.signals import (
    ContentMatch,
    Contradiction,
    GraphSupport,
    LinkIntegrity,
    SemanticSupport,
    Signals,
    Temporal,
    from_attacks,
    similar_to_negation,
)
from beliefs.domain.validation import BeliefValidation, validate
from validation.domain.policy import BeliefPolicy

BELIEF_VERSION = "8"
"""Raised whenever the same files could give another result."""


class Texts(Protocol):
    """The texts of sources, in which quotes are looked up."""

    def text_of(self, kind: str, name: str) -> str | None:
        """None if the source has no text, such as a commit."""
        ...

    def holder_of(self, normalised_quote: str) -> str | None:
        """The name of a session that contains the quote."""
        ...


@dataclass(frozen=True, slots=True)
class AssessmentContext:
    """What a belief is assessed against. `last_referenced` maps beliefs to the date of the last mention."""

    corpus: Corpus
    graph: BeliefGraph
    last_referenced: Mapping[str, date] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ResolvedLink:
    link: Link
    resolution: Resolution


@dataclass(frozen=True, slots=True)
class Assessment:
    belief: Belief
    links: tuple[ResolvedLink, ...]
    signals: Signals
    confidence: Confidence
    validation: BeliefValidation

    def confidence_schema(self, at: datetime) -> dict[str, Any]:
        """Spec 3's confidence block; `status` and `reason` are added."""
        body: dict[str, Any] = {
            "score": self.confidence.score,
            "computed_at": at,
            "status": self.confidence.status.value,
            "signals": self.signals.as_schema(),
        }
        return {**body, "reason": self.confidence.reason} if self.confidence.reason else body

    def file_schema(self, at: datetime) -> dict[str, Any]:
        """Spec 3's confidence block for the file, without the positions of quotes, which shift when it is written."""
        body = self.confidence_schema(at)
        body["signals"]["content_match"].pop("quotes")
        return body


def assess(
    belief: Belief, *, known: AssessmentContext, texts: Texts, nearest: Nearest, today: date, policy: BeliefPolicy
) -> Assessment:
    """Computes everything about one belief. Never raises because of its content."""
    corpus, graph, last_referenced = known.corpus, known.graph, known.last_referenced.get(belief.id)
    links = tuple(ResolvedLink(link, corpus.resolve(link.target)) for link in belief.links)
    results = tuple(one for one in nearest.results if one.score > policy.medium_evidence)
    signals = Signals(
        _link_integrity(belief, links),
        ContentMatch(_quotes(belief, corpus, texts)),
        SemanticSupport(belief.statement, results, nearest.available),
        _graph_support(belief, graph),
        Temporal(today, belief.created, last_referenced, policy.decay_rate, policy.decay_floor),
    )
    validation = validate(
        signals,
        contradictions=_contradictions(belief, graph, nearest),
        broken_elsewhere=_broken_elsewhere(belief, links),
        flaws=belief.flaws,
        policy=policy,
    )
    return Assessment(belief, links, signals, compute(signals, policy), validation)


def _link_integrity(belief: Belief, links: Sequence[ResolvedLink]) -> LinkIntegrity:
    evidence = [one for one in links if one.link.section == Section.EVIDENCE and one.link.target != belief.id]
    return LinkIntegrity(len(evidence), tuple(one.link.target for one in evidence if not one.resolution.resolved))


def _broken_elsewhere(belief: Belief, links: Sequence[ResolvedLink]) -> list[str]:
    broken = [
        f"{one.link.section or 'Text'}, line {one.link.line}: {one.resolution.why}"
        for one in links
        if one.link.section != Section.EVIDENCE and not one.resolution.resolved
    ]
    own = [one.link.line for one in links if one.link.target == belief.id]
    return broken + [f"Line {line} links to the belief itself, which supports nothing" for line in own]


def _quotes(belief: Belief, corpus: Corpus, texts: Texts) -> tuple[CheckedQuote, ...]:
    found: list[CheckedQuote] = []
    for item in belief.evidence:
        if item.quotes:
            cited = _cited(item.links, corpus, texts)
            found += [
                check_quote(quote, line=item.line, cited=cited, elsewhere=texts.holder_of) for quote in item.quotes
            ]
    return tuple(found)


def _cited(links: Sequence[Link], corpus: Corpus, texts: Texts) -> list[tuple[str, str]]:
    """(name, text) of each distinct source, in the order of the bullet."""
    named: dict[str, str] = {}
    for link in links:
        resolution = corpus.resolve(link.target)
        text = texts.text_of(resolution.found_kind, resolution.found_id) if resolution.resolved else None
        if text is not None:
            named.setdefault(link.target, text)
    return list(named.items())


def _graph_support(belief: Belief, graph: BeliefGraph) -> GraphSupport:
    survived = {one.entry for one in belief.relations if one.section is Section.ATTACKED_BY and one.defeated}
    return GraphSupport(graph.supporting(belief.id), len(belief.evidence_links), len(survived))


def _contradictions(belief: Belief, graph: BeliefGraph, nearest: Nearest) -> tuple[Contradiction, ...]:
    edges = from_attacks(graph.attacks(belief.id), graph.attacked_by(belief.id), graph.attack_ring(belief.id))
    return (*similar_to_negation(nearest.candidates), *edges)
