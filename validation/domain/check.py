"""The five checks of the response gate (spec 1, section 4; that section says four and lists five)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class CheckName(StrEnum):
    CLAIMS_SUPPORTED = "claims_supported"
    NO_HALLUCINATIONS = "no_hallucinations"
    QUERY_ADDRESSED = "query_addressed"
    COHERENT_FORMAT = "coherent_format"
    SOURCE_METADATA_PRESENT = "source_metadata_present"

    @property
    def label(self) -> str:
        """The name in section 7: `Claims Supported`."""
        return self.value.replace("_", " ").title()

    @property
    def words(self) -> str:
        """The name on pages: `Claims supported`."""
        return self.value.replace("_", " ").capitalize()

    @property
    def statement(self) -> str:
        """The statement that is true if the check passes, as shown to reviewers."""
        return _STATEMENTS[self]

    @property
    def always_applies(self) -> bool:
        """Whether it applies to every response, even to a greeting."""
        return self in (CheckName.QUERY_ADDRESSED, CheckName.COHERENT_FORMAT)


_STATEMENTS = {
    CheckName.CLAIMS_SUPPORTED: "Every claim is supported by the evidence",
    CheckName.NO_HALLUCINATIONS: "Nothing is invented",
    CheckName.QUERY_ADDRESSED: "The query is answered",
    CheckName.COHERENT_FORMAT: "The format is in order",
    CheckName.SOURCE_METADATA_PRESENT: "Sources are named where needed",
}


class CheckState(StrEnum):
    PASS = "pass"
    FAIL = "fail"
    NOT_APPLICABLE = "not_applicable"

    @property
    def holds(self) -> bool:
        """The check as a boolean; true also if it is not applicable."""
        return self is not CheckState.FAIL


class DecisionSource(StrEnum):
    """Who decided a check."""

    JUDGE = "judge"
    EVIDENCE = "evidence"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The decision on one check: `reason` is a sentence for the reviewer, `said_by` are those who support it."""

    name: CheckName
    state: CheckState
    reason: str
    said_by: tuple[DecisionSource, ...]
