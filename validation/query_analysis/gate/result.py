"""What the query-analysis gate answers: the validation object of spec 2 section 4, and the rules behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from validation.domain.codes.code import Code
from validation.domain.halt import Halt
from validation.domain.verdict import AnalysisStatus

Status = AnalysisStatus


class RuleCode(Code):
    FIELD_MISSING = "field_missing", "The analysis lacks a field."
    FIELD_MALFORMED = "field_malformed", "A field of the analysis is of another kind."
    FAILED_BUT_CHANGED = "failed_but_changed", "The resolution failed and yet the query was changed."
    RESOLUTION_CONTRADICTION = "resolution_contradiction", "The resolution's status and its fields contradict."
    CODE_PERMISSION_NEEDED = "code_permission_needed", "The query orders work on code, in chat mode."
    MODE_CONFLICT = "mode_conflict", "The query speaks of code, and the mode is chat."
    LIVE_DATA_MISSING = "live_data_missing", "The query is about now, and no live data is asked for."
    REFERENCE_UNRESOLVED = "reference_unresolved", "Something the query refers to could not be resolved."
    CORE_ENTITY_MISSING = "core_entity_missing", "The query names nothing to act on."
    INCOMPATIBLE_READINGS = "incompatible_readings", "A word of the query can be meant in two ways."
    JUDGE = "judge", "An LLM objected; the message says to what."


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


def embed_validation(analysis: Any, validation: dict[str, Any] | None) -> Any:
    """The analysis with the validation in it, unknown fields kept; as submitted where there is none to embed."""
    if validation is None or not isinstance(analysis, dict):
        return analysis
    return {**analysis, "validation": validation}
