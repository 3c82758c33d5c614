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
        """The name as section 7 prints it: `Claims Supported`."""
        return self.value.replace("_", " ").title()

    @property
    def words(self) -> str:
        """The name as pages print it: `Claims supported`."""
        return self.value.replace("_", " ").capitalize()

    @property
    def statement(self) -> str:
        """What holds when the check passes, as a person is asked about it."""
        return _STATEMENTS[self]

    @property
    def always_applies(self) -> bool:
        """Every response, a greeting too, has a form and answers a query or does not."""
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
        """Not applicable neither passes nor fails; its boolean is true and its state says why."""
        return self is not CheckState.FAIL


class DecisionSource(StrEnum):
    """Who said so."""

    JUDGE = "judge"
    EVIDENCE = "evidence"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One check as decided, with a sentence for the reviewer and the voices that hold it."""

    name: CheckName
    state: CheckState
    reason: str
    said_by: tuple[DecisionSource, ...]
