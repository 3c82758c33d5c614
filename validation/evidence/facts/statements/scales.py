"""The words that rank, `cheapest`, `twice as heavy as`, and the kinds of figures that they rank by."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
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
    beside them (none: any), `high` says which end is meant. `named` are concepts of a column whose figures it ranks
    though they have no unit: `price per night`."""

    high: bool
    slots: tuple[Slot, ...] = ()
    props: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()

    def ranks(self, slot: Slot, about: Iterable[str], prop: str) -> bool:
        """Whether it ranks figures of this kind and unit, said of these concepts under this name."""
        fits = not self.slots or any(slot[0] is kind and unit in ("", slot[1]) for kind, unit in self.slots)
        if fits:
            return not self.props or not self.props.isdisjoint(about)
        return slot[0] is Kind.NUMBER and not self.named.isdisjoint(concepts_of(prop.lower().split()))


_WORDS: dict[str, Scale] = {}


def _scale(low: str, high: str, slots: tuple[Slot, ...] = (), props: str = "", named: str = "") -> None:
    """The words that mean one end, and those that mean the other."""
    beside, above = concepts_of(props.split()), concepts_of(named.split())
    _WORDS.update(dict.fromkeys(low.split(), Scale(False, slots, beside, above)))
    _WORDS.update(dict.fromkeys(high.split(), Scale(True, slots, beside, above)))


_BUILT = "year built founded released launched opened established"
_PRICES = "price prices cost costs fare fee rent"
_scale(
    "cheap low-priced affordable inexpensive low-cost", "expensive pricey dear costly", ((Kind.MONEY, ""),), "", _PRICES
)
_scale("light", "heavy", (_MASS, (Kind.MEASURE, "oz")))
_scale("slow", "fast quick", (_SPEED, (Kind.MEASURE, "mph")))
_scale("quiet silent", "loud noisy", (_NOISE,))
_scale("short", "long", (_LENGTH, _SPAN, _MONTHS))
_scale("", "tall", (_LENGTH,))
_scale("near close", "far", (_LENGTH, (Kind.MEASURE, "mile")))
_scale("early", "late", ((Kind.TIME, ""),))
_scale("small tiny", "large big", props="population area size capacity volume storage screen")
_scale("", "populous", props="population")
_scale("old", "", props=_BUILT)
_scale("", "new recent young", props=f"{_BUILT} age")
_scale("", "rated", props="rating score stars")
_scale("", "powerful bright", ((Kind.MEASURE, "w"),), "power lumen brightness")
_scale("efficient", "", ((Kind.MEASURE, "w"), (Kind.MEASURE, "wh")))

RANKING = re.compile(
    r"\b(?:(?P<degree>most|least|best|highest|lowest|top|more|less|fewer|fewest|higher|lower|greater|greatest)[ -]"
    r"(?P<of>[a-z]{3,20})|(?P<one>[a-z]{2,14}?)(?P<end>iest|est|ier|er|r|st))\b",
    re.IGNORECASE,
)
_UP = frozenset(["most", "best", "highest", "top", "more", "higher", "greater", "greatest"])
_SUPERLATIVE = frozenset(["most", "least", "best", "highest", "lowest", "top", "fewest", "greatest"])
_IRREGULAR = {"bigg": "big", "farth": "far", "furth": "far", "larg": "large", "clos": "close", "pric": "pricey"}


@lru_cache(maxsize=4096)
def _scale_of(word: str) -> Scale | None:
    for base in (word, _IRREGULAR.get(word, ""), word + "e", word + "y", word[:-1] if word[-1:] == word[-2:-1] else ""):
        if base in _WORDS:
            return _WORDS[base]
    return None


def read_scale(match: re.Match[str]) -> tuple[Scale, bool] | None:
    """The scale, and whether a superlative stands there."""
    if match["degree"] is None:
        scale = _scale_of(match["one"].lower())
        return (scale, match["end"].lower().endswith("st")) if scale else None
    degree, word = match["degree"].lower(), match["of"].lower()
    superlative = degree in _SUPERLATIVE
    if scale := _WORDS.get(word):
        return replace(scale, high=scale.high is (degree in _UP)), superlative
    return Scale(degree in _UP, (), concepts_of((word,))), superlative
