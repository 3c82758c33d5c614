"""Defects found by deterministic code (DESIGN, section 5: Findings)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from validation.domain.check import CheckName


class Severity(StrEnum):
    CERTAIN = "certain"
    LIKELY = "likely"


@dataclass(frozen=True, slots=True)
class Finding:
    """One defect. `start` and `end` are code points into `response_md`. A certain finding decides its check and cannot
    be overruled by a judge; a likely one informs judge and reviewer."""

    code: str
    severity: Severity
    check: CheckName
    start: int
    end: int
    message: str
    claim_id: str | None = None
