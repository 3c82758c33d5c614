"""The same amount in another unit: `165°F (74°C)`, `9.5 oz (269 g)`. A conversion follows from the evidence."""

from __future__ import annotations

from validation.evidence.quantities.quantity import Kind, Quantity

_FACTORS = {
    ("oz", "g"): 28.3495,
    ("inch", "m"): 0.0254,
    ("mile", "m"): 1609.344,
    ("mph", "km/h"): 1.609344,
}
_OFF = 0.02
"""How far a rounded conversion may lie off, as a share."""
_DEGREES_OFF = 1.0


def is_converted(said: Quantity, known: tuple[Quantity, ...]) -> bool:
    """Whether `said` is a known measure in another unit, within rounding."""
    if said.kind is not Kind.MEASURE or not said.candidates:
        return False
    return any(
        _converts(said.unit, said.candidates[0], held.unit, held.candidates[0])
        for held in known
        if held.kind is Kind.MEASURE and held.candidates and held.unit != said.unit
    )


def _converts(unit: str, value: float, held_unit: str, held: float) -> bool:
    if (unit, held_unit) == ("°c", "°f"):
        return abs((held - 32) * 5 / 9 - value) <= _DEGREES_OFF
    if (unit, held_unit) == ("°f", "°c"):
        return abs(held * 9 / 5 + 32 - value) <= _DEGREES_OFF * 2
    factor = _FACTORS.get((held_unit, unit)) or 1 / _FACTORS.get((unit, held_unit), float("inf"))
    return bool(factor) and abs(held * factor - value) <= _OFF * abs(value)
