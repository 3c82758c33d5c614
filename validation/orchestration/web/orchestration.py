"""Pages of the orchestration gate: refusals by rule, durations against the limits, lists of preflights and returns."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from validation.insights.web.charts import Chart
from validation.models import Preflight, ReturnRecord
from validation.orchestration.figures import times_against_limits
from validation.orchestration.gate.result import ErrorCode
from validation.orchestration.queries.orchestration import (
    PASSED,
    REFUSED,
    UNDER_WAY,
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
from validation.platform.live import Topic
from validation.platform.pages.access import viewer_page
from validation.platform.pages.list_page import Chip, Choice, ListPage
from validation.platform.pages.page import found_or_404, render_page, wants_part
from validation.platform.pages.scope import scope_of

_ALL_CODES = tuple(code.value for code in ErrorCode)
PREFLIGHT_CODES = _ALL_CODES[: _ALL_CODES.index(ErrorCode.NOT_JSON)]
RETURN_CODES = _ALL_CODES[_ALL_CODES.index(ErrorCode.NOT_JSON) :]
_DEFAULT_RANGE = "30d"


@viewer_page
def orchestration(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    scope = scope_of(request, now=now, default=_DEFAULT_RANGE)
    stats = orchestration_stats(OrchestrationFilter(pipeline=scope.pipeline, since=scope.since), now=now)
    context = {"now": now, "scope": scope, "stats": stats, "chart": _chart(stats), "has_any": _has_any}
    part = wants_part(request, "orchestration-figures")
    return render_page(request, "orchestration/_figures.html" if part else "orchestration/page.html", context)


def _has_any() -> bool:
    """A callable, since the template needs it only if the range is empty."""
    return Preflight.objects.exists() or ReturnRecord.objects.exists()


def _chart(stats: OrchestrationStats) -> Chart:
    seen = [one for one in stats.latencies if one.p50 is not None]
    return Chart(
        slug="limits",
        title="Times against the limits of the specification",
        note="Median, and the time within which 95 % are done, of the last 2,000, on a logarithmic scale. Delegation "
        "includes asking the registry of sessions; storing the record is not counted.",
        n=sum(one.n for one in seen if one.name in ("preflight", "return")),
        columns=("Check", "Limit ms", "Median ms", "95 % within, ms", "Slowest ms", "n", "Within the limit"),
        rows=tuple(
            (
                one.name,
                f"{one.limit:g}",
                *(f"{value:.3f}" for value in (one.p50, one.p95, one.slowest)),
                one.n,
                "yes" if one.within else "no",
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


def _in_words(record: type[Preflight] | type[ReturnRecord]) -> tuple[tuple[str, str], ...]:
    return tuple(zip((PASSED, REFUSED), record.OUTCOMES, strict=True))


def _columns(*own: str) -> dict[str, str]:
    """The CSV columns of a list."""
    alike = ("turn_id", "session_id", *own, "error_codes", "elapsed_ms", "at")
    return {"id": "pk", "pipeline": "pipeline.name", **{name: name for name in alike}}


PREFLIGHTS = ListPage(
    word="preflight",
    view="orchestration:preflights",
    folder="orchestration/preflights",
    topic=Topic.ORCHESTRATION,
    wanted=OrchestrationFilter,
    read=list_preflights,
    given=lambda _request: {"now": timezone.now()},
    note="Each delegation that was asked for, and why the refused ones were.",
    search="Command, task, agent, session or turn",
    filters=(
        Choice("outcome", "Outcome", "Any outcome", (*_in_words(Preflight), (UNDER_WAY, "under way"))),
        Choice("code", "Broken rule", "Any rule", PREFLIGHT_CODES),
    ),
    columns=_columns("command", "task_number", "target", "allowed"),
)
RETURNS = ListPage(
    word="return",
    view="orchestration:returns",
    folder="orchestration/returns",
    topic=Topic.ORCHESTRATION,
    wanted=OrchestrationFilter,
    read=list_returns,
    note="What each subagent gave back, and what was wrong with it.",
    search="Session or turn",
    filters=(
        Choice("outcome", "Outcome", "Any outcome", _in_words(ReturnRecord)),
        Choice("code", "Broken rule", "Any rule", RETURN_CODES),
        Chip("profile", "profile {}"),
        Chip("status", "status {}"),
    ),
    columns=_columns("profile", "status", "valid", "artifacts_checked"),
)


preflights = viewer_page(PREFLIGHTS.respond)
returns = viewer_page(RETURNS.respond)


@viewer_page
def preflight(request: HttpRequest, pk: UUID) -> HttpResponse:
    record = found_or_404(load_preflight(pk), "There is no such preflight.")
    submitted, ends = _pretty(record.text.request), session_end(pk, timezone.now())
    return _whole(request, "orchestration/preflight.html", record, submitted=submitted, session_ends=ends)


@viewer_page
def preflight_todo(_: HttpRequest, pk: UUID) -> HttpResponse:
    """As plain text, which browsers must not interpret as HTML."""
    todo = found_or_404(todo_of(pk), "No TODO.md came with this preflight.")
    return HttpResponse(todo, content_type="text/plain; charset=utf-8", headers={"X-Content-Type-Options": "nosniff"})


@viewer_page
def returned(request: HttpRequest, pk: UUID) -> HttpResponse:
    record = found_or_404(load_return(pk), "There is no such return.")
    return _whole(request, "orchestration/return.html", record, submitted=_readable(record.text.raw))


def _whole(request: HttpRequest, template: str, record: Any, **context: Any) -> HttpResponse:
    return render_page(request, template, {"record": record, **context})


def _readable(raw: str) -> str:
    """Indented; unchanged if it is not an object, or too deeply nested."""
    value = parsed(raw)
    try:
        return raw if value is None else _pretty(value)
    except RecursionError:
        return raw


def _pretty(value: Any) -> str:
    """Indented JSON, with characters that UTF-8 cannot encode escaped."""
    return json.dumps(value, indent=2, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()
