"""The orchestration gate at a glance: refusals by rule, and times against the limits of spec 4."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, QuerySet

from validation.domain.percentile import percentile
from validation.models import ActiveSession, PreflightError, ReturnError
from validation.orchestration.queries.orchestration import OrchestrationFilter, wanted_preflights, wanted_returns

LIMITS_MS = {"preflight": 50.0, "delegation": 5.0, "arguments": 1.0, "return": 10.0}
"""Spec 4, the costs of the high-value checks."""
_LAST = 2000


@dataclass(frozen=True, slots=True)
class Refusals:
    """How often a rule refused; `records` counts preflights or returns, `errors` single faults."""

    code: str
    records: int
    errors: int


@dataclass(frozen=True, slots=True)
class Latency:
    """Milliseconds over the last records; None when there are none."""

    name: str
    limit: float
    n: int
    p50: float | None
    p95: float | None
    slowest: float | None

    @property
    def within(self) -> bool | None:
        """Whether even p95 keeps the limit."""
        return None if self.p95 is None else self.p95 <= self.limit


@dataclass(frozen=True, slots=True)
class OrchestrationStats:
    preflights: int
    refused: int
    returns: int
    invalid: int
    active_sessions: int
    preflight_refusals: tuple[Refusals, ...]
    return_refusals: tuple[Refusals, ...]
    latencies: tuple[Latency, ...]

    @property
    def refused_share(self) -> float | None:
        """None without preflights: an empty denominator is no share."""
        return self.refused / self.preflights if self.preflights else None

    @property
    def invalid_share(self) -> float | None:
        return self.invalid / self.returns if self.returns else None


def orchestration_stats(wanted: OrchestrationFilter, *, now: datetime) -> OrchestrationStats:
    """Seven statements, whatever the number of rows."""
    preflights, returns = wanted_preflights(wanted), wanted_returns(wanted)
    made = preflights.aggregate(n=Count("pk"), refused=Count("pk", filter=Q(allowed=False)))
    came = returns.aggregate(n=Count("pk"), invalid=Count("pk", filter=Q(valid=False)))
    return OrchestrationStats(
        preflights=made["n"],
        refused=made["refused"],
        returns=came["n"],
        invalid=came["invalid"],
        active_sessions=_active(wanted, now),
        preflight_refusals=_refusals(PreflightError.objects.filter(preflight__in=preflights), "preflight"),
        return_refusals=_refusals(ReturnError.objects.filter(record__in=returns), "record"),
        latencies=_latencies(preflights, returns),
    )


def _active(wanted: OrchestrationFilter, now: datetime) -> int:
    sessions = ActiveSession.objects.filter(expires_at__gt=now)
    return (sessions.filter(pipeline__name=wanted.pipeline) if wanted.pipeline else sessions).count()


def _refusals(errors: QuerySet[Any], of: str) -> tuple[Refusals, ...]:
    rows = errors.order_by().values("code").annotate(records=Count(of, distinct=True), errors=Count("pk"))
    return tuple(Refusals(**row) for row in rows.order_by("-records", "code"))


def _latencies(preflights: QuerySet[Any], returns: QuerySet[Any]) -> tuple[Latency, ...]:
    parts = list(preflights.order_by("-at", "-pk").values_list("elapsed_ms", "delegation_ms", "arguments_ms")[:_LAST])
    whole, delegation, arguments = zip(*parts, strict=True) if parts else ((), (), ())
    back = list(returns.order_by("-at", "-pk").values_list("elapsed_ms", flat=True)[:_LAST])
    seen = {"preflight": whole, "delegation": delegation, "arguments": arguments, "return": back}
    return tuple(_latency(name, values) for name, values in seen.items())


def _latency(name: str, values: Any) -> Latency:
    p50, p95 = percentile(values, 0.5), percentile(values, 0.95)
    return Latency(name, LIMITS_MS[name], len(values), p50, p95, max(values, default=None))
