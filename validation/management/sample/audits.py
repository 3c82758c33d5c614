"""Audits of the sample story: some answered, one settled by a third person, one that waits on the desk."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from validation.domain.check import CheckName
from validation.domain.trust.audit import AuditSource, CheckAnswer, OpinionRole
from validation.domain.trust.audit_policy import AuditPolicy
from validation.domain.verdict import Decision
from validation.models import Attempt
from validation.platform.policies import policy_in_force
from validation.trust.actions.answers import Given, answer
from validation.trust.actions.draws import ask_all, new_item

PROBABILITY = 0.5
REVIEWERS = ("sample-reviewer", "sample-colleague", "sample-lead")
_ROLES = (OpinionRole.FIRST, OpinionRole.SECOND, OpinionRole.ADJUDICATOR)
_AFTER = timedelta(hours=5)


@dataclass(frozen=True, slots=True)
class SampleAudit:
    """`decisions` in the order of the three reviewers; two that differ are settled by the third. `wrong` are checks
    that the last of them says do not hold."""

    turn_id: str
    number: int
    decisions: tuple[Decision, ...] = ()
    wrong: tuple[CheckName, ...] = field(default_factory=tuple)


AUDITS = (
    SampleAudit("turn_000401", 1, (Decision.APPROVE,)),
    SampleAudit("turn_000407", 1, (Decision.APPROVE, Decision.APPROVE)),
    SampleAudit(
        "turn_000411", 1, (Decision.APPROVE, Decision.REVISE, Decision.REVISE), (CheckName.SOURCE_METADATA_PRESENT,)
    ),
    SampleAudit("turn_000422", 1, (Decision.APPROVE,)),
    SampleAudit("turn_000423", 1),
)


def audit_sample(*, now: datetime) -> None:
    """Drawn with a stored probability, like any audit. What has no answer waits on the desk."""
    rates = AuditPolicy()
    policy = policy_in_force()
    for told in AUDITS:
        attempt = Attempt.objects.select_related("turn__pipeline", "text").get(
            turn__sample=True, turn__turn_id=told.turn_id, number=told.number
        )
        at = (attempt.decided_at or now) if told.decisions else now
        item = new_item(
            attempt,
            attempt.judgement_number or 1,
            source=AuditSource.DRAW,
            probability=PROBABILITY,
            policy=policy.number,
            rates=rates,
            now=at,
        )
        item.opinions_wanted = 2 if len(told.decisions) > 1 else 1
        item.save()
        ask_all(item, rates, now=at)
        for role, by, decision in zip(_ROLES, REVIEWERS, told.decisions, strict=False):
            opinion = item.opinions.get(role=role)
            given = Given(decision=decision, checks=_checks(told, decision))
            answer(opinion_id=opinion.pk, given=given, by=by, now=at + _AFTER)
            item.refresh_from_db()


def _checks(told: SampleAudit, decision: Decision) -> dict[str, str]:
    wrong = told.wrong if decision is not Decision.APPROVE else ()
    return {name.value: CheckAnswer.WRONG if name in wrong else CheckAnswer.RIGHT for name in CheckName}
