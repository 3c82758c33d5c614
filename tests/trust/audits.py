"""Makers of audited decisions, as rows: each fills what a test does not care about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from tests.factories import NOON, attempt, decide, turn
from tests.verdicts import decided_as
from validation.domain.attempt import Route
from validation.domain.check import CheckName
from validation.domain.trust.audit import Answer, AuditState, CheckAnswer, OpinionRole, OpinionState, truth_of
from validation.domain.verdict import Decision
from validation.models import Attempt, AuditItem, Opinion, OpinionCheck, Policy, UnsupportedSentence
from validation.trust.actions.answers import SubmittedAnswer, answer
from validation.trust.queries.truth_rows import read_verdict

ALL_RIGHT = {name.value: CheckAnswer.RIGHT for name in CheckName}


def decided(
    turn_id: str = "turn_1",
    route: Route = Route.APPROVE,
    *,
    confidence: float = 0.91,
    failed: Sequence[CheckName] = (),
    of: str = "shop-assistant",
    at: datetime = NOON,
) -> Attempt:
    made = attempt(turn(turn_id, query=f"what of {turn_id}?", of=of, at=at))
    decide(made, route, confidence=confidence, failed=failed)
    return made


def an_audit(route: str = "APPROVE", **audit: object) -> AuditItem:
    """Of the one attempt there is, judged under a policy that audits everything."""
    publish(approve=1.0, revise=1.0, **audit)
    decided_as(route)
    return AuditItem.objects.get()


def drawn(of: Attempt, *, probability: float = 0.1, at: datetime | None = None, wanted: int = 1) -> AuditItem:
    """An audit without opinions."""
    moment = at or of.decided_at or NOON
    return AuditItem.objects.create(
        attempt=of,
        pipeline_id=of.pipeline_id,
        judgement_number=of.judgement_number,
        policy_number=of.policy_id,
        source="draw",
        probability=probability,
        route=of.judged_route,
        confidence=of.confidence,
        language="English",
        verdict=read_verdict(of.pk, of.judgement_number or 0),
        opinions_wanted=wanted,
        drawn_at=moment,
        drawn_by="gate:response",
        due_at=moment + timedelta(days=7),
    )


def answered(
    item: AuditItem,
    by: str = "mara",
    decision: Decision = Decision.APPROVE,
    *,
    role: OpinionRole = OpinionRole.FIRST,
    checks: Mapping[str, CheckAnswer] | None = None,
    unsupported: Sequence[tuple[int, int]] = (),
) -> Opinion:
    """One person's answer, and the truth that follows from it and those before."""
    opinion = Opinion.objects.create(
        item=item,
        role=role,
        state=OpinionState.ANSWERED,
        by=by,
        decision=decision,
        asked_at=item.drawn_at,
        due_at=item.due_at,
        answered_at=item.drawn_at + timedelta(hours=1),
    )
    told = ALL_RIGHT if checks is None else checks
    OpinionCheck.objects.bulk_create(
        OpinionCheck(opinion=opinion, name=name, answer=answer) for name, answer in told.items()
    )
    UnsupportedSentence.objects.bulk_create(
        UnsupportedSentence(opinion=opinion, start=start, end=end) for start, end in unsupported
    )
    truth = truth_of([_answer(one) for one in item.opinions.prefetch_related("checks")])
    item.state = AuditState.SETTLED if truth else AuditState.DISPUTED
    item.truth_route = truth.decision if truth else ""
    item.truth_source = truth.source if truth else ""
    item.truth_checks = dict(truth.checks) if truth else {}
    item.save()
    return opinion


def _answer(opinion: Opinion) -> Answer:
    checks = {one.name: CheckAnswer(one.answer) for one in opinion.checks.all()}
    return Answer(OpinionRole(opinion.role), Decision(opinion.decision), checks)


def publish(**audit: object) -> Policy:
    """A policy in force with this audit section."""
    last = Policy.objects.order_by("-number").first()
    return Policy.objects.create(
        number=last.number + 1 if last else 1,
        document={"audit": audit},
        author="anna",
        reason="Audits.",
        published_at=NOON,
    )


def given(decision: str = "APPROVE", unsupported: Sequence[tuple[int, int]] = (), **checks: str) -> SubmittedAnswer:
    """A complete answer; every check that is not named is right."""
    told = {name.value: checks.get(name.value, "right") for name in CheckName}
    return SubmittedAnswer(decision=decision, checks=told, unsupported=unsupported)


def work_of(item: AuditItem, role: OpinionRole = OpinionRole.FIRST) -> Opinion:
    return item.opinions.select_related("intervention").get(role=role)


def reply(item: AuditItem, by: str, decision: str = "APPROVE", role: OpinionRole = OpinionRole.FIRST) -> AuditItem:
    """Answers by the action that a page uses; the item as it stands then."""
    answer(opinion_id=work_of(item, role).pk, given=given(decision), by=by, now=item.drawn_at + timedelta(hours=1))
    item.refresh_from_db()
    return item
