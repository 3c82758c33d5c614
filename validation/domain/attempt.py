"""An attempt as submitted by the pipeline, and its states."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any

RESPONSE = "response"
"""Registered name of the gate that judges attempts."""


class AttemptState(StrEnum):
    QUEUED = "queued"
    JUDGING = "judging"
    DECIDED = "decided"
    HALTED = "halted"


UNDECIDED = (AttemptState.QUEUED, AttemptState.JUDGING)


class Route(StrEnum):
    """What the pipeline must do next, after loop limits; HALT means to wait for a reviewer."""

    APPROVE = "APPROVE"
    REVISE = "REVISE"
    RETRY = "RETRY"
    FAIL = "FAIL"
    HALT = "HALT"


MOST_GOALS = 50
"""Goals of a turn that are scored. A thousand, read from section 3, took 5.7 s."""


@dataclass(frozen=True, slots=True)
class Goal:
    id: str
    description: str


@dataclass(frozen=True, slots=True)
class MemoryNote:
    """A note that the pipeline will store once the response is approved."""

    key: str
    content: str


class MemoryState(StrEnum):
    STAGED = "staged"
    COMMITTED = "committed"
    DISCARDED = "discarded"


@dataclass(frozen=True, slots=True)
class Submission:
    """The content of one submission. `query` is what the user typed, or empty if only the context has it."""

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
        """sha256 in hex; equal for submissions with equal content."""
        body = json.dumps(_values(self), default=_values, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()


def _values(one: Any) -> dict[str, Any]:
    """Like `asdict`, but without copying metadata."""
    return {field.name: getattr(one, field.name) for field in fields(one)}
