"""A parsed context.md: its sections by role, as spans of the unchanged text.

Two numberings are in use (execution in 4; synthesis in 5 or 6; validation in 6 or 7), so other code selects sections by
role, not by number.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class SectionRole(StrEnum):
    QUERY = "query"
    QUERY_VALIDATION = "query_validation"
    GATHERED = "gathered"
    PLAN = "plan"
    EXECUTION = "execution"
    SYNTHESIS = "synthesis"
    VALIDATION = "validation"
    OTHER = "other"


EVIDENCE_ROLES = (SectionRole.EXECUTION, SectionRole.GATHERED)
"""Roles that count as evidence, stronger first: fresh results take precedence over memory."""
FOUND, REMEMBERED = 4, 2
"""Their usual section numbers."""
LONGEST_REF = 200
"""Characters of a reference, as many as an id may have."""


@dataclass(frozen=True, slots=True)
class ContextSection:
    """`text[start:end]` is the whole section with its heading, `text[body_start:end]` the text below it. `number` is
    that of the heading, or None."""

    role: SectionRole
    number: int | None
    title: str
    start: int
    body_start: int
    end: int

    @property
    def evidence_number(self) -> int:
        """The section's number, or the usual one of its role if the heading has none."""
        return self.number if self.number is not None else FOUND if self.role is SectionRole.EXECUTION else REMEMBERED


@dataclass(frozen=True, slots=True)
class MisplacedSection:
    """A section heading that opens no section, because it is out of order or `repeated`."""

    role: SectionRole
    title: str
    start: int
    repeated: bool


@dataclass(frozen=True, slots=True)
class Provenance:
    """Who wrote what in a context, known from outside the document. `writes_evidence` is the policy's setting for
    documents that do not mark which evidence the pipeline wrote itself. `query` is the user's text as submitted with
    the context, or empty; `typed` is the user's text from query analyses of the turn."""

    writes_evidence: bool = True
    query: str = ""
    typed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ContextDocument:
    """`misplaced` are headings that open no section, which makes the document ambiguous. `query` is that of the
    `Provenance`; `query_span` is its position, None if it was not submitted or not found."""

    text: str
    sections: tuple[ContextSection, ...]
    misplaced: tuple[MisplacedSection, ...] = ()
    query: str = ""
    query_span: tuple[int, int] | None = None

    def of(self, role: SectionRole) -> tuple[ContextSection, ...]:
        return tuple(section for section in self.sections if section.role is role)

    def body(self, section: ContextSection) -> str:
        return self.text[section.body_start : section.end]


@dataclass(frozen=True, slots=True)
class UserQuery:
    """The fields of section 0, empty if missing. `raw` is what the user typed, `resolved` the same with references
    resolved."""

    raw: str
    resolved: str = ""
    purpose: str = ""
    mode: str = ""
    data_requirements: str = ""
