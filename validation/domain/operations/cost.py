"""Cost of LLM calls in money, computed and stored with each call, since prices change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

_MILLION = Decimal(1_000_000)
PLACES = Decimal("0.00000001")
"""A token of a cheap model costs a few hundred-millionths."""


@dataclass(frozen=True, slots=True)
class Cost:
    """`currency` is a code of three capital letters."""

    amount: Decimal
    currency: str


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices per million tokens, read and written."""

    tokens_in: Decimal
    tokens_out: Decimal
    currency: str

    def cost_of(self, *, tokens_in: int, tokens_out: int) -> Cost | None:
        """None without token counts: the cost of a call that timed out is unknown, not zero."""
        if not tokens_in and not tokens_out:
            return None
        amount = (tokens_in * self.tokens_in + tokens_out * self.tokens_out) / _MILLION
        return Cost(amount.quantize(PLACES), self.currency)


def shown(amount: Decimal) -> str:
    """`12.34`, `0.0042`: at least two decimals, and below one at least two significant digits."""
    places = 2 if amount >= 1 or not amount else max(2, 1 - amount.adjusted())
    return f"{amount:.{min(places, 8)}f}"


def total(costs: Iterable[Cost | None]) -> Cost | None:
    """The sum over calls; None if no cost is known, or in several currencies."""
    known = [cost for cost in costs if cost is not None]
    currencies = {cost.currency for cost in known}
    return Cost(sum((cost.amount for cost in known), Decimal()), currencies.pop()) if len(currencies) == 1 else None


def cost_fields(cost: Cost | None) -> dict[str, Any]:
    """The columns `cost` and `currency`."""
    return {"cost": cost.amount, "currency": cost.currency} if cost else {"cost": None, "currency": ""}
