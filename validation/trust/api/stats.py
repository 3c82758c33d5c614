"""`/stats/trust` and `/policies/certify`: estimates from audits of the key's pipeline, and threshold certificates."""

from __future__ import annotations

from typing import Annotated, Any

from django.utils import timezone
from ninja import Query, Router
from pydantic import BeforeValidator, Field

from validation.domain.estimates.agreement import MeasuredValue
from validation.domain.estimates.shares import ENOUGH
from validation.platform.http import auth
from validation.platform.http.auth import AuthedRequest
from validation.platform.http.schemas import In, MeasuredOut, Number, Out, Span, attribute
from validation.platform.permissions import Scope
from validation.platform.tallies.read import TallyScope
from validation.trust.estimates.report import BYS
from validation.trust.queries.reviewers import reviewer_figures
from validation.trust.queries.trust_report import Trust, read_certificate, read_trust
from validation.trust.schemas import by_name

router = Router(tags=["trust"])
Limit = Annotated[float, Field(gt=0.0, le=0.5, allow_inf_nan=False)]


class TrustFigureOut(MeasuredOut):
    """A share over `n` answers, `hits` of which are positive. With fewer than 30 answers `value` is null; about
    `more_needed` more answers narrow its interval to plus or minus `margin`."""

    value: Number | None = attribute("measured", "value")
    low: Number | None = attribute("measured", "low")
    high: Number | None = attribute("measured", "high")
    hits: int
    margin: Number
    more_needed: int = attribute("more")


class RateOut(TrustFigureOut):
    """A share of `audited_of` decisions."""

    audited_of: int


class CheckTrustOut(Out):
    """The precision (how much of what the check failed is broken) and recall (how much of what is broken the check
    failed) of a check."""

    precision: TrustFigureOut
    recall: TrustFigureOut


Checks = Annotated[dict[str, CheckTrustOut], BeforeValidator(by_name)]


class PeopleOut(Out):
    """Cohen's kappa of judge and people and of two people, and Krippendorff's alpha where more than two people
    answered. A kappa is null if one side always gives the same answer, because it is undefined then."""

    judge_people: TrustFigureOut
    people: TrustFigureOut
    alpha: TrustFigureOut | None


class GroupTrustOut(Out):
    """The figures of one pipeline, judge, prompt, policy, language or month. `kappa` is the agreement of judge and
    people, `people` that of two people."""

    by: str
    name: str
    false_approve: TrustFigureOut = attribute("estimates", "false_approve")
    corrected: MeasuredOut | None = attribute("estimates", "corrected")
    false_hold: TrustFigureOut = attribute("estimates", "false_hold")
    kappa: TrustFigureOut = attribute("estimates", "judge_people")
    people: TrustFigureOut = attribute("estimates", "people")
    alpha: TrustFigureOut | None = attribute("estimates", "alpha")
    checks: Checks = attribute("estimates", "checks")


def _where_enough(measured: MeasuredValue) -> MeasuredValue:
    return measured if measured.n >= ENOUGH else MeasuredValue(None, None, None, measured.n)


WhereEnough = Annotated[MeasuredOut, BeforeValidator(_where_enough)]


class ReviewerOut(Out):
    """How many audits a person answered, how often a second opinion agreed, and how many gold items were decided as
    labelled."""

    name: str
    answered: int
    agreed: WhereEnough
    gold: WhereEnough


class TrustStats(Out):
    """Estimates from random audits. `corrected` is the false-approve rate, corrected for the error of reviewers as
    measured on gold items. `unanswered` counts audits without an answer; `out_of_reach` counts approvals that could not
    be drawn and that no figure covers. `more` is true if older audits were left out."""

    more: bool
    unanswered: int
    out_of_reach: int
    false_approve: RateOut
    corrected: MeasuredOut | None
    false_hold: RateOut
    checks: Checks
    agreement: PeopleOut
    groups: list[GroupTrustOut]
    reviewers: list[ReviewerOut]


class CertifyIn(In):
    """What the certificate must guarantee."""

    alpha: Limit = 0.02
    """The tolerated share of wrong approvals."""
    delta: Limit = 0.05
    """The tolerated probability that the true share is larger than `alpha`."""


class CertificateStepOut(Out):
    """One threshold of the curve."""

    threshold: Number
    n: int
    wrong: int
    bound: Number
    share_approved: Number
    certified: bool


class CertificateOut(Out):
    """A certificate of an APPROVE threshold. Without one `threshold` is null, `reason` is too_few or too_many_wrong,
    and `needed` is the number of audits that the first test requires. `tested` is the share that was tested; it is
    smaller than `alpha` if gold items show that reviewers miss errors."""

    threshold: Number | None
    bound: Number | None
    share_approved: Number | None
    n: int
    reason: str | None
    needed: int
    tested: Number
    curve: list[CertificateStepOut]


@router.get("/stats/trust", response=TrustStats, auth=auth.read, summary="Estimate how far decisions can be trusted")
def get_trust(request: AuthedRequest, span: Query[Span]) -> dict[str, Any]:
    """Estimates from randomly drawn audits: the rates of wrong approvals and of unnecessary holds, the precision and
    recall of each check, and the agreement of judge and people, each with its sample size `n` and a 95 % interval.
    Figures on reviewers need the scope `instance`, because reviewers work for all pipelines."""
    now = timezone.now()
    trust = read_trust(_scope(request, span), now=now)
    people = reviewer_figures(now=now, since=span.since) if Scope.INSTANCE in request.auth.scopes else ()
    return {**_figures(trust), "reviewers": people}


@router.post("/policies/certify", response=CertificateOut, auth=auth.read, summary="Certify an APPROVE threshold")
def certify_threshold(request: AuthedRequest, body: CertifyIn, span: Query[Span]) -> dict[str, Any]:
    """Computes the lowest APPROVE threshold at which the share of wrong approvals is at most `alpha`, with a
    probability of error of at most `delta`. Publishes nothing."""
    read = read_trust(_scope(request, span), now=timezone.now())
    found = read_certificate(read, tolerated=body.alpha, error=body.delta)
    chosen = found.chosen
    return {
        "threshold": found.threshold,
        "bound": chosen.bound if chosen else None,
        "share_approved": chosen.share_approved if chosen else None,
        "n": chosen.n if chosen else max((step.n for step in found.steps), default=0),
        "reason": found.reason,
        "needed": found.needed,
        "tested": found.tolerated_answers,
        "curve": found.steps,
    }


def _scope(request: AuthedRequest, span: Span) -> TallyScope:
    """Limits the span to the key's own pipeline."""
    return TallyScope(request.auth.pipeline.name, since=span.since, until=span.until)


def _figures(trust: Trust) -> dict[str, Any]:
    found = trust.estimates
    return {
        "more": trust.audited.more,
        "unanswered": trust.audited.unanswered,
        "out_of_reach": trust.approved.out_of_reach,
        "false_approve": {**TrustFigureOut.of(found.false_approve), "audited_of": trust.approvals},
        "corrected": found.corrected,
        "false_hold": {**TrustFigureOut.of(found.false_hold), "audited_of": trust.held},
        "checks": found.checks,
        "agreement": found,
        "groups": [group for by in BYS for group in trust.groups(by)],
    }
