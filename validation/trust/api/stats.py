"""`/stats/trust` and `/policies/certify`: what audits say of the key's own pipeline, and what may be certified."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any

from django.utils import timezone
from ninja import Router
from pydantic import Field

from validation.domain.estimates.agreement import Measured
from validation.domain.estimates.certificate import Certificate
from validation.platform.http import auth
from validation.platform.http.auth import AuthedRequest
from validation.platform.http.schemas import In, MeasuredOut, Moment, Number, Out
from validation.platform.permissions import Scope
from validation.trust.estimates.report import TrustFigure
from validation.trust.queries.reviewers import ReviewerFigures, Tally, reviewer_figures
from validation.trust.queries.trust_report import Trust, TrustScope, read_certificate, read_trust

router = Router(tags=["trust"])
Limit = Annotated[float, Field(gt=0.0, le=0.5, allow_inf_nan=False)]


class TrustFigureOut(MeasuredOut):
    """A figure over `n` answers, of which `hits` say yes. Under 30 answers `value` is null, and `more_needed` answers
    are missing until its interval is about plus or minus `margin`."""

    hits: int
    margin: Number
    more_needed: int


class RateOut(TrustFigureOut):
    """A share of `audited_of` decisions."""

    audited_of: int


class CheckTrustOut(Out):
    """Of what the check failed, the share that is broken; of what is broken, the share that it failed."""

    precision: TrustFigureOut
    recall: TrustFigureOut


class PeopleOut(Out):
    """Cohen's kappa of judge with people and of two people, Krippendorff's alpha where more than two answered."""

    judge_people: TrustFigureOut
    people: TrustFigureOut
    alpha: TrustFigureOut | None


class GroupTrustOut(Out):
    """The main figures by pipeline, judge, prompt, policy, language or month."""

    by: str
    name: str
    false_approve: TrustFigureOut
    false_hold: TrustFigureOut
    kappa: TrustFigureOut


class ReviewerOut(Out):
    """How many audits a person answered, in how many with a second opinion both decided alike, and how many gold items
    were decided as their label says."""

    name: str
    answered: int
    agreed: MeasuredOut
    gold: MeasuredOut


class TrustStats(Out):
    """`corrected` is the false-approve rate after what gold items say of reviewers. `unanswered` audits were drawn and
    have no answer; `out_of_reach` approvals could not be drawn, so no figure speaks of them. `more` says that older
    audits were left out."""

    more: bool
    unanswered: int
    out_of_reach: int
    false_approve: RateOut
    corrected: MeasuredOut | None
    false_hold: RateOut
    checks: dict[str, CheckTrustOut]
    agreement: PeopleOut
    groups: list[GroupTrustOut]
    reviewers: list[ReviewerOut]


class CertifyIn(In):
    """What a certificate is to guarantee."""

    alpha: Limit = 0.02
    """The share of wrong approvals that is tolerated."""
    delta: Limit = 0.05
    """The chance that the certificate tolerates more."""


class StepOut(Out):
    """One threshold of the curve."""

    threshold: Number
    n: int
    wrong: int
    bound: Number
    share_approved: Number
    certified: bool


class CertificateOut(Out):
    """`threshold` is null without a certificate; then `reason` is too_few or too_many_wrong, and `needed` says how many
    audits the first test takes. `tested` is the share tested: less than asked for where gold items say that reviewers
    miss some."""

    threshold: Number | None
    bound: Number | None
    share_approved: Number | None
    n: int
    reason: str | None
    needed: int
    tested: Number
    curve: list[StepOut]


@router.get("/stats/trust", response=TrustStats, auth=auth.read, summary="Estimate how far decisions can be trusted")
def get_trust(request: AuthedRequest, since: Moment | None = None, until: Moment | None = None) -> dict[str, Any]:
    """From audits drawn at random: how often an approval was wrong and a hold needless, how right each check is, and
    how far judge and people agree, each with n and a 95 % interval. Reviewers work for all pipelines and are
    shown to a key with the scope `instance`."""
    found = trust_stats(read_trust(_scope(request, since, until)))
    people = reviewer_figures(now=timezone.now(), since=since) if Scope.INSTANCE in request.auth.scopes else ()
    return {**found, "reviewers": [reviewer_resource(one) for one in people]}


@router.post("/policies/certify", response=CertificateOut, auth=auth.read, summary="Certify an APPROVE threshold")
def certify_threshold(
    request: AuthedRequest, limits: CertifyIn, since: Moment | None = None, until: Moment | None = None
) -> dict[str, Any]:
    """The lowest APPROVE threshold at which the share of wrong approvals is at most `alpha`, with an error of `delta`.
    Publishes nothing."""
    read = read_trust(_scope(request, since, until))
    return certificate_resource(read_certificate(read, tolerated=limits.alpha, error=limits.delta))


def _scope(request: AuthedRequest, since: datetime | None, until: datetime | None) -> TrustScope:
    """Keys see their own pipeline only."""
    return TrustScope(request.auth.pipeline.name, since, until)


def trust_stats(trust: Trust) -> dict[str, Any]:
    report = trust.report
    return {
        "more": trust.more,
        "unanswered": report.unanswered,
        "out_of_reach": trust.approved.out_of_reach,
        "false_approve": {**_figure(report.false_approve), "audited_of": trust.approvals},
        "corrected": _measured(report.corrected) if report.corrected else None,
        "false_hold": {**_figure(report.false_hold), "audited_of": trust.held},
        "checks": {one.name.value: _figures(one, "precision", "recall") for one in report.checks},
        "agreement": {
            **_figures(report, "judge_people", "people"),
            "alpha": _figure(report.alpha) if report.alpha else None,
        },
        "groups": [
            {"by": group.by, "name": group.name, **_figures(group, "false_approve", "false_hold", "kappa")}
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


def _figures(of: object, *names: str) -> dict[str, Any]:
    return {name: _figure(getattr(of, name)) for name in names}


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
