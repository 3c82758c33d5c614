"""Answers of `/stats/decisions`, `/stats/checks` and `/stats/calibration`."""

from __future__ import annotations

from datetime import datetime

from pydantic import Field

from validation.platform.http.schemas import MeasuredOut, Number, Out


class RoutesOut(Out):
    """Attempts by route."""

    APPROVE: int
    REVISE: int
    RETRY: int
    FAIL: int
    HALT: int


class RoutesAtOut(RoutesOut):
    """Attempts by route, from one time on."""

    at: datetime


class ConfidenceBinOut(Out):
    """Decisions with a confidence from `from` up to `to`."""

    from_: Number = Field(alias="from")
    to: Number
    APPROVE: int
    REVISE: int
    RETRY: int
    FAIL: int


class DecisionStats(Out):
    """`halted` is a share of all attempts, `approved` of those that were decided."""

    n: int
    routes: RoutesOut
    halted: MeasuredOut
    approved: MeasuredOut
    span: str
    over_time: list[RoutesAtOut]
    confidence: list[ConfidenceBinOut]


class CheckCountOut(Out):
    """How often one check passed and failed."""

    pass_: int = Field(alias="pass")
    fail: int
    not_applicable: int
    failure_rate: MeasuredOut


class CheckStats(Out):
    """Each check by name."""

    n: int
    checks: dict[str, CheckCountOut]


class ReliabilityOut(Out):
    """Verdicts with a confidence from `from` up to `to`: their mean confidence, and the share approved as they were."""

    from_: Number = Field(alias="from")
    to: Number
    confidence: float | None
    approved_as_is: MeasuredOut


class SameOut(Out):
    """Share of equal verdicts, and Cohen's kappa."""

    same: MeasuredOut
    kappa: MeasuredOut


class AgreementOut(Out):
    """Judge against reviewers, of one group: of all, or by judge, prompt, policy or pipeline."""

    by: str
    name: str
    n: int
    decision: SameOut
    checks: SameOut


class CalibrationStats(Out):
    """`more` says that older rulings were left out."""

    n: int
    more: bool
    reliability: list[ReliabilityOut]
    agreement: list[AgreementOut]
