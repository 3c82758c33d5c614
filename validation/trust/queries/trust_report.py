"""The figures of trust for a pipeline and a time, read from the newest audits, at most `MOST` of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice

from django.db.models import Count, F, QuerySet
from django.db.models.fields import FloatField, IntegerField
from django.db.models.functions import Cast, Floor

from validation.domain.attempt import AttemptState, Route
from validation.domain.estimates.certificate import STEPS, AuditedApproval, Certificate, certify
from validation.domain.estimates.reviewer_error import GoldCounts
from validation.domain.trust.audit import AuditSource, OpinionRole, OpinionState, hash_share
from validation.domain.trust.truth import TruthRow
from validation.domain.verdict import Decision
from validation.models import Attempt, Opinion, Policy
from validation.trust.estimates.report import TrustReport, make_report
from validation.trust.queries.truth_rows import truth_rows

MOST = 5_000
_MOST_GOLD = 5_000


@dataclass(frozen=True, slots=True)
class TrustScope:
    """Empty and None mean all."""

    pipeline: str = ""
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Trust:
    """`approvals` and `held` count all decisions of the scope, audited or not. `since` is where counting begins: later
    than asked for when there were more than MOST audits, as `more` says."""

    scope: TrustScope
    more: bool
    rows: tuple[TruthRow, ...]
    approvals: int
    held: int
    gold: GoldCounts
    report: TrustReport


def read_trust(scope: TrustScope) -> Trust:
    found = list(islice(truth_rows(pipeline=scope.pipeline, since=scope.since, until=scope.until), MOST + 1))
    rows, more = tuple(found[:MOST]), len(found) > MOST
    if more:
        scope = replace(scope, since=rows[-1].decided_at)
    counted = dict(_decided(scope).order_by().values_list("judged_route").annotate(n=Count("pk")))
    approvals = counted.pop(Route.APPROVE.value, 0)
    gold = gold_counts(scope)
    return Trust(scope, more, rows, approvals, sum(counted.values()), gold, make_report(rows, gold))


def gold_counts(scope: TrustScope) -> GoldCounts:
    """What one person alone made of gold items, whoever it was: first answers only."""
    answers = Opinion.objects.filter(
        item__source=AuditSource.GOLD, state=OpinionState.ANSWERED, role=OpinionRole.FIRST
    ).exclude(item__sample=True)
    if scope.since:
        answers = answers.filter(answered_at__gte=scope.since)
    if scope.until:
        answers = answers.filter(answered_at__lt=scope.until)
    told = answers.order_by("-answered_at").values_list("item__gold__decision", "decision")[:_MOST_GOLD]
    seen = Counter((truth == Decision.APPROVE, said == Decision.APPROVE) for truth, said in told)
    return GoldCounts(
        wrong=seen[False, False] + seen[False, True],
        caught=seen[False, False],
        right=seen[True, True] + seen[True, False],
        passed=seen[True, True],
    )


def read_certificate(trust: Trust, *, tolerated: float, error: float) -> Certificate:
    drawn = [row for row in trust.rows if row.probability is not None and row.route == Route.APPROVE]
    answered = [row for row in drawn if row.truth_route]
    return certify(
        list(_audited(answered)),
        approvals_by_hundredth(trust.scope),
        floor=_highest_threshold(trust.scope),
        tolerated=tolerated,
        error=error,
        answered=len(answered) / len(drawn) if drawn else 0.0,
        gold=trust.gold,
    )


def approvals_by_hundredth(scope: TrustScope) -> dict[int, int]:
    at = Cast(Floor(F("confidence") * float(STEPS) + 1e-9, output_field=FloatField()), IntegerField())
    rows = _decided(scope).filter(judged_route=Route.APPROVE).annotate(hundredth=at).order_by()
    return dict(rows.values_list("hundredth").annotate(n=Count("pk")))


def _audited(rows: Iterable[TruthRow]) -> Iterable[AuditedApproval]:
    for row in rows:
        if row.probability is not None:
            wrong = row.truth_route != Decision.APPROVE
            draw = hash_share("certificate", row.attempt_id, row.judgement)
            yield AuditedApproval(row.confidence, wrong, row.probability, draw)


def _highest_threshold(scope: TrustScope) -> float:
    """Below it some of the policies of the scope approved nothing, so nothing is known of what they would have."""
    numbers = _decided(scope).filter(judged_route=Route.APPROVE).order_by().values_list("policy", flat=True).distinct()
    policies = Policy.objects.filter(number__in=[number for number in numbers if number is not None])
    return max((policy.read().response.approve for policy in policies), default=1.0)


def _decided(scope: TrustScope) -> QuerySet[Attempt]:
    rows = Attempt.objects.filter(state=AttemptState.DECIDED)
    if scope.pipeline:
        rows = rows.filter(turn__pipeline__name=scope.pipeline)
    if scope.since:
        rows = rows.filter(submitted_at__gte=scope.since)
    return rows.filter(submitted_at__lt=scope.until) if scope.until else rows
