"""Mistakes by kind, which says what is wrong with a response or makes a good one hard: false approvals and false
refusals, and of a retrieval a wrong Yes and a missed one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

CONTRADICTIONS = frozenset(
    {"negation", "antonym", "swapped_values", "swapped_roles", "superlative", "quantifier", "order_of_events", "person"}
    | {"date", "weekday", "clock_time", "unit", "digit", "stale_value"}
)
"""Kinds whose evidence says something else, as opposed to nothing."""


@dataclass(frozen=True, slots=True)
class KindFigures:
    """`n` items of one kind and label; `mistaken` of them were approved though wrong, or not approved though good.
    Of a retrieval: `grounded` is that an answer is present, approved that Yes was said."""

    kind: str
    grounded: bool
    n: int
    mistaken: int

    @property
    def share(self) -> float:
        return self.mistaken / self.n


def kind_figures(judged: Iterable[tuple[str | None, bool, bool]]) -> tuple[KindFigures, ...]:
    """From (kind, grounded, approved): wrong responses first, then by share mistaken."""
    seen: dict[tuple[bool, str], list[bool]] = defaultdict(list)
    for kind, grounded, approved in judged:
        if kind is not None:
            seen[grounded, kind].append(grounded is not approved)
    found = [KindFigures(kind, grounded, len(mistakes), sum(mistakes)) for (grounded, kind), mistakes in seen.items()]
    return tuple(sorted(found, key=lambda one: (one.grounded, -one.share, -one.n, one.kind)))
