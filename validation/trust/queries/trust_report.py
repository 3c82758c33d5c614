"""The trust estimates for a pipeline and time range, from its newest audits and the tallies of its decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, cached_property
from typing import NamedTuple

from django.db.models import Count, Exists, F, OuterRef, Q

from validation.domain.attempt import Route
from validation.domain.audit_policy import AuditPolicy
from validation.domain.estimates.certificate import STEPS, Certificate, certify, hundredth_of
from validation.domain.estimates.reviewer_error import GoldCounts
from validation.domain.trust.audit import OpinionRole, OpinionState
from validation.domain.verdict import Decision
from validation.models import Opinion, Pipeline, Policy
from validation.platform.paging.filters import between
from validation.platform.tallies.read import TallyScope, tallied
from validation.trust.estimates.report import Estimates, Group
from validation.trust.queries.audited import AuditedDecisions, read_audited
from validation.trust.queries.reviewers import start_of_day

_MOST_GOLD = 5_000


@dataclass(frozen=True, slots=True)
class Approvals:
    """Counts by confidence in steps of 0.01: of all, and of the `drawable` ones, which could be drawn under their
    policies. Below `highest_threshold` some of the policies approved nothing, so nothing is known. `rarest` is the
    smallest probability above 0 with which those of one step are drawn."""

    by_hundredth: Mapping[int, int]
    drawable: Mapping[int, int]
    highest_threshold: float
    rarest: Mapping[int, float]

    @property
    def out_of_reach(self) -> int:
        """The number of approvals that no estimate covers."""
        return sum(self.by_hundredth.values()) - sum(self.drawable.values())


@dataclass(frozen=True)
class Trust:
    """`approvals` and `held` count all decisions of the scope, audited or not; FAIL, which is never drawn, is in
    neither. If there are too many audits (`audited.more`), the scope begins later than requested."""

    scope: TallyScope
    audited: AuditedDecisions
    approvals: int
    held: int
    approved: Approvals
    gold: GoldCounts

    @cached_property
    def estimates(self) -> Estimates:
        return self.audited.estimates(self.gold)

    def groups(self, by: str) -> tuple[Group, ...]:
        return self.audited.groups(by, self.gold)


class _Decided(NamedTuple):
    """`n` decisions with the same judged route, policy (0 if none), pipeline id and hundredth of confidence."""

    route: str
    policy: int
    pipeline: int
    hundredth: int
    n: int


def read_trust(scope: TallyScope, *, now: datetime) -> Trust:
    audited = read_audited(scope)
    if audited.more:
        scope = replace(scope, since=audited.rows[-1].drawn_at)
    audited = audited.without(scope.without)
    decided, routes = _decided(scope), Counter[str]()
    for one in decided:
        routes[one.route] += one.n
    return Trust(
        scope=scope,
        audited=audited,
        approvals=routes[Route.APPROVE],
        held=routes[Route.REVISE] + routes[Route.RETRY],
        approved=_approvals(decided, audited.approvals_by_origin),
        gold=gold_counts(scope, now=now),
    )


def gold_counts(scope: TallyScope, *, now: datetime) -> GoldCounts:
    """Counts the decisions of single reviewers on gold items: first answers only, up to yesterday, since a figure that
    changes with an answer would reveal the kind of the item. Excludes people who answered the audit that the item was
    made from, because its truth is partly their own."""
    earlier = Opinion.objects.filter(item__attempt=OuterRef("item__gold__attempt"), by=OuterRef("by"))
    answers = Opinion.objects.filter(item__gold__isnull=False, state=OpinionState.ANSWERED, role=OpinionRole.FIRST)
    answers = answers.filter(between("answered_at", scope.since, scope.until), item__sample=False)
    answers = answers.filter(answered_at__lt=start_of_day(now))
    answers = answers.exclude(Exists(earlier.filter(answered_at__lt=OuterRef("answered_at"))))
    newest = answers.annotate(truth=F("item__gold__decision")).order_by("-answered_at")[:_MOST_GOLD]
    right, passed = Q(truth=Decision.APPROVE), Q(decision=Decision.APPROVE)
    seen = newest.aggregate(
        wrong=Count("pk", filter=~right),
        caught=Count("pk", filter=~right & ~passed),
        right=Count("pk", filter=right),
        passed=Count("pk", filter=right & passed),
    )
    return GoldCounts(**seen)


def read_certificate(trust: Trust, *, tolerated: float, error: float) -> Certificate:
    drawn = [(row, one) for row, one in trust.audited.approvals if row.attempt_id not in trust.scope.without]
    answered = [one for row, one in drawn if row.is_settled]
    return certify(
        answered,
        trust.approved.by_hundredth,
        floor=trust.approved.highest_threshold,
        tolerated=tolerated,
        error=error,
        answered=len(answered) / len(drawn) if drawn else 0.0,
        gold=trust.gold,
        rarest=trust.approved.rarest,
        drawable=trust.approved.drawable,
    )


def _approvals(decided: Iterable[_Decided], drawn: Mapping[tuple[int | None, str, float], int]) -> Approvals:
    """Approvals that were drawn, as in the sample data, are never counted as out of reach."""
    approved = [one for one in decided if one.route == Route.APPROVE]
    numbers = {one.policy for one in approved}
    policies = {one.number: one.read() for one in Policy.objects.filter(number__in=numbers)}
    names = dict(Pipeline.objects.filter(pk__in={one.pipeline for one in approved}).values_list("pk", "name"))

    @cache
    def rate(policy: int | None, pipeline: str, hundredth: int) -> float:
        """The smallest above 0, since tallies do not say on which side of a band's edge they are."""
        rates = policies[policy].audit if policy in policies else AuditPolicy()
        within = rates.rates_within(Route.APPROVE, hundredth / STEPS, (hundredth + 1) / STEPS, pipeline)
        return min((one for one in within if one > 0), default=0.0)

    by_hundredth, drawable = Counter[int](), Counter[int]()
    rarest: dict[int, float] = {}
    for one in approved:
        by_hundredth[one.hundredth] += one.n
        if probability := rate(one.policy, names[one.pipeline], one.hundredth):
            drawable[one.hundredth] += one.n
            rarest[one.hundredth] = min(probability, rarest.get(one.hundredth, probability))
    for (policy, pipeline, confidence), n in drawn.items():
        hundredth = hundredth_of(confidence)
        if not rate(policy, pipeline, hundredth):
            drawable[hundredth] += n
    highest = max((policy.response.approve for policy in policies.values()), default=1.0)
    return Approvals(by_hundredth, drawable & by_hundredth, highest, rarest)


def _decided(scope: TallyScope) -> list[_Decided]:
    counted = tallied("judged_route", scope, "kind", "policy", "pipeline", "bin")
    return [_Decided(route, policy, of, hundredth, n) for (route, policy, of, hundredth), n, *_ in counted]
