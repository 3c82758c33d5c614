"""What the query-analysis gate answers: the validation object of spec 2 section 4, and the rules behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from validation.domain.analysis import AnalysisStatus
from validation.domain.halt import Halt

Status = AnalysisStatus


CODES = (
    *("field_missing", "field_malformed", "failed_but_changed", "resolution_contradiction"),
    *("code_permission_needed", "mode_conflict", "live_data_missing"),
    *("reference_unresolved", "core_entity_missing", "incompatible_readings", "judge"),
)
"""Of every rule; `judge` stands for what an LLM objected to."""

QUERY_ANALYSIS = "query_analysis"
"""The name that the gate is registered under."""


@dataclass(frozen=True, slots=True)
class Validation:
    """The object that is embedded in the analysis. `confidence` is 0.0-1.0, in this decision."""

    status: Status
    confidence: float
    issues: tuple[str, ...] = ()
    retry_guidance: tuple[str, ...] = ()
    clarification_question: str | None = None

    def as_document(self) -> dict[str, Any]:
        """Exactly the five keys of spec 2."""
        return {
            "status": self.status.value,
            "confidence": self.confidence,
            "issues": list(self.issues),
            "retry_guidance": list(self.retry_guidance),
            "clarification_question": self.clarification_question,
        }


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule that objected. `asks` is retry or clarify; `remedy` is the instruction for phase 1 or the question for
    the user, whichever that needs; `about` is what a rule that objects to several things objects to here."""

    code: str
    message: str
    asks: Status
    remedy: str
    confidence: float
    about: str = ""

    @property
    def topic(self) -> str:
        """Equal for objections that say the same of other queries."""
        return f"{self.code}:{self.about}" if self.about else self.code


@dataclass(frozen=True, slots=True)
class AnalysisResult:
    """`validation` is None exactly when `halt` says why nothing could be decided. `retry_allowed` says whether phase 1
    may run again for this turn."""

    validation: Validation | None
    retry_allowed: bool
    rules: tuple[Rule, ...] = ()
    halt: Halt | None = None

    def embedded_in(self, analysis: Any) -> Any:
        """The analysis with `validation` in it, unknown fields kept; unchanged where there is none to embed."""
        if self.validation is None or not isinstance(analysis, dict):
            return analysis
        return {**analysis, "validation": self.validation.as_document()}
