"""Policy sections for audits and for the rules that fill the desk (DESIGN, section 13)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from validation.domain.check import CheckName
from validation.domain.policy_types import Section, Share

MOST_ROWS = 100
AuditedRoute = Literal["APPROVE", "REVISE", "RETRY"]
Word = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)]


class ConfidenceBand(Section):
    """`confidence_from` <= confidence < `confidence_below`; 1.0 is below 1.0 too, so that a band can reach the top."""

    confidence_from: Share = 0.0
    confidence_below: Share = 1.0

    @model_validator(mode="after")
    def in_order(self) -> ConfidenceBand:
        if not self.confidence_from < self.confidence_below:
            raise ValueError("confidence_from must lie below confidence_below")
        return self

    def holds(self, confidence: float) -> bool:
        below = confidence < self.confidence_below or self.confidence_below == 1.0
        return self.confidence_from <= confidence and below


class AuditRate(ConfidenceBand):
    """A rate for one route and confidence band; empty `pipeline` means every pipeline."""

    route: AuditedRoute = "APPROVE"
    pipeline: Name = ""
    rate: Share


class AuditPolicy(Section):
    """Shares of decisions that people answer blind. The first of `rates` that fits decides, else the share of the
    route. `second_opinion` is a share of the audits, `second_ruling` of the rulings on a FAIL, `gold` of the questions
    that are followed by a planted gold item. With `blind_all` whoever works on a FAIL, or on what a rule brought to the
    desk, answers its checks before the verdict is shown to them."""

    approve: Share = Field(0.0, title="Share of APPROVE audited")
    revise: Share = Field(0.0, title="Share of REVISE audited")
    retry: Share = Field(0.0, title="Share of RETRY audited")
    rates: tuple[AuditRate, ...] = Field(
        (), max_length=MOST_ROWS, title="Other shares (rates), the first that fits decides"
    )
    due_days: int = Field(7, ge=1, le=90, title="Answer within, in days")
    second_opinion: Share = Field(0.0, title="Share of audits with two opinions")
    second_ruling: Share = Field(0.0, title="Share of FAIL rulings with a second opinion")
    gold: Share = Field(0.0, title="Share of questions followed by a gold item")
    blind_all: bool = Field(False, title="Every item is answered blind before its verdict is shown")

    def rate_of(self, route: str, confidence: float, pipeline: str) -> float:
        """The probability with which such a decision is drawn; 0.0 for a route that is not audited."""
        for row in self.rates:
            if row.route == route and row.pipeline in ("", pipeline) and row.holds(confidence):
                return row.rate
        return {"APPROVE": self.approve, "REVISE": self.revise, "RETRY": self.retry}.get(route, 0.0)

    def rates_within(self, route: str, low: float, high: float, pipeline: str) -> set[float]:
        """The probabilities of decisions with a confidence from `low` to below `high`."""
        edges = {edge for row in self.rates for edge in (row.confidence_from, row.confidence_below)}
        starts = (low, *(edge for edge in edges if low < edge < high))
        return {self.rate_of(route, start, pipeline) for start in starts}


class InterventionRule(ConfidenceBand):
    """Opens an intervention for a share of the decisions that meet every condition; a FAIL has one anyway. An empty
    condition is met by all; of the values of one condition any is enough, but every pair of `metadata` must be
    there."""

    name: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80)]
    routes: Annotated[tuple[AuditedRoute, ...], Field(max_length=3)] = ()
    checks: Annotated[tuple[CheckName, ...], Field(max_length=len(CheckName))] = ()
    findings: Annotated[tuple[Word, ...], Field(max_length=MOST_ROWS)] = ()
    pipelines: Annotated[tuple[Word, ...], Field(max_length=MOST_ROWS)] = ()
    languages: Annotated[tuple[Word, ...], Field(max_length=20)] = ()
    metadata: Annotated[dict[Word, str], Field(max_length=20)] = {}
    share: Share = 1.0
    priority: Literal["low", "medium", "high"] = "low"
