"""What a reviewer must confirm before something is approved as it is."""

from __future__ import annotations

from validation.desk.queries.desk_item import Work
from validation.domain.desk.approval import ApprovalConcern, flagged, not_judged
from validation.domain.intervention import Kind
from validation.platform.gates import gate_of


def concerns_of(work: Work, subject_id: str) -> tuple[ApprovalConcern, ...]:
    """Of one subject of an intervention, whose own reason stands in where the gate says nothing and where the subject
    was deleted. At most two statements."""
    gate = gate_of(work.gate)
    found = gate.approval_concerns(subject_id) if gate.approval_concerns else None
    if found is not None:
        return found
    return (not_judged(work.cause),) if work.kind == Kind.HALT else (flagged(work.why),)
