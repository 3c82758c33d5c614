"""Who said what: the checks in words, and where judge and evidence checker ask for different decisions."""

from __future__ import annotations

from dataclasses import dataclass

from validation.domain.check import CheckState, Voice
from validation.domain.verdict import Decision
from validation.queries.evidence_chain import CheckFacts, EvidenceRecord, VoiceFacts

_WHO: dict[frozenset[str], str] = {
    frozenset({Voice.JUDGE}): "judge",
    frozenset({Voice.EVIDENCE}): "evidence checker",
    frozenset({Voice.JUDGE, Voice.EVIDENCE}): "both",
}


@dataclass(frozen=True, slots=True)
class CheckView:
    """`who` holds the state; `alone` says that the other voice held differently."""

    facts: CheckFacts
    who: str
    alone: bool


@dataclass(frozen=True, slots=True)
class VoiceView:
    """`decisive` marks the voices that asked for the decision that was taken."""

    facts: VoiceFacts
    decisive: bool


def told_by(record: EvidenceRecord) -> tuple[CheckView, ...]:
    return tuple(
        CheckView(
            facts=check,
            who=_WHO.get(frozenset(check.said_by), ", ".join(check.said_by)),
            alone=check.state == CheckState.FAIL and len(check.said_by) == 1,
        )
        for check in record.checks
    )


def disagreements(record: EvidenceRecord) -> tuple[VoiceView, ...]:
    """All voices, the most severe first; empty when they all ask for the same."""
    voices = record.judgement.voices if record.judgement else ()
    if len({voice.decision for voice in voices}) < 2:
        return ()
    order = [decision.value for decision in Decision]
    ranked = sorted(voices, key=lambda voice: -order.index(voice.decision))
    return tuple(VoiceView(voice, voice.decision == ranked[0].decision) for voice in ranked)
