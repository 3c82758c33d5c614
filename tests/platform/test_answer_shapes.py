"""Shapes that answers of several gates share."""

from __future__ import annotations

from decimal import Decimal

from validation.domain.operations.cost import Cost
from validation.platform.http.schemas import CostOut


def test_a_cost_keeps_every_digit() -> None:
    assert CostOut.of(Cost(Decimal("1E-8"), "EUR")) == {"amount": "0.00000001", "currency": "EUR"}
