"""Who said what: the checks in words, and where judge and evidence checker ask for different decisions."""

from __future__ import annotations

from dataclasses import dataclass

from validation.domain.check import CheckState, DecisionSource
from validation.domain.finding import Severity
from validation.domain.verdict import Decision
from validation.models import CheckRecord, FindingRecord
from validation.response.queries.evidence_chain import EvidenceRecord

_EMBEDDED = "embedded"
_WHO: dict[frozenset[str], str] = {
    frozenset({DecisionSource.JUDGE}): "LLM judge alone",
    frozenset({DecisionSource.EVIDENCE}): "evidence checker alone",
    frozenset({DecisionSource.JUDGE, DecisionSource.EVIDENCE}): "LLM judge and evidence checker",
}


@dataclass(frozen=True, slots=True)
class FindingView:
    """`number` is the place of the finding in the record, from 1: the response holds an anchor of that number."""

    number: int
    facts: FindingRecord


@dataclass(frozen=True, slots=True)
class CheckView:
    """`who` holds the state: the embedded judge is one voice, an LLM and the evidence checker are two. `findings` are
    those of this check, the certain ones first; `told` says whether its reason adds anything to them."""

    facts: CheckRecord
    who: str
    findings: tuple[FindingView, ...]
    told: bool

    @property
    def fails(self) -> bool:
        return self.facts.state == CheckState.FAIL


@dataclass(frozen=True, slots=True)
class VoteView:
    """`decisive` marks the voices that asked for the decision that was taken."""

    facts: dict[str, str]
    decisive: bool


def check_sources(record: EvidenceRecord) -> tuple[CheckView, ...]:
    embedded = record.judgement is not None and record.judgement.judge == _EMBEDDED
    found = [FindingView(number, finding) for number, finding in enumerate(record.findings, start=1)]
    found.sort(key=lambda view: view.facts.severity != Severity.CERTAIN)
    return tuple(
        _check(check, [view for view in found if view.facts.check_name == check.name], embedded)
        for check in record.checks
    )


def _check(check: CheckRecord, findings: list[FindingView], embedded: bool) -> CheckView:
    said = "embedded judge" if embedded else _WHO.get(frozenset(check.said_by), ", ".join(check.said_by))
    repeats = bool(findings) and all(view.facts.message in check.reason for view in findings[:1])
    return CheckView(check, said, tuple(findings), told=bool(check.reason) and not repeats)


def disagreements(record: EvidenceRecord) -> tuple[VoteView, ...]:
    """All voices, the most severe first; empty when they all ask for the same."""
    voices = record.judgement.voices if record.judgement else ()
    if len({voice["decision"] for voice in voices}) < 2:
        return ()
    order = [decision.value for decision in Decision]
    ranked = sorted(voices, key=lambda voice: -order.index(voice["decision"]))
    return tuple(VoteView(voice, voice["decision"] == ranked[0]["decision"]) for voice in ranked)
