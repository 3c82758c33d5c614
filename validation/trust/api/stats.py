"""`/stats/trust` and `/policies/certify`: what audits say of the key's own pipeline, and what may be certified."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any

from django.utils import timezone
from ninja import Router
from pydantic import Field

from validation.domain.estimates.certificate import Certificate
from validation.platform.http import auth
from validation.platform.http.auth import AuthedRequest
from validation.platform.http.schemas import In, MeasuredOut, Moment, Number, Out
from validation.platform.permissions import Scope
from validation.trust.estimates.report import BYS, Estimates, TrustFigure
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
    """Cohen's kappa of judge with people and of two people, Krippendorff's alpha where more than two answered. A kappa
    of which one side always says the same is null: it says nothing."""

    judge_people: TrustFigureOut
    people: TrustFigureOut
    alpha: TrustFigureOut | None


class GroupTrustOut(Out):
    """The same figures by pipeline, judge, prompt, policy, language or month; `kappa` is of judge with people, `people`
    of two people."""

    by: str
    name: str
    false_approve: TrustFigureOut
    corrected: MeasuredOut | None
    false_hold: TrustFigureOut
    kappa: TrustFigureOut
    people: TrustFigureOut
    alpha: TrustFigureOut | None
    checks: dict[str, CheckTrustOut]


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
    told = _estimates(trust.estimates)
    kappas = {name: told.pop(name) for name in ("kappa", "people", "alpha")}
    return {
        **told,
        "more": trust.audited.more,
        "unanswered": trust.audited.unanswered,
        "out_of_reach": trust.approved.out_of_reach,
        "false_approve": {**told["false_approve"], "audited_of": trust.approvals},
        "false_hold": {**told["false_hold"], "audited_of": trust.held},
        "agreement": {"judge_people": kappas.pop("kappa"), **kappas},
        "groups": [
            {"by": by, "name": group.name, **_estimates(group.estimates)} for by in BYS for group in trust.groups(by)
        ],
    }


def _estimates(found: Estimates) -> dict[str, Any]:
    return {
        "false_approve": _figure(found.false_approve),
        "corrected": asdict(found.corrected) if found.corrected else None,
        "false_hold": _figure(found.false_hold),
        "kappa": _figure(found.judge_people),
        "people": _figure(found.people),
        "alpha": _figure(found.alpha) if found.alpha else None,
        "checks": {
            one.name.value: {"precision": _figure(one.precision), "recall": _figure(one.recall)} for one in found.checks
        },
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
        **asdict(figure.measured),
        "hits": figure.hits,
        "margin": figure.margin,
        "more_needed": figure.more,
    }


def _tally(tally: Tally) -> dict[str, Any]:
    """Under 30 answers the share is not shown as a figure."""
    if tally.too_early:
        return {"value": None, "low": None, "high": None, "n": tally.n}
    return asdict(tally.measured)
