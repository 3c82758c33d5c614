"""The figures of trust for a pipeline and a time, read from the newest audits, at most MOST. Audits are remembered
until one is added, answered or removed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, lru_cache
from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, TextField, Value
from django.db.models.functions import Cast, Concat

from validation.domain.attempt import Route
from validation.domain.estimates.certificate import STEPS, AuditedApproval, Certificate, certify
from validation.domain.estimates.reviewer_error import GoldCounts
from validation.domain.trust.audit import ENDED, AuditSource, OpinionRole, OpinionState, hash_share
from validation.domain.trust.audit_policy import AuditPolicy
from validation.domain.trust.truth import TruthRow
from validation.domain.verdict import Decision
from validation.models import AuditItem, Opinion, Pipeline, Policy
from validation.platform.paging.filters import between
from validation.platform.tallies.read import TallyScope, tallied
from validation.trust.estimates.disagreements import Disagreement, DisagreementFilter, disagreements
from validation.trust.estimates.report import (
    BYS,
    Answers,
    Estimates,
    Group,
    answers_of,
    estimates_by,
    estimates_of,
    has_ended,
)
from validation.trust.queries.truth_rows import audited_decisions, truth_rows

_MOST_GOLD = 5_000


@dataclass(frozen=True, slots=True)
class TrustScope:
    """Empty and None mean all. Approvals that whoever reads must not know of yet are counted `without`."""

    pipeline: str = ""
    since: datetime | None = None
    until: datetime | None = None
    without: frozenset[UUID] = frozenset()


@dataclass(frozen=True, slots=True)
class Approvals:
    """By hundredth of confidence. `out_of_reach` had no chance of an audit under the policies that decided them, so no
    figure speaks of them; below `highest_threshold` some of these policies approved nothing, so nothing is known."""

    by_hundredth: Mapping[int, int]
    out_of_reach: int
    highest_threshold: float


@dataclass(frozen=True)
class Trust:
    """`approvals` and `held` count all decisions of the scope, audited or not; a FAIL is in neither, since it is never
    drawn. The scope begins where counting does: later than asked for when there were too many audits, as `audited`
    says."""

    scope: TrustScope
    audited: Audited
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
    """`n` decisions of one judged route, policy (0 where none), pipeline (its key) and hundredth of confidence."""

    route: str
    policy: int
    pipeline: int
    hundredth: int
    n: int


def read_trust(scope: TrustScope) -> Trust:
    audited = read_audited(pipeline=scope.pipeline, since=scope.since, until=scope.until)
    if audited.more:
        scope = replace(scope, since=audited.rows[-1].decided_at)
    decided, routes = _decided(scope), Counter[str]()
    for one in decided:
        routes[one.route] += one.n
    return Trust(
        scope=scope,
        audited=audited,
        approvals=routes[Route.APPROVE],
        held=routes[Route.REVISE] + routes[Route.RETRY],
        approved=_approvals(decided, audited.approvals_by_origin),
        gold=gold_counts(scope),
    )


def gold_counts(scope: TrustScope) -> GoldCounts:
    """What one person alone made of gold items, whoever it was: first answers only."""
    answers = Opinion.objects.filter(
        item__source=AuditSource.GOLD, state=OpinionState.ANSWERED, role=OpinionRole.FIRST
    ).exclude(item__sample=True)
    answers = answers.filter(between("answered_at", scope.since, scope.until))
    newest = answers.order_by("-answered_at").values("pk")[:_MOST_GOLD]
    told = Opinion.objects.filter(pk__in=newest).order_by().values_list("item__gold__decision", "decision")
    seen = Counter[tuple[bool, bool]]()
    for truth, said, n in told.annotate(n=Count("pk")):
        seen[truth == Decision.APPROVE, said == Decision.APPROVE] += n
    return GoldCounts(
        wrong=seen[False, False] + seen[False, True],
        caught=seen[False, False],
        right=seen[True, True] + seen[True, False],
        passed=seen[True, True],
    )


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
    )


def _approvals(decided: Iterable[_Decided], drawn: Mapping[tuple[int | None, str, float], int]) -> Approvals:
    """What was drawn after all, as in the sample story, was within reach."""
    approved = [one for one in decided if one.route == Route.APPROVE]
    numbers = {one.policy for one in approved}
    policies = {one.number: one.read() for one in Policy.objects.filter(number__in=numbers)}
    names = dict(Pipeline.objects.filter(pk__in={one.pipeline for one in approved}).values_list("pk", "name"))

    def is_drawn(policy: int | None, pipeline: str, confidence: float) -> bool:
        rates = policies[policy].audit if policy in policies else AuditPolicy()
        return rates.rate_of(Route.APPROVE, confidence, pipeline) > 0

    by_hundredth: Counter[int] = Counter()
    out_of_reach = 0
    for one in approved:
        by_hundredth[one.hundredth] += one.n
        out_of_reach += 0 if is_drawn(one.policy, names[one.pipeline], one.hundredth / STEPS) else one.n
    out_of_reach -= sum(n for origin, n in drawn.items() if not is_drawn(*origin))
    highest = max((policy.response.approve for policy in policies.values()), default=1.0)
    return Approvals(by_hundredth, max(0, out_of_reach), highest)


def _decided(scope: TrustScope) -> list[_Decided]:
    asked = TallyScope(scope.pipeline, since=scope.since, until=scope.until, without=scope.without)
    counted = tallied("judged_route", asked, "kind", "policy", "pipeline", "bin")
    return [_Decided(route, policy, of, hundredth, n) for (route, policy, of, hundredth), n, *_ in counted]


MOST = 5_000
_REMEMBERED = 4
"""How many pipelines and times; 5,000 audits take some 15 MB."""


@dataclass(frozen=True, eq=False)
class Audited:
    """`more` says that older ones were left out. Figures are of the `ended` ones, and remembered with them."""

    rows: tuple[TruthRow, ...]
    more: bool
    ended: tuple[TruthRow, ...]
    answers: Answers

    @cached_property
    def approvals(self) -> tuple[tuple[TruthRow, AuditedApproval], ...]:
        """Drawn ones, answered or not."""
        return tuple(
            (row, AuditedApproval(row.confidence, row.truth_route != Decision.APPROVE, row.probability, _thinning(row)))
            for row in self.rows
            if row.probability is not None and row.route == Decision.APPROVE
        )

    @cached_property
    def approvals_by_origin(self) -> Mapping[tuple[int | None, str, float], int]:
        """How many of the drawn approvals have the same policy, pipeline and confidence."""
        return Counter((row.policy, row.pipeline, row.confidence) for row, _ in self.approvals)

    @cached_property
    def closed(self) -> tuple[TruthRow, ...]:
        """Of which nobody is asked any more, those included that somebody asked for by hand."""
        return tuple(row for row in self.rows if row.state in ENDED)

    @cached_property
    def answered(self) -> Mapping[UUID, int]:
        """How many of the closed ones people gave an answer to, by attempt."""
        return Counter(row.attempt_id for row in self.closed if row.truth_route)

    @cached_property
    def disagreements(self) -> tuple[Disagreement, ...]:
        """Those that people decided otherwise, with the findings, and what was said of single checks and sentences."""
        found = disagreements(self.closed, DisagreementFilter())
        rows = truth_rows(AuditItem.objects.filter(pk__in=[one.row.item_id for one in found]))
        return tuple(disagreements(rows, DisagreementFilter()))

    @property
    def unanswered(self) -> int:
        """Those that expired or wait for an answer."""
        return sum(row.probability is not None and not row.is_settled for row in self.rows)

    def estimates(self, gold: GoldCounts) -> Estimates:
        return self._estimates(gold)

    def groups(self, by: str, gold: GoldCounts) -> tuple[Group, ...]:
        return self._groups(by, gold)

    @cached_property
    def _estimates(self) -> Callable[[GoldCounts], Estimates]:
        return lru_cache(maxsize=1)(lambda gold: estimates_of(self.answers, gold))

    @cached_property
    def _groups(self) -> Callable[[str, GoldCounts], tuple[Group, ...]]:
        return lru_cache(maxsize=len(BYS))(lambda by, gold: estimates_by(by, self.ended, self.answers, gold))


def _thinning(row: TruthRow) -> float:
    return hash_share("certificate", row.attempt_id, row.judgement)


_CHANGING = ("state", "probability", "truth_route", "closed_at")
"""What of an audit changes while it is answered and ends."""


def read_audited(*, pipeline: str = "", since: datetime | None = None, until: datetime | None = None) -> Audited:
    """One statement where nothing is new."""
    newest = audited_decisions(pipeline=pipeline, since=since, until=until).order_by("-drawn_at", "-pk")
    parts = [part for name in _CHANGING for part in (Value(" "), Cast(name, TextField()))]
    seen = Concat(Cast("pk", TextField()), *parts, output_field=TextField())  # a text a row is read fastest
    found = newest.annotate(seen=seen).values_list("seen", flat=True)[: MOST + 1]
    return _read(tuple(found[:MOST]), len(found) > MOST)


@lru_cache(maxsize=_REMEMBERED)
def _read(seen: tuple[str, ...], more: bool) -> Audited:
    """Of the audits whose keys `seen` begins with."""
    keys = [UUID(one.partition(" ")[0]) for one in seen]
    rows = tuple(truth_rows(AuditItem.objects.filter(pk__in=keys), brief=True))
    ended = tuple(row for row in rows if has_ended(row))
    return Audited(rows, more, ended, answers_of(ended))
