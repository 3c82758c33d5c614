"""The judge's settings page: which judge is configured, its latest calls, and a probe of the endpoint's features."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from validation.insights.queries.overview import judges, latency
from validation.judge.configured import probe_configured
from validation.platform.pages.access import admin_action, viewer_page
from validation.platform.pages.settings_page import back_to, show_settings
from validation.platform.processes import circuits
from validation.platform.tallies.read import TallyScope


@viewer_page
def judge(request: HttpRequest) -> HttpResponse:
    return _page(request)


@admin_action
def probe_judge(request: HttpRequest) -> HttpResponse:
    """Makes a few short calls now."""
    report = probe_configured()
    if report is None:
        return back_to(request, "web:judge", "The embedded judge calls nobody: nothing to probe.", refused=True)
    return _page(request, report)


def _page(request: HttpRequest, report: Any | None = None) -> HttpResponse:
    now = timezone.now()
    lately = TallyScope(since=now - timedelta(days=1))
    context: dict[str, Any] = {
        "now": now,
        "name": settings.COUNTERSIGN_JUDGE,
        "model": settings.COUNTERSIGN_VLLM_MODEL,
        "address": _without_credentials(settings.COUNTERSIGN_VLLM_URL),
        "prices": settings.COUNTERSIGN_VLLM_PRICES,
        "deadline": settings.COUNTERSIGN_JUDGE_DEADLINE,
        "circuits": circuits(now),
        "report": report,
        "lately": judges(lately),
        "latency": latency(lately),
    }
    return show_settings(request, "platform/settings/judge.html", context)


def _without_credentials(url: str) -> str:
    split = urlsplit(url or "")
    return split._replace(netloc=split.netloc.rpartition("@")[2], query="").geturl()
