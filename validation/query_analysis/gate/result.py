"""Results of the query-analysis gate: the validation object of spec 2, section 4, and the rules that objected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from validation.domain.codes.code import Code
from validation.domain.halt import Halt
from validation.domain.verdict import AnalysisStatus

Status = AnalysisStatus


_BARE = {"bare": "The query names nothing to act on (“{word}”) and nothing before it says what is meant."}


class RuleCode(Code):
    """The objection of a rule; the next step is an instruction to phase 1 or a question to the user, depending on
    `asks`. `confidence` is 1.0 for contradictions between fields, 0.9 for signals in the words of a query."""

    # fmt: off
    FIELD_MISSING = "field_missing", "{field} is missing; expected: {expected}.", "Set {field} to {expected}."
    FIELD_MALFORMED = (
        "field_malformed", "{field} is malformed ({value}); expected: {expected}.", "Set {field} to {expected}."
    )
    FAILED_BUT_CHANGED = (
        "failed_but_changed",
        "reference_resolution.status is failed but resolved_query differs from the query.",
        "Keep resolved_query as the user wrote it, or set reference_resolution.status=resolved with resolved_to.",
    )
    RESOLUTION_CONTRADICTION = (
        "resolution_contradiction",
        "The status of reference_resolution and the other fields contradict.",
        "Make resolved_query, resolved_to and reference_resolution.status say the same.",
        {
            "failed": "reference_resolution.status is failed but resolved_to names something.",
            "kept": "reference_resolution.status is resolved but resolved_query still does not name what is "
            "meant.",
            "unnamed": "reference_resolution.status is resolved but resolved_query does not name “{name}”.",
            "not_needed": "reference_resolution.status is not_needed but original_references and resolved_to say that "
            "one was resolved.",
        },
    )
    CODE_PERMISSION_NEEDED = (
        "code_permission_needed",
        "mode is chat but the query orders work on code: {order}.",
        "This needs work on code, and you are in chat mode. May I switch to code mode?",
    )
    MODE_CONFLICT = (
        "mode_conflict",
        "mode is chat but the query references {code}.",
        "Set mode=code because the query references {code}.",
    )
    LIVE_DATA_MISSING = (
        "live_data_missing",
        "The query is time-sensitive (“{word}”) but data_requirements asks for no live data.",
        "Recompute data_requirements: set a live data flag such as needs_live_data=true, the query says “{word}”.",
    )
    REFERENCE_UNRESOLVED = (
        "reference_unresolved",
        "The reference “{reference}” could not be resolved.",
        "What does “{reference}” refer to?",
        _BARE,
    )
    CORE_ENTITY_MISSING = "core_entity_missing", "The query is empty.", "What would you like to know?", _BARE
    INCOMPATIBLE_READINGS = "incompatible_readings", "A word of the query can be meant in two ways.", "", _BARE
    JUDGE = "judge", "An LLM objected; the message says to what."
    # fmt: on

    @property
    def asks(self) -> Status:
        return Status.CLARIFY if self in _ASKED_OF_THE_USER else Status.RETRY

    @property
    def confidence(self) -> float:
        return 1.0 if self in _SHOWN_BY_THE_FIELDS else 0.9

    def rule(self, wording: str = "", /, *, about: str = "", remedy: str = "", **fields: object) -> Rule:
        """`remedy` replaces the code's own next step."""
        message = self.sentence(wording, **fields)
        return Rule(self, message, self.asks, remedy or self.next_step.format(**fields), self.confidence, about)


_ASKED_OF_THE_USER = {"code_permission_needed", "reference_unresolved", "core_entity_missing", "incompatible_readings"}
_SHOWN_BY_THE_FIELDS = {"field_missing", "field_malformed", "failed_but_changed", "resolution_contradiction"}
QUERY_ANALYSIS = "query_analysis"
"""Registered name of the gate."""


@dataclass(frozen=True, slots=True)
class Validation:
    """The object embedded in the analysis. `confidence` in the decision is 0.0-1.0."""

    status: Status
    confidence: float
    issues: tuple[str, ...] = ()
    retry_guidance: tuple[str, ...] = ()
    clarification_question: str | None = None

    def as_document(self) -> dict[str, Any]:
        """The five keys of spec 2."""
        return {
            "status": self.status.value,
            "confidence": self.confidence,
            "issues": list(self.issues),
            "retry_guidance": list(self.retry_guidance),
            "clarification_question": self.clarification_question,
        }


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that objected. `asks` is retry or clarify; `remedy` is the instruction to phase 1 or the question to the
    user; `about` distinguishes objections of the same rule."""

    code: RuleCode
    message: str
    asks: Status
    remedy: str
    confidence: float
    about: str = ""

    @property
    def topic(self) -> str:
        """Equal for the same objection to different queries."""
        return f"{self.code}:{self.about}" if self.about else self.code


@dataclass(frozen=True, slots=True)
class AnalysisResult:
    """`validation` is None exactly if `halt` is set."""

    validation: Validation | None
    rules: tuple[Rule, ...] = ()
    halt: Halt | None = None

    @property
    def passes(self) -> bool:
        return self.validation is not None and self.validation.status is Status.PASS


def embed_validation(analysis: Any, validation: dict[str, Any] | None) -> Any:
    """The analysis with the validation added; unchanged if there is none or it is not an object."""
    if validation is None or not isinstance(analysis, dict):
        return analysis
    return {**analysis, "validation": validation}
