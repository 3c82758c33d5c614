"""What the query-analysis gate can answer (spec 2)."""

from __future__ import annotations

from enum import StrEnum


class AnalysisStatus(StrEnum):
    PASS = "pass"
    RETRY = "retry"
    CLARIFY = "clarify"
