"""An attempt as the pipeline submits it, and the states it passes through."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any

RESPONSE = "response"
"""The gate that judges attempts, by the name it is registered under."""


class AttemptState(StrEnum):
    QUEUED = "queued"
    JUDGING = "judging"
    DECIDED = "decided"
    HALTED = "halted"


UNDECIDED = (AttemptState.QUEUED, AttemptState.JUDGING)


class Route(StrEnum):
    """What the pipeline must do now, after loop limits; HALT asks it to wait for a person."""

    APPROVE = "APPROVE"
    REVISE = "REVISE"
    RETRY = "RETRY"
    FAIL = "FAIL"
    HALT = "HALT"


@dataclass(frozen=True, slots=True)
class Goal:
    id: str
    description: str


@dataclass(frozen=True, slots=True)
class MemoryNote:
    """Something the pipeline wants to remember once the response is approved."""

    key: str
    content: str


class MemoryState(StrEnum):
    STAGED = "staged"
    COMMITTED = "committed"
    DISCARDED = "discarded"


@dataclass(frozen=True, slots=True)
class Submission:
    """All that one call hands over for judging. `query` is what the user typed, empty where only the context says."""

    turn_id: str
    context_md: str
    response_md: str
    session_id: str = ""
    goals: tuple[Goal, ...] = ()
    memory_candidates: tuple[MemoryNote, ...] = ()
    callback_url: str | None = None
    metadata: dict[str, Any] = field(default_factory=dict)
    query: str = ""

    def content_hash(self) -> str:
        """Equal for two submissions that ask for the same judging; sha256 in hex."""
        body = json.dumps(_values(self), default=_values, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()


def _values(one: Any) -> dict[str, Any]:
    """As `asdict`, which copies whatever metadata holds."""
    return {field.name: getattr(one, field.name) for field in fields(one)}
