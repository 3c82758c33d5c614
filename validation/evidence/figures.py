"""Holds every figure of a response against the evidence: held, derived, echoed, missing, contradicted or outdated."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum

from validation.domain.context import SectionRole
from validation.evidence.blocks import Block, BlockKind
from validation.evidence.claims import ClaimSpan
from validation.evidence.counts import counts_of
from validation.evidence.derived import follows, has_bound, is_bounded_by, is_count, is_echo, known_figures
from validation.evidence.index import EvidenceIndex, Held
from validation.evidence.quantities import Kind, Quantity, find_quantities
from validation.evidence.subjects import nearest, outranked_by, rival_of
from validation.evidence.words import content_words


class FigureState(StrEnum):
    HELD = "held"
    EXEMPT = "exempt"
    MISSING = "missing"
    CONTRADICTED = "contradicted"
    OUTDATED = "outdated"


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of the response. `instead` is what the evidence says of the same subject, or the old figure itself
    when outdated; `disputed` says that claim and evidence clearly share their subject."""

    quantity: Quantity
    claim: ClaimSpan
    state: FigureState
    holders: tuple[Held, ...] = ()
    instead: Held | None = None
    disputed: bool = False


_MOST_HOLDERS = 40
_CURRENT = re.compile(
    r"needs_current\w*[ \t]*[=:][ \t]*true|freshness_required[ \t]*[=:][ \t]*[^\n,]{0,20}\d|"
    r"\b(?:current(?:ly)?|right now|today|latest price|at the moment|up[- ]to[- ]date|aktuell)\b",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:was|were|previous(?:ly)?|last (?:week|month|year|time|seen)|earlier|as of|yesterday|ago|used to|formerly|"
    r"once|had been|cached|older|outdated|at that time|back (?:in|on)|war|zuletzt|früher)\b",
    re.IGNORECASE,
)
_CACHE = re.compile(r"cache|previous|histor|earlier|memory|prior", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Setting:
    """What is the same for every figure of one response."""

    response_md: str
    index: EvidenceIndex
    asked: tuple[Quantity, ...]
    counts: frozenset[int]
    wants_current: bool


def check_figures(
    response_md: str, blocks: tuple[Block, ...], claims: tuple[ClaimSpan, ...], index: EvidenceIndex
) -> tuple[Figure, ...]:
    """Every figure of the response in order, with its state."""
    evidence = index.evidence
    setting = _Setting(
        response_md=response_md,
        index=index,
        asked=find_quantities(evidence.query),
        counts=counts_of(blocks) | index.counts,
        wants_current=bool(_CURRENT.search(evidence.query)),
    )
    starts = [claim.start for claim in claims]
    found = []
    for quantity in find_quantities(response_md):
        place = bisect_right(starts, quantity.start) - 1
        if place >= 0 and quantity.start < claims[place].end and not quantity.loose:
            found.append((quantity, claims[place]))
    held = [(quantity, claim, index.holders(quantity)) for quantity, claim in found]
    return tuple(_judge(quantity, claim, holders, held, setting) for quantity, claim, holders in held)


def _judge(
    said: Quantity,
    claim: ClaimSpan,
    holders: list[Held],
    all_held: list[tuple[Quantity, ClaimSpan, list[Held]]],
    setting: _Setting,
) -> Figure:
    if not holders:
        return _missing(said, claim, all_held, setting)
    if not claim.factual:
        return Figure(said, claim, FigureState.HELD, tuple(holders[:_MOST_HOLDERS]))
    rival = rival_of(claim, said, holders, setting.index)
    if rival is None and not _PAST.search(claim.text):
        rival = outranked_by(claim, said, holders, setting.index)
    if rival is not None and not _is_exempt(said, claim, all_held, setting):
        return Figure(said, claim, FigureState.CONTRADICTED, tuple(holders[:_MOST_HOLDERS]), rival, disputed=True)
    if rival is None and _is_outdated(said, claim, holders, setting):
        return Figure(said, claim, FigureState.OUTDATED, tuple(holders[:_MOST_HOLDERS]), holders[0], disputed=True)
    return Figure(said, claim, FigureState.HELD, tuple(holders[:_MOST_HOLDERS]))


def _missing(
    said: Quantity, claim: ClaimSpan, all_held: list[tuple[Quantity, ClaimSpan, list[Held]]], setting: _Setting
) -> Figure:
    if _is_exempt(said, claim, all_held, setting):
        return Figure(said, claim, FigureState.EXEMPT)
    instead = nearest(claim, said, setting.index)
    if instead is None:
        return Figure(said, claim, FigureState.MISSING)
    return Figure(said, claim, FigureState.MISSING, (), instead[0], disputed=instead[1])


def _is_exempt(
    said: Quantity, claim: ClaimSpan, all_held: list[tuple[Quantity, ClaimSpan, list[Held]]], setting: _Setting
) -> bool:
    text, index = setting.response_md, setting.index
    if is_count(text, said, setting.counts) or is_echo(text, said, setting.asked):
        return True
    if claim.kind is BlockKind.HEADING and said.kind is not Kind.TIME and is_echo(text, said, setting.asked):
        return True
    if has_bound(text, said) and (not claim.factual or is_bounded_by(said, index.of_slot(said))):
        return True
    near = tuple(quantity for quantity, _, holders in all_held if holders and abs(quantity.start - said.start) < 600)
    linked = [index.items[place].text for place, _ in index.search(content_words(claim.text), limit=4)]
    return follows(said, claim.text, near + known_figures(tuple(linked)))


def _is_outdated(said: Quantity, claim: ClaimSpan, holders: list[Held], setting: _Setting) -> bool:
    """A price that only an old note holds, told as if it were today's."""
    if said.kind is not Kind.MONEY or not setting.wants_current or _PAST.search(claim.text):
        return False
    items = [setting.index.items[held.item] for held in holders]
    return all(
        item.role is SectionRole.GATHERED and (_CACHE.search(item.heading) or _PAST.search(item.text)) for item in items
    )
