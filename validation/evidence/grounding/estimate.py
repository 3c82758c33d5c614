"""The one entry: passages and claim spans in, probabilities and reasons out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from validation.evidence.grounding.index import Evidence, index
from validation.evidence.grounding.measure import aggregate, measure
from validation.evidence.grounding.model import Model, load
from validation.evidence.grounding.signals.row import Signals, row
from validation.evidence.grounding.text.words import Kind, Token, blank_citations, tokens
from validation.evidence.language.stems import Vocabulary, is_foreign
from validation.evidence.tagger import Tagger, published_tagger
from validation.evidence.text.words import shorten

_TELLING = 0.95
"""Claims above this chance of being supported need no reasons."""
_MOST = 4
_RISKY = 0.0
_LONG_PROSE = 2_000
_VERY_LONG = 40_000
_KNOWN_KEYS = 0.5
_SUMMARY = re.compile(r"\b(?:summar|abstract of|tl;?dr|key points|main points|condense)", re.IGNORECASE)


def estimate(
    *,
    query: str,
    passages: Sequence[str],
    response_md: str,
    claims: Sequence[tuple[int, int]],
    model: Model | None = None,
    tagger: Tagger | None = None,
) -> Grounding:
    """Judges every claim `response_md[start:end]` against the passages. Linear in the evidence.

    A response with a claim under the claim threshold stays under the approve threshold, and so does one of low trust
    whose claims are not all covered. `model` and `tagger` are the published ones unless others are given.
    """
    if not claims:
        return Grounding((), None)
    model = model or load()
    evidence = index(passages)
    found = measure(
        query=query,
        evidence=evidence,
        response_md=response_md,
        claims=claims,
        vocabulary=model.vocabulary,
        tagger=tagger or published_tagger(),
    )
    judged, whole = _scored(model, found)
    text = blank_citations(response_md)
    doubt = out_of_domain(
        query=query,
        passages=passages,
        said=[token for start, end in claims for token in tokens(text[start:end])],
        evidence=evidence,
        vocabulary=model.vocabulary,
    )
    return Grounding(judged, _capped(model, judged, whole, doubtful=doubt is not None), doubt)


def _scored(model: Model, found: list[Signals]) -> tuple[tuple[ClaimGrounding, ...], float]:
    rows: NDArray[np.float64] = np.array([row(one) for one in found])
    invented = model.claims.probability(rows)
    whole = model.responses.probability(aggregate(invented, rows)[None, :])[0]
    judged = tuple(
        ClaimGrounding(supported, reasons(one) if supported < _TELLING else ())
        for one, supported in zip(
            found, (1.0 - model.claim_calibration(score) for score in invented.tolist()), strict=True
        )
    )
    return judged, 1.0 - model.response_calibration(float(whole))


def _capped(model: Model, judged: tuple[ClaimGrounding, ...], whole: float, *, doubtful: bool) -> float:
    limits = model.thresholds
    needed = limits.covered if doubtful else limits.claim
    worst = min(claim.probability for claim in judged)
    return min(whole, limits.ceiling) if worst < needed or whole < limits.edge else whole


def reasons(found: Signals) -> tuple[str, ...]:
    """The most telling first, at most four."""
    return tuple(islice(_said(found), _MOST))


def _said(found: Signals) -> Iterator[str]:
    for figure in _figures(found):
        yield f"{figure} does not appear in the evidence"
    for label in found.fields.denied:
        yield f"the evidence says no to “{label}”"
    for label in found.fields.unknown:
        yield f"the evidence leaves “{label}” open"
    for label in found.fields.affirmed_but_negated:
        yield f"the evidence says yes to “{label}”"
    if found.token_risk.phrases:
        phrases = [f"“{shorten(phrase, 60)}”" for phrase in found.token_risk.phrases]
        yield f"doubtful against the evidence: {' and '.join(phrases)}"
    for name in found.names.new:
        yield f"the evidence never mentions {name}"
    for figure in found.slots.elsewhere:
        yield f"{figure} stands elsewhere in the evidence, not with the rest of this claim"
    words = _new_words(found)
    if words:
        yield f"no evidence speaks of {', '.join(words)}"


def _figures(found: Signals) -> tuple[str, ...]:
    slots = found.slots
    return (*slots.new_money, *slots.new_times, *slots.new_links, *slots.new_numbers)


def _new_words(found: Signals) -> list[str]:
    named = {name.lower() for name in (*found.names.new, *_figures(found))}
    risky = sorted(zip(found.risks, found.new_words, strict=True), reverse=True)
    return [f"“{word}”" for risk, word in risky if risk >= _RISKY and word.lower() not in named][:3]


@dataclass(frozen=True, slots=True)
class ClaimGrounding:
    """One claim. `probability` is the calibrated chance that the evidence supports it; `reasons` name in words what
    speaks against it."""

    probability: float
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grounding:
    """One entry a claim, in the order they were given. `response` is the calibrated chance that all claims are
    supported, None without claims. `out_of_domain` says why these figures cannot be relied on for this input."""

    claims: tuple[ClaimGrounding, ...]
    response: float | None
    out_of_domain: str | None = None


def out_of_domain(
    *, query: str, passages: Sequence[str], said: list[Token], evidence: Evidence, vocabulary: Vocabulary
) -> str | None:
    """A sentence for the reviewer, or None. `said` are the tokens of the claims, `vocabulary` what the model
    knows."""
    length = sum(map(len, passages))
    if length > _VERY_LONG:
        return f"the evidence is very long ({length:,} characters); matches may be coincidental"
    if is_foreign([token.norm for token in said if token.kind is Kind.WORD], vocabulary.idf):
        return "the response is not in English, the only language the grounding model was trained on"
    named = [one for one in evidence.attributes if one.key]
    if named and sum(one.key <= vocabulary.keys for one in named) < _KNOWN_KEYS * len(named):
        return "the evidence is structured data of a kind the grounding model was not trained on"
    if _SUMMARY.search(query) and length > _LONG_PROSE and not evidence.structured:
        return "it summarises a long text, where small changes of meaning are easily missed"
    return None
