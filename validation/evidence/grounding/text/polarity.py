"""Words that turn a statement around or widen it: negation, universals, hedges, comparisons, opposites."""

from __future__ import annotations

from dataclasses import dataclass

from validation.evidence.grounding.text.stems import words_of

_NEGATIONS = words_of(
    """
    not no never none neither nor without cannot unable lacks lack lacking fails failed denied deny denies
    unavailable
    """
)
_UNIVERSALS = words_of(
    """
    all every always never none only entire entirely completely must everyone everything exactly solely fully
    any each definitely certainly
    """
)
_HEDGES = words_of(
    """
    may might could possibly perhaps likely reportedly allegedly appears appear seems seem suggest suggests
    suggested probably potentially generally typically often sometimes usually approximately about around
    roughly nearly almost estimated
    """
)
_COMPARISONS = words_of(
    """
    more less most least higher lower highest lowest greater fewer better best worse worst larger largest
    smaller smallest increase increased decrease decreased rise rose fall fell before after earlier later up
    down cheaper cheapest lighter lightest heavier faster fastest
    """
)
_OPPOSITES = """increase decrease, rise fall, rose fell, higher lower, highest lowest, more less, before after,
    accept reject, win lose, won lost, male female, man woman, father mother, son daughter, brother sister,
    husband wife, guilty innocent, open closed, north south, east west, hot cold, first last, allow prohibit,
    support oppose, true false, positive negative, maximum minimum, buy sell, start end, early late, safe dangerous,
    include exclude, dead alive, death birth, born died, inside outside, left right, day night, indoor outdoor,
    above below, least most, best worst, good bad, hard soft, large small, high low, long short, old new,
    cause prevent, reduce increase, approve reject, pass fail, cheaper dearer, lighter heavier, faster slower,
    weekdays weekends, paid free"""


def _both_ways(listed: str) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for pair in listed.split(","):
        one, other = pair.split()
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in found.items()}


_OPPOSITE = _both_ways(_OPPOSITES)


@dataclass(frozen=True, slots=True)
class Polarity:
    """How a claim turns or widens what the nearest evidence says. `opposites` are pairs (claim, evidence)."""

    negations: int
    negation_differs: bool
    universals: frozenset[str]
    hedges: int
    hedge_dropped: bool
    comparisons: frozenset[str]
    opposites: tuple[tuple[str, str], ...]


def polarity(said: list[str], near: frozenset[str], anywhere: frozenset[str]) -> Polarity:
    """`said` are the lower-case words of the claim, `near` those of the evidence closest to it."""
    words = frozenset(said)
    negations = negations_in(said)
    hedges = len(words & _HEDGES)
    return Polarity(
        negations=negations,
        negation_differs=bool(negations) != any(map(_negates, near)),
        universals=(words & _UNIVERSALS) - near,
        hedges=hedges,
        hedge_dropped=not hedges and bool(near & _HEDGES),
        comparisons=(words & _COMPARISONS) - anywhere,
        opposites=_opposed(words, near, anywhere),
    )


def negations_in(said: list[str]) -> int:
    return sum(map(_negates, said))


def _negates(word: str) -> bool:
    return word in _NEGATIONS or word.endswith("n't")


def _opposed(words: frozenset[str], near: frozenset[str], anywhere: frozenset[str]) -> tuple[tuple[str, str], ...]:
    new = sorted(word for word in words if word in _OPPOSITE and word not in anywhere)
    return tuple((word, sorted(_OPPOSITE[word] & near)[0]) for word in new if _OPPOSITE[word] & near)
