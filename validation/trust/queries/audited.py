"""The newest audits that the figures of trust rest on, at most MOST, with what follows from them: remembered until one
of them is added, answered or removed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from validation.domain.estimates.certificate import AuditedApproval
from validation.domain.estimates.reviewer_error import GoldCounts
from validation.domain.trust.audit import ENDED, hash_share
from validation.domain.trust.truth import TruthRow
from validation.domain.verdict import Decision
from validation.models import AuditItem
from validation.platform.remembered import Remembered, fingerprint
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
from validation.trust.queries.truth_rows import audited_decisions, brief_rows, truth_rows

MOST = 5_000
_CHANGING = ("pk", "state", "truth_route", "probability", "closed_at")
"""What of an audit changes while it is answered and ends, and its key."""


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

    @cached_property
    def estimates(self) -> Callable[[GoldCounts], Estimates]:
        return lru_cache(maxsize=1)(lambda gold: estimates_of(self.answers, gold))

    @cached_property
    def groups(self) -> Callable[[str, GoldCounts], tuple[Group, ...]]:
        return lru_cache(maxsize=len(BYS))(lambda by, gold: estimates_by(by, self.ended, self.answers, gold))


def _thinning(row: TruthRow) -> float:
    return hash_share("certificate", row.attempt_id, row.judgement)


_audited: Remembered[str, Audited] = Remembered(4)
"""Of so many pipelines and times; 5,000 audits take some 15 MB."""


_known: Remembered[tuple[Any, ...], TruthRow] = Remembered(2 * MOST)
"""Single audits, by what of them changes: after an answer the others need not be read again."""


def read_audited(*, pipeline: str = "", since: datetime | None = None, until: datetime | None = None) -> Audited:
    """One statement where nothing is new, else three more."""
    newest = audited_decisions(pipeline=pipeline, since=since, until=until).order_by("-drawn_at", "-pk")[: MOST + 1]
    seen, n = fingerprint(newest, *_CHANGING)
    return _audited.get_or_make(seen, lambda: _read(newest, n > MOST))


def _read(newest: QuerySet[AuditItem], more: bool) -> Audited:
    keys = {key[0]: key for key in newest.values_list(*_CHANGING)}
    found = {pk: row for pk, key in keys.items() if (row := _known.get(key))}
    unknown = [pk for pk in keys if pk not in found]
    for row in brief_rows(AuditItem.objects.filter(pk__in=unknown) if found else newest) if unknown else ():
        if row.item_id in keys:  # not drawn in between
            found[row.item_id] = _known.keep(keys[row.item_id], row)
    rows = tuple(found[pk] for pk in keys if pk in found)[:MOST]
    ended = tuple(row for row in rows if has_ended(row))
    return Audited(rows, more, ended, answers_of(ended))
