"""Answers of `/stats/trust` and `/policies/certify`."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from validation.platform.http.schemas import In, MeasuredOut, Number, Out

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
    have no answer. `more` says that older audits were left out."""

    more: bool
    unanswered: int
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
