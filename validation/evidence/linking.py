"""Links a claim to the evidence items that bear on it: exact quotes of context.md (spec 1, section 10.1, step 2)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from validation.domain.claim import ClaimState, EvidenceLink
from validation.domain.context import SectionRole
from validation.evidence.context.index import EvidenceIndex
from validation.evidence.detectors.figures import Figure
from validation.evidence.detectors.urls import find_urls
from validation.evidence.facts.outcome import Outcome, SupportState
from validation.evidence.reading.support import ClaimReading
from validation.evidence.text.claims import ClaimSpan
from validation.evidence.text.words import content_words

_MOST_LINKS = 3
_LEAST_COVERED = 0.2
_NEXT_BEST = 0.6
_OUTRANKS = 1.15
_SILENT = 0.5
"""From this probability on that a line says nothing of a claim it is no evidence for it."""
_FIGURE = 0.5
"""An item that holds a figure of the claim gains this share of the best score."""
UNLINKED_CAP = 0.49
"""Unsupported and no more, as for a likely finding."""


def best_items(
    claim: ClaimSpan, index: EvidenceIndex, figures: Sequence[Figure] = (), *, wider: bool = False
) -> tuple[int, ...]:
    """Places of the items that bear on a claim, best first, at most `_MOST_LINKS`; none when nothing is shared, or,
    unless `wider`, too little. Fresh results outrank what was remembered when they say about as much."""
    words = frozenset(content_words(claim.text))
    headed = words | frozenset(content_words(claim.heading))
    urls = [address.url for address in find_urls(claim.text)]
    scores = dict(index.search(headed, urls, limit=20))
    best = max(scores.values(), default=0.0)
    for figure in figures:
        for held in figure.matches:
            if held.item in scores:
                scores[held.item] += _FIGURE * best
    fresh = {place: index.items[place].role is SectionRole.EXECUTION for place in scores}
    ranked = sorted(scores, key=lambda place: (-scores[place] * (_OUTRANKS if fresh[place] else 1.0), place))
    total = math.fsum(index.weight(word) or 2.0 for word in words)
    least = max(_NEXT_BEST * scores[ranked[0]] if ranked else 0.0, 0.0 if wider else _LEAST_COVERED * total)
    return tuple(place for place in ranked if total and scores[place] >= least)[:_MOST_LINKS]


def bearing_items(
    claim: ClaimSpan,
    index: EvidenceIndex,
    figures: Sequence[Figure],
    outcome: Outcome,
    reading: ClaimReading | None = None,
    *,
    wider: bool = False,
) -> tuple[int, ...]:
    """The items that bear on a claim, those first that carry or dispute it by fact, and then what it was read
    beside. `wider`, also those that share few of its words: of a summary that is known to be carried."""
    starts = [quote.quote_start for quote in (outcome.quotes if outcome.known is not SupportState.UNKNOWN else ())]
    starts += [reading.window.start] if reading and reading.score.neutral < _SILENT else []
    places = (index.item_at(start) for start in starts)
    found = (*(place for place in places if place is not None), *best_items(claim, index, figures, wider=wider))
    return tuple(dict.fromkeys(found))[:_MOST_LINKS]


def link(place: int, index: EvidenceIndex) -> EvidenceLink:
    """The item at `place` as a link whose quote is exactly `context_md[start:end]`."""
    item = index.items[place]
    return EvidenceLink(
        section=item.section_number,
        start=item.start,
        end=item.end,
        quote=index.evidence.written[item.start : item.end],
        url=item.url,
        source_ref=item.source_ref,
    )


def settle_support(
    state: ClaimState, probability: float, *, linked: bool, bare: bool, explained: bool
) -> tuple[ClaimState, float]:
    """The state and the probability that stand (DESIGN, section 5: Support): of the claims of golden_response.jsonl
    that were called supported and no item bears on, all 16 were wrong. `bare` as `is_bare_answer` says; it claims
    nothing where another sentence of the response is there to be checked (`explained`)."""
    if state is not ClaimState.SUPPORTED or linked:
        return state, probability
    if bare and explained:
        return ClaimState.NOT_FACTUAL, 1.0
    return ClaimState.UNSUPPORTED, min(probability, UNLINKED_CAP)
