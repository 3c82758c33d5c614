"""The audits that figures of trust rest on: the newest of a pipeline and a time, at most MOST. They are remembered
until one is added, answered or removed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, lru_cache
from typing import NamedTuple
from uuid import UUID

from validation.domain.estimates.certificate import AuditedApproval
from validation.domain.estimates.reviewer_error import GoldCounts
from validation.domain.trust.audit import ENDED, hash_share
from validation.domain.trust.truth import TruthRow
from validation.domain.verdict import Decision
from validation.models import AuditItem
from validation.trust.estimates.answers import Answers, answers_of, has_ended
from validation.trust.estimates.disagreements import DisagreementFilter, disagreements
from validation.trust.estimates.report import Estimates, Group, estimates_by, estimates_of
from validation.trust.queries.truth_rows import audited_decisions, truth_rows

MOST = 5_000
_REMEMBERED = 4
"""How many pipelines and times; 5,000 audits take some 15 MB."""


@dataclass(frozen=True)
class Audited:
    """`more` says that older ones were left out. Figures are of the `ended` ones."""

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

    @property
    def closed(self) -> tuple[TruthRow, ...]:
        """Of which nobody is asked any more, those included that somebody asked for by hand."""
        return tuple(row for row in self.rows if row.state in ENDED)

    @cached_property
    def disagreeing(self) -> tuple[TruthRow, ...]:
        """Those that people decided otherwise, with the findings, and what was said of single checks and sentences."""
        found = disagreements(self.closed, DisagreementFilter())
        return tuple(truth_rows(AuditItem.objects.filter(pk__in=[one.row.item_id for one in found])))

    @property
    def unanswered(self) -> int:
        """Those that expired or wait for an answer."""
        return sum(row.probability is not None and not row.is_settled for row in self.rows)

    def estimates(self, gold: GoldCounts) -> Estimates:
        return estimates_of(self.answers, gold)

    def groups(self, by: str, gold: GoldCounts) -> tuple[Group, ...]:
        return estimates_by(by, self.ended, self.answers, gold)


def _thinning(row: TruthRow) -> float:
    return hash_share("certificate", row.attempt_id, row.judgement)


class _Seen(NamedTuple):
    """What of an audit changes while it is answered and ends."""

    pk: UUID
    state: str
    probability: float | None
    truth_route: str
    closed_at: datetime | None


def read_audited(*, pipeline: str = "", since: datetime | None = None, until: datetime | None = None) -> Audited:
    """One statement where nothing is new."""
    newest = audited_decisions(pipeline=pipeline, since=since, until=until).order_by("-drawn_at", "-pk")
    found = [_Seen._make(one) for one in newest.values_list(*_Seen._fields)[: MOST + 1]]
    return _read(tuple(found[:MOST]), len(found) > MOST)


@lru_cache(maxsize=_REMEMBERED)
def _read(seen: tuple[_Seen, ...], more: bool) -> Audited:
    rows = tuple(truth_rows(AuditItem.objects.filter(pk__in=[one.pk for one in seen]), brief=True))
    ended = tuple(row for row in rows if has_ended(row))
    return Audited(rows, more, ended, answers_of(ended))
