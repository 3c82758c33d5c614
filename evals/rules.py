"""Precision of each rule of the evidence checker, the basis for calling a rule certain."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from evals.datasets_io import GroundingItem
from validation.domain.check import CheckName
from validation.domain.estimates.agreement import share
from validation.domain.finding import Finding

_ON_CLAIMS = frozenset({CheckName.CLAIMS_SUPPORTED, CheckName.NO_HALLUCINATIONS})


@dataclass(frozen=True, slots=True)
class RuleFigures:
    """`flagged` responses have a finding of this rule, `right` of them are labelled not grounded; in `marked` of them
    at least one such finding overlaps an annotated span. `low` is the lower bound of the precision, which must reach
    0.90 for promotion to certain."""

    rule: str
    severity: str
    flagged: int
    right: int
    marked: int

    @property
    def precision(self) -> float:
        return self.right / self.flagged

    @property
    def low(self) -> float | None:
        return share(self.right, self.flagged).low


def rule_figures(judged: Iterable[tuple[GroundingItem, tuple[Finding, ...]]]) -> tuple[RuleFigures, ...]:
    """Only rules about claims and invention; certain ones first, then by number of flagged responses."""
    seen: dict[tuple[str, str], list[tuple[bool, bool]]] = defaultdict(list)
    for item, findings in judged:
        by_rule: dict[tuple[str, str], list[Finding]] = defaultdict(list)
        for finding in findings:
            if finding.check in _ON_CLAIMS:
                by_rule[finding.severity.value, finding.code].append(finding)
        for rule, found in by_rule.items():
            seen[rule].append((not item.grounded, any(_on_a_mark(one, item) for one in found)))
    return tuple(
        RuleFigures(code, severity, len(hits), sum(right for right, _ in hits), sum(marked for _, marked in hits))
        for (severity, code), hits in sorted(seen.items(), key=lambda one: (one[0][0], -len(one[1]), one[0][1]))
    )


def _on_a_mark(finding: Finding, item: GroundingItem) -> bool:
    return any(start < finding.end and end > finding.start for start, end in item.spans or ())
