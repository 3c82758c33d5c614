"""The figures of trust and a certificate as the API shows them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from validation.domain.estimates.agreement import Measured
from validation.domain.estimates.certificate import Certificate
from validation.trust.estimates.report import TrustFigure
from validation.trust.queries.reviewers import ReviewerFigures, Tally
from validation.trust.queries.trust_report import Trust


def trust_stats(trust: Trust) -> dict[str, Any]:
    report = trust.report
    return {
        "more": trust.more,
        "unanswered": report.unanswered,
        "false_approve": {**_figure(report.false_approve), "audited_of": trust.approvals},
        "corrected": _measured(report.corrected) if report.corrected else None,
        "false_hold": {**_figure(report.false_hold), "audited_of": trust.held},
        "checks": {
            one.name.value: {"precision": _figure(one.precision), "recall": _figure(one.recall)}
            for one in report.checks
        },
        "agreement": {
            "judge_people": _figure(report.judge_people),
            "people": _figure(report.people),
            "alpha": _figure(report.alpha) if report.alpha else None,
        },
        "groups": [
            {
                "by": group.by,
                "name": group.name,
                "false_approve": _figure(group.false_approve),
                "false_hold": _figure(group.false_hold),
                "kappa": _figure(group.kappa),
            }
            for group in report.groups
        ],
    }


def reviewer_resource(one: ReviewerFigures) -> dict[str, Any]:
    return {"name": one.name, "answered": one.answered, "agreed": _tally(one.agreed), "gold": _tally(one.gold)}


def certificate_resource(found: Certificate) -> dict[str, Any]:
    chosen = found.chosen
    return {
        "threshold": found.threshold,
        "bound": chosen.bound if chosen else None,
        "share_approved": chosen.share_approved if chosen else None,
        "n": chosen.n if chosen else max((step.n for step in found.steps), default=0),
        "reason": found.reason,
        "needed": found.needed,
        "tested": found.tolerated_answers,
        "curve": [asdict(step) for step in found.steps],
    }


def _figure(figure: TrustFigure) -> dict[str, Any]:
    return {
        **_measured(figure.measured),
        "hits": figure.hits,
        "margin": figure.margin,
        "more_needed": figure.more,
    }


def _tally(tally: Tally) -> dict[str, Any]:
    """Under 30 answers the share is not shown as a figure."""
    if tally.too_early:
        return {"value": None, "low": None, "high": None, "n": tally.n}
    return _measured(tally.measured)


def _measured(measured: Measured) -> dict[str, Any]:
    return asdict(measured)
