"""`/stats/trust` and `/policies/certify`: estimates from audits of the key's pipeline, and threshold certificates."""

from __future__ import annotations

from typing import Annotated, Any

from django.utils import timezone
from ninja import Query, Router
from pydantic import AliasPath, BeforeValidator, Field

from validation.domain.estimates.agreement import Measured
from validation.domain.estimates.shares import ENOUGH
from validation.platform.http import auth
from validation.platform.http.auth import AuthedRequest
from validation.platform.http.schemas import In, MeasuredOut, Number, Out, Span
from validation.platform.permissions import Scope
from validation.platform.tallies.read import TallyScope
from validation.trust.estimates.report import BYS
from validation.trust.queries.reviewers import reviewer_figures
from validation.trust.queries.trust_report import Trust, read_certificate, read_trust
from validation.trust.schemas import by_name

router = Router(tags=["trust"])
Limit = Annotated[float, Field(gt=0.0, le=0.5, allow_inf_nan=False)]


class TrustFigureOut(MeasuredOut):
    """A figure over `n` answers, of which `hits` say yes. Under 30 answers `value` is null, and `more_needed` answers
    are missing until its interval is about plus or minus `margin`."""

    value: Number | None = Field(validation_alias=AliasPath("measured", "value"))
    low: Number | None = Field(validation_alias=AliasPath("measured", "low"))
    high: Number | None = Field(validation_alias=AliasPath("measured", "high"))
    hits: int
    margin: Number
    more_needed: int = Field(validation_alias="more")


class RateOut(TrustFigureOut):
    """A share of `audited_of` decisions."""

    audited_of: int


class CheckTrustOut(Out):
    """Of what the check failed, the share that is broken; of what is broken, the share that it failed."""

    precision: TrustFigureOut
    recall: TrustFigureOut


Checks = Annotated[dict[str, CheckTrustOut], BeforeValidator(by_name)]


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
    false_approve: TrustFigureOut = Field(validation_alias=AliasPath("estimates", "false_approve"))
    corrected: MeasuredOut | None = Field(validation_alias=AliasPath("estimates", "corrected"))
    false_hold: TrustFigureOut = Field(validation_alias=AliasPath("estimates", "false_hold"))
    kappa: TrustFigureOut = Field(validation_alias=AliasPath("estimates", "judge_people"))
    people: TrustFigureOut = Field(validation_alias=AliasPath("estimates", "people"))
    alpha: TrustFigureOut | None = Field(validation_alias=AliasPath("estimates", "alpha"))
    checks: Checks = Field(validation_alias=AliasPath("estimates", "checks"))


def _where_enough(measured: Measured) -> Measured:
    return measured if measured.n >= ENOUGH else Measured(None, None, None, measured.n)


WhereEnough = Annotated[MeasuredOut, BeforeValidator(_where_enough)]


class ReviewerOut(Out):
    """How many audits a person answered, in how many with a second opinion both decided alike, and how many gold items
    were decided as their label says."""

    name: str
    answered: int
    agreed: WhereEnough
    gold: WhereEnough


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
    checks: Checks
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
def get_trust(request: AuthedRequest, span: Query[Span]) -> dict[str, Any]:
    """From audits drawn at random: how often an approval was wrong and a hold needless, how right each check is, and
    how far judge and people agree, each with n and a 95 % interval. Reviewers work for all pipelines and are
    shown to a key with the scope `instance`."""
    now = timezone.now()
    trust = read_trust(_scope(request, span), now=now)
    people = reviewer_figures(now=now, since=span.since) if Scope.INSTANCE in request.auth.scopes else ()
    return {**_figures(trust), "reviewers": people}


@router.post("/policies/certify", response=CertificateOut, auth=auth.read, summary="Certify an APPROVE threshold")
def certify_threshold(request: AuthedRequest, limits: CertifyIn, span: Query[Span]) -> dict[str, Any]:
    """The lowest APPROVE threshold at which the share of wrong approvals is at most `alpha`, with an error of `delta`.
    Publishes nothing."""
    read = read_trust(_scope(request, span), now=timezone.now())
    found = read_certificate(read, tolerated=limits.alpha, error=limits.delta)
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
