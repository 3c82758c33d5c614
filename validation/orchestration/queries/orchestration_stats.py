"""Statistics of the orchestration gate: refusals by rule, and durations against the limits of spec 4."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Case, CharField, Model, QuerySet, Value, When

from validation.domain.estimates.shares import percentile
from validation.models import ActiveSession, Preflight, PreflightError, ReturnError, ReturnRecord
from validation.orchestration.queries.orchestration import OrchestrationFilter, wanted_preflights, wanted_returns
from validation.platform.paging.filters import in_pipeline
from validation.platform.tallies.read import TallyScope, tallied
from validation.platform.tallies.source import Measure, Source

LIMITS_MS = {"preflight": 50.0, "delegation": 5.0, "arguments": 1.0, "return": 10.0}
"""From spec 4, costs of the high-value checks."""
_LAST = 2000


@dataclass(frozen=True, slots=True)
class Refusals:
    """How often a rule refused: in how many preflights or returns (`records`), with how many single `errors`."""

    code: str
    records: int
    errors: int


@dataclass(frozen=True, slots=True)
class Latency:
    """Milliseconds over the latest records; None if there are none."""

    name: str
    limit: float
    n: int
    p50: float | None
    p95: float | None
    slowest: float | None

    @property
    def within(self) -> bool | None:
        """Whether p95 is within the limit."""
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
        """None without preflights."""
        return self.refused / self.preflights if self.preflights else None

    @property
    def invalid_share(self) -> float | None:
        return self.invalid / self.returns if self.returns else None


def orchestration_stats(wanted: OrchestrationFilter, *, now: datetime) -> OrchestrationStats:
    """Uses a fixed number of statements."""
    scope = TallyScope(pipeline=wanted.pipeline, since=wanted.since, until=wanted.until)
    made, came = ({one.key[0]: one.n for one in tallied(measure, scope, "kind")} for measure in ("preflight", "return"))
    return OrchestrationStats(
        preflights=sum(made.values()),
        refused=made.get("refused", 0),
        returns=sum(came.values()),
        invalid=came.get("refused", 0),
        active_sessions=ActiveSession.objects.filter(in_pipeline(wanted.pipeline), expires_at__gt=now).count(),
        preflight_refusals=_refusals("preflight_fault", scope),
        return_refusals=_refusals("return_fault", scope),
        latencies=_latencies(wanted_preflights(wanted), wanted_returns(wanted)),
    )


def _refusals(measure: str, scope: TallyScope) -> tuple[Refusals, ...]:
    rows = [Refusals(one.key[0], one.n, int(one.total)) for one in tallied(measure, scope, "kind")]
    return tuple(sorted(rows, key=lambda row: (-row.records, row.code)))


def _latencies(preflights: QuerySet[Any], returns: QuerySet[Any]) -> tuple[Latency, ...]:
    parts = list(preflights.order_by("-at", "-pk").values_list("elapsed_ms", "delegation_ms", "arguments_ms")[:_LAST])
    whole, delegation, arguments = zip(*parts, strict=True) if parts else ((), (), ())
    back = list(returns.order_by("-at", "-pk").values_list("elapsed_ms", flat=True)[:_LAST])
    seen = {"preflight": whole, "delegation": delegation, "arguments": arguments, "return": back}
    return tuple(_latency(name, values) for name, values in seen.items())


def _latency(name: str, values: Any) -> Latency:
    p50, p95 = percentile(values, 0.5), percentile(values, 0.95)
    return Latency(name, LIMITS_MS[name], len(values), p50, p95, max(values, default=None))


def _passed(field: str) -> Case:
    return Case(When(**{field: True}, then=Value("passed")), default=Value("refused"), output_field=CharField())


def _records(name: str, measure: str, model: type[Model], passed: str) -> Source:
    rows: Any = model._default_manager.all
    return Source(name=name, rows=rows, clock=model, at="at", measures={measure: Measure(kind=_passed(passed))})


def _faults(name: str, measure: str, faults: type[Model], model: type[Model], path: str) -> Source:
    """Counts faults by rule, and distinct records, since a rule can find several faults in one record."""
    rows: Any = faults._default_manager.all
    return Source(
        name=name,
        rows=rows,
        clock=model,
        at=f"{path}__at",
        pipeline=f"{path}__pipeline",
        measures={measure: Measure(kind="code", distinct=path)},
    )


SOURCES = (
    _records("preflights", "preflight", Preflight, "allowed"),
    _faults("preflight_faults", "preflight_fault", PreflightError, Preflight, "preflight"),
    _records("returns", "return", ReturnRecord, "valid"),
    _faults("return_faults", "return_fault", ReturnError, ReturnRecord, "record"),
)
