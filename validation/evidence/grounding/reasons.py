"""What speaks against a claim, in words a reviewer can check against the evidence."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from validation.evidence.grounding.signals.row import Signals

_MOST = 4
_RARE = 4.0
_RISKY = 0.0


def reasons(found: Signals) -> tuple[str, ...]:
    """The most telling first, at most four."""
    return tuple(islice(_said(found), _MOST))


def _said(found: Signals) -> Iterator[str]:
    for figure in _figures(found):
        yield f"{figure} does not appear in the evidence"
    for time in found.hours.wrong_times:
        yield f"{time} is not among the hours of that day"
    for day in found.hours.unlisted_days:
        yield f"the evidence lists no hours for {day.title()}"
    for label in found.fields.denied:
        yield f"the evidence says no to “{label}”"
    for label in found.fields.unknown:
        yield f"the evidence leaves “{label}” open"
    for label in found.fields.affirmed_but_negated:
        yield f"the evidence says yes to “{label}”"
    for quote in found.quotations:
        yield f"the quotation “{_short(quote)}” is not in the evidence"
    for word, other in found.polarity.opposites:
        yield f"it says “{word}” where the evidence says “{other}”"
    yield from _weaker(found)


def _figures(found: Signals) -> tuple[str, ...]:
    slots = found.slots
    return (*slots.new_money, *slots.new_times, *slots.new_links, *slots.new_numbers)


def _weaker(found: Signals) -> Iterator[str]:
    if found.token_risk.phrases:
        phrases = [f"“{_short(phrase)}”" for phrase in found.token_risk.phrases]
        yield f"doubtful against the evidence: {' and '.join(phrases)}"
    for name in found.names.new:
        yield f"the evidence never mentions {name}"
    for figure in found.slots.elsewhere:
        yield f"{figure} stands elsewhere in the evidence, not with the rest of this claim"
    words = _new_words(found)
    if words:
        yield f"no evidence speaks of {', '.join(words)}"
    if found.polarity.negation_differs and found.polarity.negations:
        yield "it denies something that the nearest evidence does not deny"
    for word in sorted(found.polarity.universals):
        yield f"“{word}” goes further than the nearest evidence"


def _new_words(found: Signals) -> list[str]:
    named = {name.lower() for name in (*found.names.new, *_figures(found))}
    risky = sorted(zip(found.risks, found.new_words, strict=True), reverse=True)
    return [f"“{word}”" for risk, word in risky if risk >= _RISKY and word.lower() not in named][:3]


def _short(quote: str) -> str:
    return quote if len(quote) <= 60 else f"{quote[:57].rstrip()}..."
