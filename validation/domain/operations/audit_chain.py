"""The hash chain of the audit log: each hash covers the content of an entry and the hash of the entry before."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, NamedTuple


class Entry(NamedTuple):
    """An entry as the database returns it. `position` counts from 1."""

    position: int
    id: int
    at: datetime
    by: str
    verb: str
    subject: str
    data: Any
    hash: str = ""

    def __str__(self) -> str:
        return f"entry {self.position} (id {self.id}, {self.at:%Y-%m-%d %H:%M:%S}, {self.verb} by {self.by})"


class Head(NamedTuple):
    """The end of a chain, or of a part of it; position 0 before the first entry."""

    position: int = 0
    hash: str = ""

    def __str__(self) -> str:
        return f"{self.position}:{self.hash}"

    @classmethod
    def parse(cls, text: str) -> Head | None:
        """`POSITION:HASH`, as `str` writes it; None if it is something else."""
        position, _, digest = text.partition(":")
        is_hash = len(digest) == hashlib.sha256().digest_size * 2 and set(digest) <= set("0123456789abcdef")
        is_position = position.isascii() and position.isdigit() and len(position) < 19
        return cls(int(position), digest) if is_hash and is_position else None


class Mismatch(NamedTuple):
    """The first place where a chain does not fit. `id` is that of the entry there, None if the entry is missing."""

    position: int
    id: int | None
    reason: str


def hash_entry(before: str, entry: Entry) -> str:
    """SHA-256 in hex over the hash before and every field. Times count in UTC, so that the time zone of a connection
    does not matter."""
    content = entry._replace(at=entry.at.astimezone(UTC).isoformat(), hash=before)  # type: ignore[arg-type]
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


class Verification:
    """Follows a chain from its first entry to `head`, which is stored apart from the entries. `known` is a head that
    somebody noted earlier: the chain has to pass through it."""

    def __init__(self, head: Head, known: Head | None = None) -> None:
        self.head, self.known = head, known
        self.end = Head()
        self.first: Entry | None = None
        self.last: Entry | None = None
        self.mismatch: Mismatch | None = None

    def follow(self, entries: Iterable[Entry]) -> bool:
        """Verifies the next entries, in order of position; False from the first that does not fit."""
        for entry in entries:
            self.mismatch = self._check(entry)
            if self.mismatch:
                return False
            self.first, self.last = self.first or entry, entry
            self.end = Head(entry.position, entry.hash)
        return True

    def finish(self, top: Entry | None) -> None:
        """After the last entry: does the chain end where it has to? `top` is the entry of the highest position, read
        before the head."""
        if self.mismatch:
            return
        if self.end.position < self.head.position:
            reason = f"entry {self.end.position + 1} is missing: the chain goes on to entry {self.head.position}"
            self.mismatch = Mismatch(self.end.position + 1, None, reason)
        elif self.end != self.head:
            reason = f"the chain ends with {self.end} and not with the recorded {self.head}"
            self.mismatch = Mismatch(self.end.position, self.last.id if self.last else None, reason)
        elif top and top.position > self.head.position:
            reason = f"{top} stands beyond the end of the chain, which is entry {self.head.position}"
            self.mismatch = Mismatch(top.position, top.id, reason)
        elif self.known and self.known.position > self.end.position:
            reason = (
                f"entry {self.known.position} of the head you gave is missing: the chain ends with {self.end.position}"
            )
            self.mismatch = Mismatch(self.known.position, None, reason)

    def _check(self, entry: Entry) -> Mismatch | None:
        due = self.end.position + 1
        if entry.position != due:
            return Mismatch(due, None, f"entry {due} is missing: {entry} follows entry {due - 1}")
        if entry.hash != hash_entry(self.end.hash, entry):
            return Mismatch(
                due, entry.id, f"{entry} was altered: its hash does not fit its content and the hash before"
            )
        if self.known and due == self.known.position and entry.hash != self.known.hash:
            return Mismatch(due, entry.id, f"{entry} has another hash than the head you gave")
        return None
