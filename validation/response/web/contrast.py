"""What differs between a claim and its quote, so that 286 g against 268 g meets the eye."""

from __future__ import annotations

from collections.abc import Sequence

from validation.domain.text.segments import Mark
from validation.evidence.quantities.equality import comparable, same
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities

DIFFERS = "differs"
AGREES = "agrees"


def contrast(claim: str, quotes: Sequence[str]) -> tuple[tuple[Mark, ...], tuple[tuple[Mark, ...], ...]]:
    """Marks for the claim, and for each quote in order. A figure of the claim agrees when some quote holds it; a
    figure of a quote is marked when the claim holds it, or differs when it answers the same question otherwise."""
    said = _figures(claim)
    held = [_figures(quote) for quote in quotes]
    everywhere = [figure for figures in held for figure in figures]
    missed = [figure for figure in said if not any(same(figure, other) for other in everywhere)]
    claim_marks = tuple(_mark(figure, DIFFERS if figure in missed else AGREES) for figure in said) if quotes else ()
    return claim_marks, tuple(_quote_marks(said, missed, figures) for figures in held)


def _figures(text: str) -> list[Quantity]:
    """Without lone digits: the 8 of a product's name says nothing about what differs."""
    return [found for found in find_quantities(text) if found.kind is not Kind.NUMBER or found.end - found.start > 1]


def _quote_marks(said: Sequence[Quantity], missed: Sequence[Quantity], held: Sequence[Quantity]) -> tuple[Mark, ...]:
    marks = []
    for figure in held:
        if any(same(other, figure) for other in said):
            marks.append(_mark(figure, AGREES))
        elif any(comparable(other, figure) for other in missed):
            marks.append(_mark(figure, DIFFERS))
    return tuple(marks)


def _mark(figure: Quantity, key: str) -> Mark:
    return Mark(key, figure.start, figure.end)
