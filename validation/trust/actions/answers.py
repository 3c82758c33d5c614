"""Stores the answers to audits and derives the truth from them. An answer is final: the verdict is shown after it."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction

from validation.desk.actions.claims import check_workable
from validation.domain.check import CheckName
from validation.domain.codes.problems import ProblemCode
from validation.domain.errors import FieldError
from validation.domain.intervention import InterventionState
from validation.domain.trust.audit import (
    Answer,
    AuditSource,
    AuditState,
    CheckAnswer,
    OpinionRole,
    OpinionState,
    is_disputed,
    truth_of,
)
from validation.domain.verdict import Decision
from validation.models import AuditItem, Opinion, OpinionCheck, UnsupportedSentence
from validation.platform import audit
from validation.platform.interventions.lifecycle import close
from validation.platform.live import Topic, publish
from validation.platform.work.locks import lock_intervention
from validation.trust.actions.questions import ask

MOST_SPANS = 2_000


@dataclass(frozen=True, slots=True)
class SubmittedAnswer:
    """A submitted answer: `checks` maps check names to right, wrong or cannot_tell; `unsupported` are spans of the
    response (code points, end exclusive); `decision` is the correct decision, or empty if none was chosen."""

    decision: str
    checks: Mapping[str, str] = field(default_factory=dict)
    unsupported: Sequence[tuple[int, int]] = ()
    note: str = ""


@transaction.atomic
def answer(*, opinion_id: uuid.UUID, given: SubmittedAnswer, by: str, now: datetime, blind: bool = True) -> Opinion:
    """Stores the answer and closes its intervention, then updates the truth or opens an adjudication. A question to all
    reviewers (role REVIEWER) stays open as long as its intervention. `blind` is False if the person could have seen the
    verdict. Raises Conflict if the intervention is closed, claimed by a colleague, or this person has already answered;
    InputRejected if the answer is incomplete."""
    opinion = require(opinion_id)
    asked_of_all = opinion.role == OpinionRole.REVIEWER
    intervention = lock_intervention(ProblemCode.INTERVENTION_CLOSED.unless(opinion.intervention_id, "audit"))
    check_workable(intervention, by, now)
    item = lock_item(opinion)
    check_may_answer(item, by)
    check_complete(given, len(item.text.response_md))
    if asked_of_all:
        opinion = Opinion(item=item, role=OpinionRole.REVIEWER, asked_at=now, due_at=opinion.due_at)
    opinion.state, opinion.by, opinion.answered_at = OpinionState.ANSWERED, by, now
    opinion.blind = blind
    opinion.decision, opinion.note = given.decision, given.note
    opinion.save()
    write_parts(opinion, given)
    audit.record_work(intervention.pk, by=by, verb="answered", now=now)
    if not asked_of_all:
        intervention.occurrences.filter(settled_at=None).update(settled_at=now)
        close(intervention_id=intervention.pk, state=InterventionState.RULED, now=now)
        settle_item(item, now=now)
    publish(Topic.INTERVENTIONS, str(intervention.pk))
    return opinion


def require(opinion_id: uuid.UUID) -> Opinion:
    found = Opinion.objects.select_related("item", "intervention").filter(pk=opinion_id).first()
    return ProblemCode.AUDIT_UNKNOWN.unless(found, id=opinion_id)


def lock_item(opinion: Opinion) -> AuditItem:
    return AuditItem.objects.select_for_update(of=("self",)).select_related("attempt__turn").get(pk=opinion.item_id)


def check_may_answer(item: AuditItem, by: str) -> None:
    """Raises Conflict if this person has answered the item: two opinions must come from two people."""
    if item.opinions.filter(by=by).exists():
        raise ProblemCode.ANSWERED_BY_YOU.error()


def check_complete(given: SubmittedAnswer, length: int) -> None:
    """Raises InputRejected with one field error per problem. `length` is that of the response, in code points."""
    wrong = [
        FieldError(f"checks.{name}", f"Answer right, wrong or cannot tell: {name.words}.")
        for name in CheckName
        if given.checks.get(name) not in list(CheckAnswer)
    ]
    wrong += [
        FieldError(f"checks.{name}", f"There is no check {name}. Use {', '.join(CheckName)}.")
        for name in given.checks
        if name not in list(CheckName)
    ]
    if given.decision not in list(Decision):
        wrong.append(FieldError("decision", f"Choose what should have been decided: {', '.join(Decision)}."))
    if len(given.unsupported) > MOST_SPANS:
        wrong.append(FieldError("unsupported", f"Mark at most {MOST_SPANS} sentences."))
    if any(not 0 <= start < end <= length for start, end in given.unsupported):
        wrong.append(FieldError("unsupported", f"A span must lie within the response, 0 to {length}."))
    if wrong:
        raise ProblemCode.ANSWER_INCOMPLETE.error(fields=tuple(wrong))


def write_parts(opinion: Opinion, given: SubmittedAnswer) -> None:
    OpinionCheck.objects.bulk_create(
        OpinionCheck(opinion=opinion, name=name, answer=check_answer) for name, check_answer in given.checks.items()
    )
    UnsupportedSentence.objects.bulk_create(
        UnsupportedSentence(opinion=opinion, start=start, end=end) for start, end in sorted(set(given.unsupported))
    )


def settle_item(item: AuditItem, *, now: datetime) -> None:
    """Derives the truth from the answers, and asks an adjudicator if two disagree. The caller has locked the item."""
    opinions = list(item.opinions.prefetch_related("checks"))
    answers = [_answer(one) for one in opinions if one.state == OpinionState.ANSWERED]
    waits = any(one.state == OpinionState.OPEN for one in opinions)
    truth = truth_of(answers)
    if is_disputed(answers) and item.source != AuditSource.GOLD and len(opinions) == 2:
        ask(item, OpinionRole.ADJUDICATOR, now=now)
        waits = True
    item.truth_route = truth.decision if truth else ""
    item.truth_source = truth.source if truth else ""
    item.truth_checks = {name: check_answer.value for name, check_answer in truth.checks.items()} if truth else {}
    if waits:
        item.state = AuditState.DISPUTED if is_disputed(answers) else AuditState.OPEN
    else:
        item.state, item.closed_at = (AuditState.SETTLED if truth else AuditState.EXPIRED), now
    item.save()


def _answer(opinion: Opinion) -> Answer:
    checks = {one.name: CheckAnswer(one.answer) for one in opinion.checks.all()}
    return Answer(OpinionRole(opinion.role), Decision(opinion.decision), checks)
