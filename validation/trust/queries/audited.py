"""The newest audits, at most MOST, on which the trust estimates rest, with derived figures. Cached until an audit is
added, answered or removed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from uuid import UUID

import numpy as np
from django.db.models import QuerySet

from validation.domain.estimates.certificate import AuditedApproval
from validation.domain.estimates.reviewer_error import GoldCounts
from validation.domain.lru_cache import LruCache
from validation.domain.trust.audit import ENDED, hash_share
from validation.domain.trust.truth import TruthRow
from validation.domain.verdict import Decision
from validation.models import AuditItem, Policy
from validation.platform.fingerprints import fingerprint
from validation.platform.paging.filters import SpanFilter
from validation.trust.estimates.disagreements import Disagreement, disagreements
from validation.trust.estimates.report import (
    BYS,
    AnswerArrays,
    Estimates,
    Group,
    answers_of,
    estimates_by,
    estimates_of,
    has_ended,
)
from validation.trust.queries.truth_rows import audited_decisions, brief_rows, truth_rows

MOST = 3_000
"""Gives a share of 5 % a 95 % interval of +- 0.8 points."""


@dataclass(frozen=True, eq=False)
class AuditedDecisions:
    """`more` says that older audits were omitted. Estimates use `ended` only, and are cached on the instance."""

    rows: tuple[TruthRow, ...]
    more: bool
    ended: tuple[TruthRow, ...]
    answers: AnswerArrays

    @cached_property
    def approvals(self) -> tuple[tuple[TruthRow, AuditedApproval], ...]:
        """The approvals drawn for an audit, answered or not."""
        return tuple(
            (row, AuditedApproval(row.confidence, row.truth_route != Decision.APPROVE, row.probability, draw))
            for row in self.rows
            if row.probability is not None and row.route == Decision.APPROVE
            for draw in [hash_share("certificate", row.attempt_id, row.judgement)]
        )

    @cached_property
    def approvals_by_origin(self) -> Mapping[tuple[int | None, str, float], int]:
        """Counts of drawn approvals by (policy, pipeline, confidence)."""
        return Counter((row.policy, row.pipeline, row.confidence) for row, _ in self.approvals)

    @cached_property
    def closed(self) -> tuple[TruthRow, ...]:
        """Audits without an open question, manual ones included."""
        return tuple(row for row in self.rows if row.state in ENDED)

    @cached_property
    def answered(self) -> Mapping[UUID, int]:
        """Counts of closed audits with a truth, by attempt."""
        return Counter(row.attempt_id for row in self.closed if row.truth_route)

    @cached_property
    def disagreements(self) -> tuple[Disagreement, ...]:
        """Audits on which people disagree with the gate, with findings and answers to checks and sentences."""
        found = disagreements(self.closed)
        rows = truth_rows(AuditItem.objects.filter(pk__in=[one.row.item_id for one in found]))
        return tuple(disagreements(rows))

    def without(self, attempts: frozenset[UUID]) -> AuditedDecisions:
        """Leaves out audits of these attempts that have ended; of the others no answer is in any figure."""
        left_out = frozenset(row.item_id for row in self.closed if row.attempt_id in attempts)
        return self._without(left_out) if left_out else self

    @cached_property
    def _without(self) -> Callable[[frozenset[UUID]], AuditedDecisions]:
        return lru_cache(maxsize=_READERS)(lambda items: _less(self, items))

    @property
    def unanswered(self) -> int:
        """Number of drawn audits that expired or are still open."""
        return sum(row.probability is not None and not row.is_settled for row in self.rows)

    @cached_property
    def estimates(self) -> Callable[[GoldCounts], Estimates]:
        return lru_cache(maxsize=1)(lambda gold: estimates_of(self.answers, gold))

    @cached_property
    def groups(self) -> Callable[[str, GoldCounts], tuple[Group, ...]]:
        return lru_cache(maxsize=len(BYS))(lambda by, gold: estimates_by(by, self.ended, self.answers, gold))


_READERS = 4
"""Size of the cache of each, in sets of audits left out."""

_audited: LruCache[str, AuditedDecisions] = LruCache(4)
"""Holds the most recently used spans."""


def read_audited(span: SpanFilter) -> AuditedDecisions:
    """One statement if the cache is current, else four."""
    newest = audited_decisions(span).order_by("-drawn_at", "-pk")[: MOST + 1]
    seen, n = fingerprint(newest, "pk", "state", "truth_route", "probability", "closed_at")
    return _audited.get_or_make(seen, lambda: _read(newest, n > MOST))


def _read(newest: QuerySet[AuditItem], more: bool) -> AuditedDecisions:
    rows = tuple(brief_rows(newest)[:MOST])
    ended = tuple(row for row in rows if has_ended(row))
    policies = Policy.objects.filter(pk__in={row.policy for row in ended})
    second_opinions = {policy.number: policy.read().audit.second_opinion for policy in policies}
    return AuditedDecisions(rows, more, ended, answers_of(ended, second_opinions))


def _less(audited: AuditedDecisions, items: frozenset[UUID]) -> AuditedDecisions:
    kept = np.array([row.item_id not in items for row in audited.ended], dtype=np.bool_)
    return AuditedDecisions(
        rows=tuple(row for row in audited.rows if row.item_id not in items),
        more=audited.more,
        ended=tuple(row for row in audited.ended if row.item_id not in items),
        answers=audited.answers.among(kept),
    )
