"""Settings, Pipelines: which obey decisions, which only watch them, and what would have been held back."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from validation.domain.errors import DomainError
from validation.pipelines.actions.enforcement import set_enforcement
from validation.pipelines.queries.observed import pipeline_rows
from validation.platform.pages.access import admin_page
from validation.platform.pages.lists import typed_of
from validation.platform.pages.settings_page import back_to, show_settings


@require_safe
@admin_page
def pipelines(request: HttpRequest) -> HttpResponse:
    return show_settings(request, "platform/settings/pipelines.html", {"rows": pipeline_rows(now=timezone.now())})


@require_POST
@admin_page
def change_enforcement(request: HttpRequest) -> HttpResponse:
    change = {name: typed_of(request, name).strip() for name in ("pipeline", "enforcement")}
    try:
        pipeline = set_enforcement(**change, by=request.user.get_username(), now=timezone.now())
    except DomainError as error:
        return back_to(request, "web:pipelines", error.detail, refused=True)
    told = "obeys its decisions" if pipeline.enforces else "only watches its decisions"
    return back_to(request, "web:pipelines", f"{pipeline.name} {told} from its next attempt on.")
