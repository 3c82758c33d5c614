"""Mistakes by kind of error or difficulty: false approvals and refusals of responses, or wrong and missed Yes of
retrievals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

CONTRADICTIONS = frozenset(
    {"negation", "antonym", "swapped_values", "swapped_roles", "superlative", "quantifier", "order_of_events", "person"}
    | {"date", "weekday", "clock_time", "unit", "digit", "stale_value"}
)
"""Kinds in which the evidence contradicts the response, instead of lacking it."""


@dataclass(frozen=True, slots=True)
class KindFigures:
    """`n` items of one kind and label; `mistaken` were wrong but approved, or good but not approved. For retrievals
    `grounded` means that an answer is present, and approved that the gate says Yes."""

    kind: str
    grounded: bool
    n: int
    mistaken: int

    @property
    def share(self) -> float:
        return self.mistaken / self.n


def kind_figures(judged: Iterable[tuple[str | None, bool, bool]]) -> tuple[KindFigures, ...]:
    """From (kind, grounded, approved). Wrong responses first, then by share of mistakes."""
    seen: dict[tuple[bool, str], list[bool]] = defaultdict(list)
    for kind, grounded, approved in judged:
        if kind is not None:
            seen[grounded, kind].append(grounded is not approved)
    found = [KindFigures(kind, grounded, len(mistakes), sum(mistakes)) for (grounded, kind), mistakes in seen.items()]
    return tuple(sorted(found, key=lambda one: (one.grounded, -one.share, -one.n, one.kind)))
