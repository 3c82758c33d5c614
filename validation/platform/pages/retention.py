"""What is kept for how long, and what would go next."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from validation.platform.pages.access import admin_page
from validation.platform.pages.settings_page import show_settings
from validation.platform.retention.retained import ESTIMATED_FROM
from validation.platform.retention.retention import preview_prune


@admin_page
def retention(request: HttpRequest) -> HttpResponse:
    """Counting what would go reads every old key, so it is done when asked for."""
    counted = request.GET.get("count") == "yes"
    keep = settings.COUNTERSIGN_RETENTION
    context = {
        "kinds": preview_prune(keep=keep, now=timezone.now(), count=counted),
        "counted": counted,
        "any_kept": bool(keep),
        "estimated_from": ESTIMATED_FROM,
    }
    return show_settings(request, "platform/settings/retention.html", context)
