"""Whether a figure belongs to what the claim says it of.

Every figure of claim and evidence is described by the concepts around it, near ones counting most. Among the figures of
its kind in the evidence the best described alike is what the evidence says; where that is another value, and nothing
but it fits, the claim contradicts the evidence.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from enum import StrEnum

from validation.evidence.document.statement import FAR_RIGHT, NEAR, Statement
from validation.evidence.facts.index import Fact, FactIndex
from validation.evidence.facts.values.clock_times import by_24_hours, is_told_again, may_replace
from validation.evidence.facts.values.respective import is_of_named, told_respectively
from validation.evidence.facts.values.spans import is_span_beside
from validation.evidence.language.lexicon import FRAME
from validation.evidence.language.names import keys_of
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity
from validation.evidence.quantities.time_spans import is_year
from validation.evidence.quantities.units import may_be_one_currency

_UNHEARD = 2.0
_CLEAR = 0.45
"""How much more must be shared with another value than with the one said, in units of a telling concept."""
_UNRULY = 1.6
_NEARLY_ALL = 0.7
_TELLING = 0.5
_UNIT_BEHIND = 30
_CENTS = re.compile(r"[.,]\d\d$")
_FAINT = 0.3
"""What a word tells that is said of everything."""
_IMPLIED = {
    (Kind.MONEY, ""): frozenset(("price", "pay", "order")),
    (Kind.MEASURE, "g"): frozenset(("weigh",)),
    (Kind.MEASURE, "s"): frozenset(("take", "last", "duration")),
    (Kind.TIME, ""): frozenset(("time",)),
    (Kind.DATE, ""): frozenset(("date",)),
}


class BindingState(StrEnum):
    HELD = "held"
    CONTRADICTED = "contradicted"
    LOOSE = "loose"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Binding:
    """`fact` is the figure of the evidence that is said, or, of a contradicted or missing one, what stands instead;
    `right` is what to write instead of a missing one."""

    state: BindingState
    figure: Quantity
    fact: Fact | None = None
    right: Fact | None = None


def bind(
    claim: Statement,
    figure: Quantity,
    index: FactIndex,
    entities: frozenset[frozenset[str]] = frozenset(),
) -> Binding:
    """`entities` are the things the claim is about, as far as it names them."""
    figure = by_24_hours(figure, claim) if index.counts_to_24 else figure
    about = _told_of(figure, claim.about(figure.start, figure.end))
    about, entities = told_respectively(claim, figure, about, entities)
    facts = _facts_alike(figure, index, entities)
    if (amount := _as_amount(figure, facts)) is not None:
        return replace(bind(claim, amount, index, entities), figure=figure)
    scored = [(_score(about, fact, index), fact) for fact in facts]
    equal = [pair for pair in scored if same(figure, pair[1].figure)]
    others = [
        pair for pair in scored if not same(figure, pair[1].figure) and _may_differ(claim, figure, pair[1], equal)
    ]
    if not equal:
        instead = _instead(about, claim, others, index) or _only_price(figure, about, others, entities)
        if instead is None or may_replace(claim, figure, instead):
            return Binding(BindingState.MISSING, figure, instead, instead)
        others = [pair for pair in others if may_replace(claim, figure, pair[1])]
        right = _instead(about, claim, others, index)
        if right is None and is_told_again(claim, figure, instead, facts):
            right = instead
        return Binding(BindingState.MISSING, figure, instead, right)
    score, fact = max(equal, key=_by_score)
    told = [one for one in claim.figures if one.start != figure.start]
    more, other = max(  # of values described alike not the one that the claim tells too: the begin of the span
        others,
        key=lambda pair: (
            pair[0],
            pair[1].statement is fact.statement and not any(same(one, pair[1].figure) for one in told),
            -pair[1].figure.start,
        ),
        default=(-math.inf, fact),
    )
    are_of_others = all(one.statement.keys and one.statement.keys not in entities for _, one in equal)
    is_foreign = len(index.entities) > 1 and bool(entities) and are_of_others
    held = Binding(BindingState.LOOSE if is_foreign else BindingState.HELD, figure, fact)
    if score >= more:
        return held
    if all(_is_told_apart(one, other, entities) for _, one in equal):
        return held
    if any(is_span_beside(claim, figure, one, other, index.text) for _, one in equal):
        return held
    if any(is_of_named(about, other, one, index.text) for _, one in equal):
        return held
    about = _without_twin(figure, about, claim, other)
    if all(_is_clear(about, other, one, index) for _, one in equal):
        return Binding(BindingState.CONTRADICTED, figure, other)
    beside = any(one.statement.record == other.statement.record for _, one in equal)
    return held if beside or score >= _NEARLY_ALL * more else Binding(BindingState.LOOSE, figure, fact)


def _facts_alike(figure: Quantity, index: FactIndex, entities: frozenset[frozenset[str]]) -> list[Fact]:
    """The figures of its kind and unit, or of a currency that may be the same; and equal ones of which one side leaves
    its unit to the reader."""
    money = (unit for kind, unit in index.units if kind is figure.kind is Kind.MONEY)
    units = dict.fromkeys((figure.unit, *(unit for unit in money if may_be_one_currency(figure.unit, unit))))
    facts = [fact for unit in units for fact in index.facts(replace(figure, unit=unit), entities)]
    if figure.kind is Kind.NUMBER:
        return facts + _unitless(figure, index)
    bare = index.facts(replace(figure, kind=Kind.NUMBER, unit=""), entities)
    return facts + [fact for fact in bare if _may_lack_unit(figure, fact, index.text) and same(figure, fact.figure)]


def _is_told_apart(fact: Fact, other: Fact, entities: frozenset[frozenset[str]]) -> bool:
    """Whether a row and a sentence elsewhere hold two values, or a sentence of the thing named and one of another:
    where the claim does not name what the other is of, too little tells that both are of the same."""
    held, rival = fact.statement, other.statement
    if held.record == rival.record or rival.keys in entities:
        return False
    is_of_named = held.keys in entities and bool(rival.keys) and not rival.is_field
    return held.is_field is not rival.is_field or is_of_named


def _without_twin(figure: Quantity, about: dict[str, float], claim: Statement, other: Fact) -> dict[str, float]:
    """What is said of a figure alone, where the claim tells the other value too."""
    twins = [one for one in claim.figures if one.start != figure.start and same(one, other.figure)]
    if not twins:
        return about
    near = {key for one in twins for key, weight in claim.about(one.start, one.end).items() if weight >= NEAR}
    return {key: weight for key, weight in about.items() if weight >= NEAR and key not in near}


def counts_alike(figure: Quantity, fact: Fact, claim: Statement) -> bool:
    """`Three shirts` where the evidence has four."""
    return figure.kind is Kind.NUMBER and _is_alike(claim.word_behind(figure), fact.statement.word_behind(fact.figure))


def _is_alike(word: str, other: str) -> bool:
    return bool(word) and word not in FRAME and word == other


def _may_differ(claim: Statement, figure: Quantity, other: Fact, equal: list[tuple[float, Fact]]) -> bool:
    """Whether a figure of the evidence may be what the claim should say instead. Bare numbers must count the same
    thing, number the same kind of thing (`platform 5`), or stand in the same column."""
    if other.figure.kind is not figure.kind:
        return False
    if figure.kind is not Kind.NUMBER:
        return True
    if any(0 <= one.start - figure.end <= 1 or 0 <= figure.start - one.end <= 1 for one in claim.figures):
        return False  # `3-1`, `4/5`
    if is_year(figure) or is_year(other.figure):
        return is_year(figure) and is_year(other.figure)
    prop = other.statement.prop
    if prop and (any(fact.statement.prop == prop for _, fact in equal) or keys_of(prop) & claim.concepts):
        return True
    if equal and figure.text.startswith(f"{other.figure.text}."):
        return False  # clause 9.1 of clause 9
    held = other.statement
    whole, of = claim.whole_of(figure), held.whole_of(other.figure)
    if whole and of and same(whole, of):
        return _is_alike(claim.word_behind(whole), held.word_behind(of))
    return _is_alike(claim.word_behind(figure), held.word_behind(other.figure)) or _is_alike(
        claim.word_before(figure), held.word_before(other.figure)
    )


def _told_of(figure: Quantity, about: dict[str, float]) -> dict[str, float]:
    """The words that a figure of its kind implies tell little: a price costs, a weight weighs."""
    implied = _IMPLIED.get((figure.kind, figure.unit), _IMPLIED.get((figure.kind, ""), frozenset()))
    return {key: weight * (_FAINT if key in implied else 1.0) for key, weight in about.items()}


def _by_score(pair: tuple[float, Fact]) -> tuple[float, int]:
    return pair[0], -pair[1].figure.start


def _may_lack_unit(figure: Quantity, fact: Fact, text: str) -> bool:
    """A cell may leave its unit to the header, an amount its currency to the reader, and `five unused days` are five
    days; `three stops` are no three minutes."""
    unit = figure.text.split()[-1].lower().removesuffix("s")
    if figure.kind is Kind.MONEY or unit in text[fact.figure.end : fact.figure.end + _UNIT_BEHIND].lower():
        return True
    held = fact.statement
    return bool(held.is_field or held.prop) and not held.word_behind(fact.figure)


def _as_amount(figure: Quantity, facts: list[Fact]) -> Quantity | None:
    """A bare `9,875.00` as the amount of money it repeats: what else stands there are amounts too."""
    equal = [fact.figure for fact in facts if same(figure, fact.figure)]
    slots = {(one.kind, one.unit) for one in equal}
    if figure.kind is not Kind.NUMBER or len(slots) != 1 or not _CENTS.search(figure.text):
        return None
    [(kind, unit)] = slots
    return replace(figure, kind=kind, unit=unit, candidates=figure.raw) if kind is Kind.MONEY else None


def _unitless(figure: Quantity, index: FactIndex) -> list[Fact]:
    """Figures with a unit that a bare number may repeat."""
    kinds = (Kind.MEASURE, Kind.MONEY, Kind.PERCENT, Kind.DATE)
    alike = (replace(figure, kind=kind, unit=unit) for kind, unit in index.units if kind in kinds)
    return [fact for one in alike for fact in index.facts(one) if same(figure, fact.figure)]


def _score(about: dict[str, float], fact: Fact, index: FactIndex) -> float:
    return math.fsum(weight * fact.about[key] * index.weight(key) for key, weight in about.items() if key in fact.about)


def _fits(about: dict[str, float], fact: Fact, index: FactIndex) -> bool:
    """Whether nearly all that the claim says around its figure stands around this one too; words that no evidence
    holds tell most."""
    worth = {key: weight * (index.weight(key) or _UNHEARD) for key, weight in about.items()}
    return math.fsum(worth[key] for key in worth if key in fact.about) >= _NEARLY_ALL * math.fsum(worth.values()) > 0


def _only_price(
    figure: Quantity,
    about: dict[str, float],
    others: list[tuple[float, Fact]],
    entities: frozenset[frozenset[str]],
) -> Fact | None:
    """The one amount of the thing that the claim names, unless either says what else it is for: a delivery."""
    own = [fact for _, fact in others if fact.statement.keys in entities]
    is_only = bool(own) and all(same(fact.figure, own[0].figure) for fact in own)
    if figure.kind is not Kind.MONEY or not is_only:
        return None
    named = frozenset().union(*entities, _IMPLIED[Kind.MONEY, ""])
    said = {key for key, weight in about.items() if weight >= NEAR} - named - FRAME
    before = {term.key for term in own[0].statement.terms if term.start < own[0].figure.start}
    return own[0] if said <= set(own[0].about) and before <= named else None


def _instead(
    about: dict[str, float], claim: Statement, others: list[tuple[float, Fact]], index: FactIndex
) -> Fact | None:
    """The value that stands where the claim says one that the evidence does not hold; None where two may."""
    top = max((score for score, _ in others), default=0.0)
    best = [fact for score, fact in others if score >= top - 1e-9 and _fits(about, fact, index)]
    different = [fact for fact in best if not same(fact.figure, best[0].figure)]
    if different and best[0].figure.kind is Kind.TIME and len(best) == 2:
        closing = any(term.key == "open" and term.denied for term in claim.terms)
        return best[1] if closing else best[0]
    return best[0] if best and not different else None


def _is_clear(about: dict[str, float], other: Fact, fact: Fact, index: FactIndex) -> bool:
    """Whether the claim is described by another value clearly better than by this equal one."""
    gain = loss = 0.0
    telling = False
    alike = other.statement.keys if other.statement.keys == fact.statement.keys else frozenset()
    near = {key for key, weight in about.items() if weight >= NEAR and key not in FRAME and index.weight(key)}
    one_sentence = other.statement is fact.statement
    unheard = other.figure.kind is Kind.NUMBER and not near  # nobody says what it counts
    least = NEAR if one_sentence or unheard else 0.0  # of one sentence the words beside the figure decide
    for key, weight in about.items():
        if key in alike:
            continue  # whether a sentence names its thing or points to it tells nothing
        told, held = other.about.get(key, 0.0), fact.about.get(key, 0.0)
        if one_sentence and FAR_RIGHT <= held <= told < NEAR:
            continue  # a word between both is no word for the later one
        more = weight * (told - held)
        labels = key in keys_of(other.statement.prop) or (one_sentence and told >= NEAR and held <= FAR_RIGHT)
        if more > 0 and (key not in FRAME or (labels and other.figure.kind is not Kind.NUMBER)):
            gain += more * index.weight(key)
            telling = telling or (more >= _CLEAR * _TELLING and weight >= least)
        elif more > 0:
            gain += _FAINT * more * index.weight(key)
        else:
            loss -= more * index.weight(key)
    return telling and gain >= _CLEAR * _TELLING and gain >= _UNRULY * loss
