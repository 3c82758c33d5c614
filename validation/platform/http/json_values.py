"""Any JSON value that a database can hold: what phase 1, a schema or a profile may consist of."""

from __future__ import annotations

from math import isfinite
from typing import Annotated, Any

from pydantic import AfterValidator

from validation.domain.text.storable import storable

DEEPEST = 100
"""Levels of nesting; real documents have a handful, and encoders give up at a few hundred."""


def storable_json(value: Any) -> Any:
    """Walks without recursion, so that depth is refused and never a crash."""
    waiting = [(value, 1)]
    while waiting:
        one, depth = waiting.pop()
        if depth > DEEPEST:
            raise ValueError(f"is nested deeper than {DEEPEST} levels")
        match one:
            case str():
                storable(one)
            case float() if not isfinite(one):
                raise ValueError("holds a number that is not finite; JSON knows none")
            case dict():
                waiting += [(part, depth + 1) for pair in one.items() for part in pair]
            case list():
                waiting += [(part, depth + 1) for part in one]
    return value


Json = Annotated[Any, AfterValidator(storable_json)]
JsonObject = Annotated[dict[str, Any], AfterValidator(storable_json)]
