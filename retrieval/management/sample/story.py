"""The retrievals of the sample story, written for this project: what the turns of validation's part had retrieved.

Every verdict is the gate's own, made when the story is loaded; two sets were judged by an LLM whose reply is told here.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from validation.domain.halt import HaltCause


@dataclass(frozen=True, slots=True)
class Set:
    """`days` is how long before now it was submitted, a moment before the draft that was made of it. `quality` is what
    the gate is expected to say. With `reply` or `halt` an LLM judged. `holds` is a reviewer's word by position, 0 for
    the answer."""

    query: str
    days: float
    quality: str
    chunks: tuple[Any, ...]
    turn_id: str = ""
    reply: str = ""
    halt: HaltCause | None = None
    halt_message: str = ""
    holds: tuple[tuple[int, bool], ...] = ()


def _set(told: dict[str, Any]) -> Set:
    told["chunks"] = tuple(told["chunks"])
    told["holds"] = tuple((position, holds) for position, holds in told.get("holds", ()))
    told["reply"] = json.dumps(told["reply"]) if "reply" in told else ""
    told["halt"] = HaltCause(told["halt"]) if "halt" in told else None
    return Set(**told)


SETS = tuple(map(_set, json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))))
