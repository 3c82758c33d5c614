"""Gold items: imported from a file or created from adjudicated audits, judged once before planting, and retired."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef

from validation.context_md.parser import parse
from validation.context_md.query import read_query
from validation.context_md.query_place import query_spans
from validation.domain.attempt import Submission
from validation.domain.claim import NOT_SUPPORTED
from validation.domain.codes.problems import ProblemCode
from validation.domain.trust.audit import TruthSource
from validation.domain.trust.gold import GoldLine
from validation.models import AuditItem, GoldItem, Pipeline
from validation.platform import audit
from validation.platform.policies import policy_in_force
from validation.response.gate.gate import GateResult, judge_response
from validation.trust.queries.blind import Verdict, verdict_of

_MOST_ADJUDICATED = 500
_JUDGED_AT_ONCE = 20


@transaction.atomic
def import_gold(lines: Sequence[GoldLine], *, pipeline: Pipeline | None, by: str, now: datetime) -> int:
    """Returns how many were added; existing names are skipped. `pipeline` None plants the items in every pipeline."""
    known = set(GoldItem.objects.filter(name__in=[line.name for line in lines]).values_list("name", flat=True))
    fresh = {line.name: line for line in lines if line.name not in known}
    GoldItem.objects.bulk_create(
        GoldItem(
            name=line.name,
            pipeline=pipeline,
            query=line.query or read_query(parse(line.context_md)).raw,
            context_md=line.context_md,
            user_query=line.query if query_spans(line.query, line.context_md) else "",
            response_md=line.response_md,
            decision=line.decision,
            checks={name.value: check_answer for name, check_answer in line.checks.items()},
            unsupported=[list(span) for span in line.unsupported],
            added_by=by,
            added_at=now,
        )
        for line in fresh.values()
    )
    audit.record(by=by, verb="gold.imported", subject="gold:file", now=now, items=len(fresh))
    return len(fresh)


@transaction.atomic
def gold_from_adjudicated(*, by: str, now: datetime) -> int:
    """Adds each attempt with an adjudicated audit that is not a gold item yet, to its own pipeline. If an attempt has
    several audits, uses the one of the newest judgement. Returns how many were added."""
    rows = AuditItem.objects.filter(truth_source=TruthSource.ADJUDICATED, attempt__isnull=False, sample=False)
    known = GoldItem.objects.filter(attempt__isnull=False).values("attempt")
    newer = rows.filter(attempt=OuterRef("attempt"), judgement_number__gt=OuterRef("judgement_number"))
    rows = rows.exclude(attempt__in=known).exclude(Exists(newer))
    items = rows.select_related("attempt__turn__pipeline", "attempt__text")
    made = [_of_audit(item, by, now) for item in items.order_by("closed_at")[:_MOST_ADJUDICATED]]
    GoldItem.objects.bulk_create(made)
    audit.record(by=by, verb="gold.adjudicated_added", subject="gold:adjudicated", now=now, items=len(made))
    return len(made)


def set_active(gold_id: uuid.UUID, *, active: bool, by: str, now: datetime) -> None:
    """A retired item is no longer planted; its existing answers still count."""
    if not GoldItem.objects.filter(pk=gold_id).update(active=active):
        raise ProblemCode.GOLD_UNKNOWN.error(id=gold_id)
    verb = "gold.activated" if active else "gold.retired"
    audit.record(by=by, verb=verb, subject=f"gold:{gold_id}", now=now)


def judge_waiting() -> int:
    """Judges items without a verdict, with the embedded judge: without one, an item could be recognized once answered.
    Items that cannot be judged are retired. Returns how many were processed."""
    policy = policy_in_force().read().response
    waiting = list(GoldItem.objects.filter(verdict={}, active=True).order_by("added_at")[:_JUDGED_AT_ONCE])
    for gold in waiting:
        submission = Submission(gold.name, gold.context_md, gold.response_md, query=gold.user_query)
        verdict = _verdict(judge_response(submission, policy=policy, typed=gold.typed))
        if verdict is None:
            GoldItem.objects.filter(pk=gold.pk).update(active=False)
        else:
            GoldItem.objects.filter(pk=gold.pk).update(verdict=asdict(verdict))
    return len(waiting)


def _verdict(judged: GateResult) -> Verdict | None:
    """None if the judge halted."""
    if judged.decided is None:
        return None
    claims = {(claim.start, claim.end) for claim in judged.report.claims if claim.state in NOT_SUPPORTED}
    findings = {(found.start, found.end) for found in judged.report.findings}
    return Verdict(
        decision=judged.decided.decision.value,
        confidence=judged.decided.confidence,
        checks={one.name.value: {"state": one.state.value, "reason": one.reason} for one in judged.decided.checks},
        doubted=tuple(sorted(claims | findings)),
    )


def _of_audit(item: AuditItem, by: str, now: datetime) -> GoldItem:
    attempt = item.attempt
    assert attempt is not None
    verdict = verdict_of(item)
    third = item.opinions.filter(role="adjudicator").first()
    spans = third.unsupported.values_list("start", "end") if third else []
    place = f"{attempt.turn.pipeline.name}/{attempt.turn.turn_id}/{attempt.number}"
    return GoldItem(
        name=f"{place[:180]}-{attempt.pk.hex[:8]}",  # a turn id can be reused after retention has deleted the turn
        pipeline=attempt.turn.pipeline,
        attempt=attempt,
        query=attempt.turn.query,
        context_md=attempt.text.context_md,
        response_md=attempt.text.response_md,
        user_query=attempt.text.user_query,
        typed=attempt.text.typed,
        decision=item.truth_route,
        checks={
            name: check_answer for name, check_answer in item.truth_checks.items() if check_answer != "cannot_tell"
        },
        unsupported=[list(span) for span in spans],
        verdict=asdict(verdict) if verdict else {},
        added_by=by,
        added_at=now,
    )
