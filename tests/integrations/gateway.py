"""One call of a model as gateways tell of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

MESSAGES = [
    {"role": "user", "content": "A head torch under 60 EUR?"},
    {"role": "assistant", "content": None, "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "f"}}]},
    {"role": "tool", "tool_call_id": "c1", "content": "Lumo H4: 49.90 EUR, 450 lumens. https://lampenladen.example/h4"},
]
RIGHT = "The [Lumo H4](https://lampenladen.example/h4) costs 49.90 EUR and gives 450 lumens.\n"
WRONG = RIGHT.replace("49.90", "39.90")

Ask = Callable[..., dict[str, Any]]
