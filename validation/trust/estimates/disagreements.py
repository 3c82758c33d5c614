"""Decisions on which people disagree with the gate, worst first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from validation.domain.check import CheckName, CheckState
from validation.domain.trust.audit import CheckAnswer
from validation.domain.trust.truth import TruthRow
from validation.domain.verdict import Decision


class Difference(StrEnum):
    """How the gate's decision differs from that of people."""

    WRONG_APPROVAL = "wrong_approval"
    NEEDLESS_HOLD = "needless_hold"
    OTHER_ROUTE = "other_route"
    CHECK_ONLY = "check_only"

    @property
    def label(self) -> str:
        return self.value.replace("_", " ")


_ORDER = tuple(Difference)
_OPPOSED = {(CheckState.PASS, CheckAnswer.WRONG), (CheckState.FAIL, CheckAnswer.RIGHT)}


@dataclass(frozen=True, slots=True)
class Disagreement:
    """An audited decision; `checks` are those that people answered differently from the judge."""

    row: TruthRow
    difference: Difference
    checks: tuple[CheckName, ...]


@dataclass(frozen=True, slots=True)
class DisagreementFilter:
    """Empty fields match everything. `finding` is a finding code of the gate's report. The caller excludes `hidden`
    attempts, which are those of whole turns."""

    pipeline: str = ""
    since: datetime | None = None
    hidden: frozenset[UUID] = frozenset()
    difference: str = ""
    check: str = ""
    finding: str = ""

    def keeps(self, one: Disagreement) -> bool:
        return (
            self.difference in ("", one.difference)
            and (not self.check or self.check in one.checks)
            and (not self.finding or self.finding in one.row.finding_codes)
        )


def disagreements(rows: Iterable[TruthRow]) -> list[Disagreement]:
    """Wrong approvals first, then needless holds; within a group the largest distance from the truth and the highest
    confidence first. Includes manual audits and opinions on rulings, since this list is for fixing errors, not for
    estimating rates."""
    found = [one for row in rows if (one := _disagreement(row)) is not None]
    return sorted(found, key=lambda one: (_ORDER.index(one.difference), -_distance(one.row), -one.row.confidence))


def finding_codes(found: Sequence[Disagreement]) -> list[str]:
    return sorted({code for one in found for code in one.row.finding_codes})


def _disagreement(row: TruthRow) -> Disagreement | None:
    if not row.truth_route:
        return None
    checks = tuple(name for name in CheckName if (row.checks.get(name), row.truth_checks.get(name)) in _OPPOSED)
    difference = _difference(row.route, row.truth_route)
    if difference is None and checks:
        difference = Difference.CHECK_ONLY
    return Disagreement(row, difference, checks) if difference else None


def _difference(route: str, truth: str) -> Difference | None:
    if route == truth:
        return None
    if route == Decision.APPROVE:
        return Difference.WRONG_APPROVAL
    return Difference.NEEDLESS_HOLD if truth == Decision.APPROVE else Difference.OTHER_ROUTE


def _distance(row: TruthRow) -> int:
    return abs(Decision(row.route).severity - Decision(row.truth_route).severity)
