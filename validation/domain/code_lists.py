"""The codes that the platform and the response gate give; every other gate registers its own."""

from __future__ import annotations

from validation.domain.codes.findings import FindingCode
from validation.domain.codes.problems import ProblemCode
from validation.domain.event import EventType
from validation.domain.halt import HaltCause

CODE_LISTS = (
    *ProblemCode.listed_by_status(),
    HaltCause.listed("halt", "Halts: why judging was not possible"),
    EventType.listed("event", "Events"),
    FindingCode.listed("finding", "Findings of the response gate"),
)
