"""Orchestration: refusals by rule and times against the spec's limits, and the logs of preflights and returns."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from validation.insights.web.charts import Chart
from validation.models import Preflight, ReturnRecord
from validation.orchestration.figures import times_against_limits
from validation.orchestration.gate.result import Code
from validation.orchestration.queries.orchestration import (
    OrchestrationFilter,
    list_preflights,
    list_returns,
    load_preflight,
    load_return,
    parsed,
    session_end,
    todo_of,
)
from validation.orchestration.queries.orchestration_stats import OrchestrationStats, orchestration_stats
from validation.platform.pages.access import viewer_page
from validation.platform.pages.lists import any_given, choice_of, text_of
from validation.platform.pages.page import show, wants_part
from validation.platform.pages.scope import Scope, scope_of
from validation.platform.paging.keyset import Page, page_at

_ALL_CODES = tuple(code.value for code in Code)
PREFLIGHT_CODES = _ALL_CODES[: _ALL_CODES.index(Code.NOT_JSON)]
RETURN_CODES = _ALL_CODES[_ALL_CODES.index(Code.NOT_JSON) :]
_OUTCOMES = {"passed": True, "refused": False}
_UNDER_WAY = "under_way"
_DEFAULT_RANGE = "30d"


@viewer_page
def orchestration(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    scope = scope_of(request, now=now, default=_DEFAULT_RANGE)
    stats = orchestration_stats(OrchestrationFilter(pipeline=scope.pipeline, since=scope.since), now=now)
    context = {"now": now, "scope": scope, "stats": stats, "chart": _chart(stats)}
    part = wants_part(request, "orchestration-figures")
    return show(request, "orchestration/_figures.html" if part else "orchestration/page.html", context)


def _chart(stats: OrchestrationStats) -> Chart:
    seen = [one for one in stats.latencies if one.p50 is not None]
    return Chart(
        slug="limits",
        title="Times against the limits of the specification",
        note="Median and p95 of the last 2,000, on a logarithmic scale. Delegation includes asking the registry of "
        "sessions; storing the record is not counted.",
        n=sum(one.n for one in seen if one.name in ("preflight", "return")),
        columns=("Check", "Limit ms", "p50 ms", "p95 ms", "Slowest ms", "n", "p95 within"),
        rows=tuple(
            (
                one.name,
                f"{one.limit:g}",
                *(f"{value:.3f}" for value in (one.p50, one.p95, one.slowest)),
                one.n,
                _said(one.within),
            )
            for one in seen
        ),
        figure=times_against_limits(
            [one.name for one in seen],
            p50=[one.p50 or 0.0 for one in seen],
            p95=[one.p95 or 0.0 for one in seen],
            limits=[one.limit for one in seen],
        ),
    )


def _said(within: bool | None) -> str:
    return "yes" if within else "no"


@dataclass(frozen=True, slots=True)
class _Log:
    """What tells the two logs apart."""

    kind: str
    noun: str
    record: type[Preflight] | type[ReturnRecord]
    read: Callable[..., Page[Any]]
    codes: tuple[str, ...]
    columns: tuple[str, ...]
    placeholder: str

    @property
    def outcomes(self) -> tuple[tuple[str, str], ...]:
        words = tuple(zip(_OUTCOMES, self.record.OUTCOMES, strict=True))
        return (*words, (_UNDER_WAY, "under way")) if self.record is Preflight else words


_PREFLIGHTS = _Log(
    kind="preflights",
    noun="preflight",
    record=Preflight,
    read=list_preflights,
    codes=PREFLIGHT_CODES,
    columns=("Task", "To", "Session"),
    placeholder="Command, task, agent, session or turn",
)
_RETURNS = _Log(
    kind="returns",
    noun="return",
    record=ReturnRecord,
    read=list_returns,
    codes=RETURN_CODES,
    columns=("Status", "Profile", "Artifacts"),
    placeholder="Session or turn",
)


@viewer_page
def preflights(request: HttpRequest) -> HttpResponse:
    return _show_log(request, _PREFLIGHTS)


@viewer_page
def returns(request: HttpRequest) -> HttpResponse:
    return _show_log(request, _RETURNS)


def _show_log(request: HttpRequest, log: _Log) -> HttpResponse:
    now = timezone.now()
    scope = scope_of(request, now=now)
    outcome = choice_of(request, "outcome", dict(log.outcomes))
    wanted = _wanted(request, scope, log.codes, outcome, now)
    context = {
        "now": now,
        "scope": scope,
        "wanted": wanted,
        "outcome": outcome,
        "page": page_at(request.GET.get("cursor", ""), lambda cursor: log.read(wanted, cursor=cursor)),
        "filtered": any_given(
            (wanted.q, wanted.code, wanted.profile, wanted.status, outcome, wanted.pipeline, wanted.since)
        ),
        "address": reverse(f"web:{log.kind}"),
        **{name: getattr(log, name) for name in ("kind", "noun", "codes", "columns", "placeholder", "outcomes")},
    }
    part = wants_part(request, f"{log.kind}-list")
    return show(request, "orchestration/_log.html" if part else "orchestration/log.html", context)


def _wanted(
    request: HttpRequest, scope: Scope, codes: tuple[str, ...], outcome: str, now: datetime
) -> OrchestrationFilter:
    return OrchestrationFilter(
        pipeline=scope.pipeline,
        since=scope.since,
        q=text_of(request, "q"),
        passed=_OUTCOMES.get(outcome),
        under_way_at=now if outcome == _UNDER_WAY else None,
        code=choice_of(request, "code", codes),
        profile=text_of(request, "profile"),
        status=text_of(request, "status"),
    )


@viewer_page
def preflight(request: HttpRequest, pk: UUID) -> HttpResponse:
    record = load_preflight(pk)
    if record is None:
        raise Http404("There is no such preflight.")
    submitted, ends = _pretty(record.text.request), session_end(pk, timezone.now())
    return _whole(request, "orchestration/preflight.html", record, submitted=submitted, session_ends=ends)


@viewer_page
def preflight_todo(_: HttpRequest, pk: UUID) -> HttpResponse:
    """As text that no browser takes for a page."""
    todo = todo_of(pk)
    if todo is None:
        raise Http404("No TODO.md came with this preflight.")
    return HttpResponse(todo, content_type="text/plain; charset=utf-8", headers={"X-Content-Type-Options": "nosniff"})


@viewer_page
def returned(request: HttpRequest, pk: UUID) -> HttpResponse:
    record = load_return(pk)
    if record is None:
        raise Http404("There is no such return.")
    return _whole(request, "orchestration/return.html", record, submitted=_readable(record.text.raw))


def _whole(request: HttpRequest, template: str, record: Any, **context: Any) -> HttpResponse:
    return show(request, template, {"record": record, **context})


def _readable(raw: str) -> str:
    """As it came when it is no object, or is nested too deeply to be laid out."""
    value = parsed(raw)
    try:
        return raw if value is None else _pretty(value)
    except RecursionError:
        return raw


def _pretty(value: Any) -> str:
    """Indented, with what no page can encode as escapes."""
    return json.dumps(value, indent=2, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()
