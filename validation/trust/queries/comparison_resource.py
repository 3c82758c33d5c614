"""A comparison as the API shows it, and its cases as CSV."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from validation.domain.check import CheckName
from validation.domain.trust.comparison import ComparisonReport, SideFigures
from validation.models import Comparison
from validation.platform.paging.csv_text import csv_lines
from validation.trust.queries.comparisons import CaseRow, ReadComparison

_OF_SIDE = ("decision", "confidence", "right", "model", "prompt", "ms", "tokens", "cost", "currency")
_COLUMNS = (
    *("position", "case", "attempt_id", "query", "truth"),
    *(f"truth_{name}" for name in CheckName),
    *(f"{side}_{name}" for side in ("first", "second") for name in (*_OF_SIDE, *CheckName)),
)


def comparison_summary(comparison: Comparison, n: int, judged: int) -> dict[str, Any]:
    return {
        "id": str(comparison.pk),
        "first": comparison.first,
        "second": comparison.second,
        "cases": comparison.cases,
        "n": n,
        "judged": judged,
        "started_by": comparison.started_by,
        "started_at": comparison.started_at,
        "links": {
            "self": f"/api/v1/comparisons/{comparison.pk}",
            "page": f"/insights/trust/comparisons/{comparison.pk}/",
        },
    }


def comparison_resource(read: ReadComparison) -> dict[str, Any]:
    judged = len(read.rows)
    summary = comparison_summary(read.comparison, judged + read.waiting, judged)
    return {**summary, "figures": _figures(read.report, read.currency)}


def case_resource(row: CaseRow) -> dict[str, Any]:
    item = row.item
    return {
        "position": item.position,
        "case": row.title,
        "attempt_id": str(item.attempt_id) if item.attempt_id else None,
        "query": row.query,
        "truth": item.truth,
        "truth_checks": item.truth_checks,
        "first": _outcome(item.first, right=row.first_right),
        "second": _outcome(item.second, right=row.second_right),
    }


def cases_csv(read: ReadComparison) -> Iterator[str]:
    """One line a judged case."""
    return csv_lines(_COLUMNS, (_cells(case_resource(row)) for row in read.rows))


def _figures(report: ComparisonReport, currency: str) -> dict[str, Any]:
    return {
        "agreement": asdict(report.agreement),
        "kappa": asdict(report.kappa),
        "first": _side(report.first, currency),
        "second": _side(report.second, currency),
        "flips": [asdict(flip) for flip in report.flips],
        "checks": {
            one.name.value: {"first": asdict(one.first), "second": asdict(one.second), "differ": one.differ}
            for one in report.checks
        },
        "only_first": report.only_first,
        "only_second": report.only_second,
        "p": report.p,
    }


def _side(figures: SideFigures, currency: str) -> dict[str, Any]:
    cost = None if figures.cost is None else {"amount": f"{figures.cost:f}", "currency": currency}
    return {**asdict(figures), "cost": cost}


def _outcome(told: dict[str, Any] | None, *, right: bool) -> dict[str, Any]:
    told = told or {}
    checks, cost = told.get("checks", {}), told.get("cost")
    return {
        "decision": told.get("decision", ""),
        "confidence": told.get("confidence"),
        "right": right,
        "checks": {name: {"state": state, "reason": reason} for name, (state, reason) in checks.items()},
        "reason": told.get("reason") or None,
        "model": told.get("model", ""),
        "prompt": told.get("prompt", ""),
        "ms": told.get("ms"),
        "tokens": told.get("tokens", 0),
        "cost": None if cost is None else {"amount": cost, "currency": told.get("currency", "")},
    }


def _cells(case: dict[str, Any]) -> list[object]:
    flat = {**case, **{f"truth_{name}": case["truth_checks"].get(name, "") for name in CheckName}}
    for side in ("first", "second"):
        told = case[side]
        flat |= {f"{side}_{name}": told.get(name) for name in _OF_SIDE}
        flat |= {f"{side}_{name}": told["checks"].get(name, {}).get("state", "") for name in CheckName}
        flat[f"{side}_right"] = "yes" if told["right"] else "no"
        flat[f"{side}_cost"] = told["cost"] and told["cost"]["amount"]
        flat[f"{side}_currency"] = told["cost"] and told["cost"]["currency"]
    return [flat[name] for name in _COLUMNS]
