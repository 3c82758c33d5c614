"""The search terms of the review desk: `is:open kind:halt priority:critical mine kettle`. One box holds all filters,
so that every view of the queue is a link, and a saved view is one string."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import StrEnum

from validation.domain.halt import HaltCause
from validation.domain.intervention import Kind, Priority
from validation.platform.gates import gates

LONGEST = 200
_TERM = re.compile(r'"([^"]{0,200})"|(\S{1,200})')
_LIKE_A_TERM = re.compile(r"[a-z]{2,}:[^/\s]+")


class QueueStatus(StrEnum):
    """`open` is what waits for a ruling: unsettled, not all of it under a pending one, and not snoozed."""

    OPEN = "open"
    CLAIMED = "claimed"
    SNOOZED = "snoozed"
    PENDING = "pending"
    RULED = "ruled"
    EXPIRED = "expired"
    ANY = "any"

    @property
    def is_unsettled(self) -> bool:
        return self in (QueueStatus.OPEN, QueueStatus.CLAIMED, QueueStatus.SNOOZED)


_KNOWN: dict[str, tuple[str, ...]] = {
    "is": tuple(QueueStatus),
    "kind": tuple(Kind),
    "priority": tuple(Priority),
    "cause": tuple(HaltCause),
}
FLAGS = ("mine", "unclaimed", "overdue")
_ALSO = {"kind:halted": "kind:halt", "is:halted": "kind:halt", "is:failed": "kind:fail", "is:all": "is:any"}


def known_terms() -> dict[str, tuple[str, ...]]:
    """The values of each key; the gates are those that are registered."""
    return {**_KNOWN, "gate": tuple(gate.name for gate in gates())}


@dataclass(frozen=True, slots=True)
class DeskTerms:
    """`chosen` maps a key of known terms (but `is`) to its wanted values; `assignees` are
    names, `me` or `none`; `words` must all occur; `unknown` was not understood and filters nothing."""

    status: QueueStatus = QueueStatus.OPEN
    chosen: dict[str, tuple[str, ...]] = field(default_factory=dict)
    pipelines: tuple[str, ...] = ()
    assignees: tuple[str, ...] = ()
    flags: frozenset[str] = frozenset()
    words: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def narrowed(self) -> bool:
        """Whether anything but `is:` limits the list."""
        return bool(self.chosen or self.pipelines or self.assignees or self.flags or self.words)

    @property
    def mistaken(self) -> tuple[str, ...]:
        """Words that look like terms, such as `priorty:high`; a title may hold one, so they are looked for."""
        return tuple(word for word in self.words if _LIKE_A_TERM.fullmatch(word))


def read_terms(asked: str) -> DeskTerms:
    """Never fails: what is not understood is told in `unknown`. Of several `is:` the last counts."""
    terms = DeskTerms()
    for quoted, bare in _TERM.findall(asked[:LONGEST]):
        terms = _with(terms, quoted, bare)
    return terms


def _with(terms: DeskTerms, quoted: str, bare: str) -> DeskTerms:
    term = _ALSO.get(bare.lower(), bare)
    key, colon, value = term.partition(":")
    key, low = key.lower(), value.lower()
    if quoted:
        return replace(terms, words=(*terms.words, quoted))
    if term.lower() in FLAGS:
        return replace(terms, flags=terms.flags | {term.lower()})
    if colon and key == "pipeline" and value:
        return replace(terms, pipelines=(*terms.pipelines, value))
    if colon and key == "assignee" and value:
        return replace(terms, assignees=(*terms.assignees, value.removeprefix("@")))
    if not colon or key not in known_terms():
        return replace(terms, words=(*terms.words, term)) if term else terms
    if low not in known_terms()[key]:
        return replace(terms, unknown=(*terms.unknown, term))
    if key == "is":
        return replace(terms, status=QueueStatus(low))
    return replace(terms, chosen={**terms.chosen, key: (*terms.chosen.get(key, ()), low)})
