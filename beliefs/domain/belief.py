"""The content of a belief file: statement, evidence and relations. Plain values; `parse` creates them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from validation.domain.codes.problems import ProblemCode
from validation.domain.errors import FieldError, InputRejected

BELIEF = "belief"
"""Registered name of the gate."""


class Section(StrEnum):
    """The sections with a meaning; all others are prose."""

    STATEMENT = "Statement"
    EVIDENCE = "Evidence"
    SUPPORTS = "Supports"
    ATTACKS = "Attacks"
    ATTACKED_BY = "Attacked-By"
    APPLIED_IN = "Applied-In"
    RELATED = "Related"


RELATIONS = (Section.SUPPORTS, Section.ATTACKS, Section.ATTACKED_BY)


@dataclass(frozen=True, slots=True)
class Link:
    """`line` is the line in the file, from 1; `bracketed` is False for a bare `session-<id>` in Evidence."""

    target: str
    section: str
    line: int
    bracketed: bool = True


@dataclass(frozen=True, slots=True)
class EvidenceItem:
    """One bullet of Evidence; `weight` is None if missing or invalid."""

    line: int
    links: tuple[Link, ...]
    quotes: tuple[str, ...]
    weight: float | None


@dataclass(frozen=True, slots=True)
class Relation:
    """One link of a bullet of Supports, Attacks or Attacked-By; `target` is None for a bullet without a link. `line` is
    the line of the link, `entry` the first line of the bullet."""

    section: Section
    target: str | None
    line: int
    entry: int
    note: Mapping[str, str] = field(default_factory=dict)

    @property
    def defeated(self) -> bool:
        return self.note.get("status", "").casefold() == "defeated"


@dataclass(frozen=True, slots=True)
class Flaw:
    """A defect that does not prevent parsing; `check` is the check that reports it."""

    check: str
    line: int
    message: str


@dataclass(frozen=True, slots=True)
class Belief:
    """`assigned` is a score written by hand; a block with `computed_at` is ignored."""

    id: str
    statement: str
    created: date | None
    revised: date | None
    assigned: float | None
    endorsed: bool
    facets: tuple[str, ...]
    entrenchment: str
    evidence: tuple[EvidenceItem, ...]
    relations: tuple[Relation, ...]
    links: tuple[Link, ...]
    flaws: tuple[Flaw, ...]

    @property
    def defeated_lines(self) -> frozenset[int]:
        """Lines of attacks marked as defeated."""
        return frozenset(relation.line for relation in self.relations if relation.defeated)

    @property
    def evidence_links(self) -> tuple[Link, ...]:
        """Links in Evidence, except to the belief itself, which cannot be its own evidence."""
        return tuple(link for link in self.links if link.section == Section.EVIDENCE and link.target != self.id)


class BeliefUnreadable(InputRejected):
    """The file is not a valid belief; has the line and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        code, place = ProblemCode.BELIEF_UNREADABLE, FieldError("markdown", f"line {line}: {reason}")
        super().__init__(code, code.sentence(line=line, reason=reason), (place,))
        self.line = line
        self.reason = reason


def refuse_nul(text: str) -> None:
    """Raises BeliefUnreadable with the line of the first NUL character, which databases cannot store."""
    if "\x00" in text:
        raise BeliefUnreadable(text.count("\n", 0, text.index("\x00")) + 1, "it holds a NUL character; remove it")
