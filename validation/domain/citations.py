"""What other apps keep that cites a turn. Their gates name who is asked; this app does not know who they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Citation:
    """`kind` in plain words, in the singular: `belief`. `address` is its page."""

    kind: str
    title: str
    address: str


class CitesTurns(Protocol):
    def citing(self, pipeline: str, turn_id: str, *, limit: int) -> tuple[Citation, ...]:
        """Of the turn of that id in that pipeline, at most `limit`, in a fixed number of statements."""
        ...
