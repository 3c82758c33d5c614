"""What spec 2 section 9 asks to observe: how often each status, and whether a failed resolution goes with a question to
the user. Pure, over plain values that a query hands in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from validation.domain.agreement import Measured, TwoByTwo, phi, share, two_by_two
from validation.gates.query_analysis.analysis import Resolution
from validation.gates.query_analysis.result import Status


@dataclass(frozen=True, slots=True)
class StatusShare:
    status: Status
    count: int
    share: Measured


@dataclass(frozen=True, slots=True)
class FailedAgainstClarify:
    """`table` counts failed resolution as its first fact and clarify as its second."""

    table: TwoByTwo
    phi: Measured


def status_distribution(statuses: Iterable[Status]) -> tuple[StatusShare, ...]:
    counts = Counter(statuses)
    return tuple(StatusShare(status, counts[status], share(counts[status], counts.total())) for status in Status)


def failed_against_clarify(seen: Sequence[tuple[Resolution | None, Status]]) -> FailedAgainstClarify:
    table = two_by_two([(how is Resolution.FAILED, status is Status.CLARIFY) for how, status in seen])
    return FailedAgainstClarify(table, phi(table))
