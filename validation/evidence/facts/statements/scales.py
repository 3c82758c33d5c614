"""The words that rank, `cheapest`, `twice as heavy as`, and the kinds of figures that they rank by."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from validation.evidence.language.lexicon import concepts_of
from validation.evidence.quantities.quantity import Kind

Slot = tuple[Kind, str]

_MASS, _LENGTH, _SPAN = ((Kind.MEASURE, unit) for unit in ("g", "m", "s"))
_SPEED, _NOISE = ((Kind.MEASURE, unit) for unit in ("km/h", "db"))
_MONTHS = (Kind.MEASURE, "month")


@dataclass(frozen=True, slots=True)
class Scale:
    """What a word ranks by. `slots` are the kinds of figures it may rank, `props` the concepts one of which must stand
    beside them (none: any), `high` says which end is meant."""

    high: bool
    slots: tuple[Slot, ...] = ()
    props: frozenset[str] = frozenset()


_WORDS: dict[str, Scale] = {}


def _scale(words: str, *, high: bool, slots: tuple[Slot, ...] = (), props: str = "") -> None:
    named = concepts_of(props.split())
    _WORDS.update(dict.fromkeys(words.split(), Scale(high, slots, named)))


_scale("cheap low-priced affordable inexpensive low-cost", high=False, slots=((Kind.MONEY, ""),))
_scale("expensive pricey dear costly", high=True, slots=((Kind.MONEY, ""),))
_scale("light", high=False, slots=(_MASS, (Kind.MEASURE, "oz")))
_scale("heavy", high=True, slots=(_MASS, (Kind.MEASURE, "oz")))
_scale("fast quick", high=True, slots=(_SPEED, (Kind.MEASURE, "mph")))
_scale("slow", high=False, slots=(_SPEED, (Kind.MEASURE, "mph")))
_scale("quiet silent", high=False, slots=(_NOISE,))
_scale("loud noisy", high=True, slots=(_NOISE,))
_scale("long", high=True, slots=(_LENGTH, _SPAN, _MONTHS))
_scale("short", high=False, slots=(_LENGTH, _SPAN, _MONTHS))
_scale("tall", high=True, slots=(_LENGTH,))
_scale("near close", high=False, slots=(_LENGTH, (Kind.MEASURE, "mile")))
_scale("far", high=True, slots=(_LENGTH, (Kind.MEASURE, "mile")))
_scale("early", high=False, slots=((Kind.TIME, ""),))
_scale("late", high=True, slots=((Kind.TIME, ""),))
_scale("large big", high=True, props="population area size capacity volume storage screen")
_scale("small tiny", high=False, props="population area size capacity volume storage screen")
_scale("populous", high=True, props="population")
_scale("new recent young", high=True, props="year built founded released launched opened established age")
_scale("old", high=False, props="year built founded released launched opened established")
_scale("rated", high=True, props="rating score stars")
_scale("powerful bright", high=True, slots=((Kind.MEASURE, "w"),), props="power lumen brightness")
_scale("efficient", high=False, slots=((Kind.MEASURE, "w"), (Kind.MEASURE, "wh")))

RANKING = re.compile(
    r"\b(?:(?P<degree>most|least|best|highest|lowest|top|more|less|fewer|fewest|higher|lower|greater|greatest)[ -]"
    r"(?P<of>[a-z]{3,20})|(?P<one>[a-z]{2,14}?)(?P<end>iest|est|ier|er|r|st))\b"
)
_UP = frozenset(["most", "best", "highest", "top", "more", "higher", "greater", "greatest"])
_SUPERLATIVE = frozenset(["most", "least", "best", "highest", "lowest", "top", "fewest", "greatest"])
_IRREGULAR = {"bigg": "big", "farth": "far", "furth": "far", "larg": "large", "clos": "close", "pric": "pricey"}


def lowered(text: str) -> str:
    return "".join(char.lower() if len(char.lower()) == 1 else char for char in text)


@lru_cache(maxsize=4096)
def _scale_of(word: str) -> Scale | None:
    for base in (word, _IRREGULAR.get(word, ""), word + "e", word + "y", word[:-1] if word[-1:] == word[-2:-1] else ""):
        if base in _WORDS:
            return _WORDS[base]
    return None


def read_scale(match: re.Match[str]) -> tuple[Scale, bool] | None:
    """The scale, and whether a superlative stands there."""
    if match["degree"] is None:
        scale = _scale_of(match["one"])
        return (scale, match["end"].endswith("st")) if scale else None
    degree, word = match["degree"], match["of"]
    superlative = degree in _SUPERLATIVE
    if scale := _WORDS.get(word):
        high = scale.high if degree in _UP else not scale.high
        return Scale(high, scale.slots, scale.props), superlative
    return Scale(degree in _UP, (), concepts_of((word,))), superlative
