"""Settings, Pipelines: which obey decisions, which only watch them, and what would have been held back."""

from __future__ import annotations

from contextlib import suppress

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from validation.domain.gateway.guardrail import GuardrailOnError
from validation.models.pipeline import Enforcement
from validation.pipelines.actions.settings import CHOICES, change_setting
from validation.pipelines.queries.observed import pipeline_rows
from validation.platform.pages.access import admin_action, admin_page
from validation.platform.pages.page import acting
from validation.platform.pages.parameters import form_text
from validation.platform.pages.settings_page import show_settings, shows_message
from validation.response.web.blind import hidden_from


@admin_page
def pipelines(request: HttpRequest) -> HttpResponse:
    hidden = hidden_from(request)
    rows = pipeline_rows(now=timezone.now(), without=hidden)
    context = {"rows": rows, "of_pipeline": _pages(), "left_out": hidden}
    return show_settings(request, "platform/settings/pipelines.html", context)


def _pages() -> list[tuple[str, str]]:
    """Where the rest of a pipeline's settings is: those pages narrow themselves by it."""
    found = [("Policy", reverse("web:policies")), ("Keys", reverse("web:keys"))]
    with suppress(NoReverseMatch):  # plugged in
        found.append(("Beliefs", reverse("beliefs:beliefs")))
    return found


@admin_action
@shows_message("web:pipelines")
def change(request: HttpRequest, setting: str) -> str:
    if setting not in CHOICES:
        raise Http404
    changed = change_setting(
        pipeline=form_text(request, "pipeline").strip(),
        setting=setting,
        value=form_text(request, setting).strip(),
        **acting(request),
    )
    return _EFFECTS[getattr(changed, setting)].format(changed.name)


_EFFECTS = {
    Enforcement.ENFORCE: "{} obeys its decisions from its next attempt on.",
    Enforcement.OBSERVE: "{} only watches its decisions from its next attempt on.",
    GuardrailOnError.BLOCK: "Gateways of {} hold back what could not be judged.",
    GuardrailOnError.PASS: "Gateways of {} let through what could not be judged.",
}
