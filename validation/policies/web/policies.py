"""The pages of policies: the one in force with a histogram of confidences, the history, and rolling back."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse

from validation.domain.codes.problems import ProblemCode
from validation.domain.policy import PolicyDocument
from validation.insights.queries.insights import InsightScope
from validation.insights.web.charts import Chart
from validation.insights.web.insight_charts import confidence_chart
from validation.models import Pipeline, Policy
from validation.platform.pages.access import admin_action, viewer_page
from validation.platform.pages.forms import refusals_as_messages
from validation.platform.pages.page import acting, found_or_404, render_page
from validation.platform.pages.parameters import form_text
from validation.platform.pages.scope import Scope, scope_of
from validation.platform.permissions import can_administer
from validation.platform.policies import policy_in_force
from validation.policies.actions import policies as act
from validation.policies.web.policy_fields import (
    changes,
    values_by_section,
)
from validation.policies.web.versions import VERSIONS, versions_of
from validation.response.web.blind import hidden_from

_DEFAULT_RANGE = "30d"


@viewer_page
def policies(request: HttpRequest) -> HttpResponseBase:
    if VERSIONS.wants_file(request):
        return VERSIONS.download(request)
    frame = VERSIONS.context(request) | page_frame(request)
    pipeline = pipeline_shown(frame["scope"])
    in_force = policy_in_force(pipeline)
    context = {
        **frame,
        "in_force": in_force,
        "pipeline": pipeline,
        "own": changes(policy_in_force().read(), in_force.read()) if pipeline else (),
        "sections": values_by_section(in_force.read()),
        "chart": chart_of(request, frame, in_force.read()),
    }
    return VERSIONS.show(request, context)


@viewer_page
def policy(request: HttpRequest, number: int) -> HttpResponse:
    """One policy: its settings, what it changed, and how it differs from the one in force for its pipeline, or of a
    common one for the pipeline chosen in the top bar."""
    frame = page_frame(request)
    found = Policy.objects.select_related("pipeline").filter(number=number).first()
    shown = found_or_404(found, "There is no such policy.")
    pipeline = shown.pipeline or pipeline_shown(frame["scope"])
    document = shown.read()
    in_force = policy_in_force(pipeline)
    context = {
        **frame,
        "version": versions_of([shown])[0],
        "in_force": in_force,
        "pipeline": pipeline,
        "sections": values_by_section(document),
        "since_then": changes(document, in_force.read()),
        "chart": chart_of(request, frame, document),
    }
    return render_page(request, "policies/policy.html", context)


@admin_action
def roll_back(request: HttpRequest, number: int) -> HttpResponse:
    """Publishes for the pipeline chosen in the top bar alone, as editing does."""
    with refusals_as_messages(request):
        pipeline = pipeline_acted_on(scope_of(request))
        made = act.roll_back(number=number, **acting(request), reason=form_text(request, "reason"), pipeline=pipeline)
        message = f"Policy {made.number} is live{for_pipeline(made)}, identical to policy {number}."
        return published(request, made, message)
    return _back(request, pipeline_shown(scope_of(request)))


def published(request: HttpRequest, policy: Policy, message: str, *, draft: str = "") -> HttpResponse:
    """Redirects after publishing. `draft` is the key of the published draft, which the browser then deletes."""
    messages.success(request, message, extra_tags=draft)
    return _back(request, policy.pipeline)


def _back(request: HttpRequest, pipeline: Pipeline | None) -> HttpResponse:
    """Redirects to the page of policies, keeping the chosen range."""
    chosen = {"pipeline": str(pipeline)} if pipeline else {}
    chosen |= {name: value for name, value in scope_of(request).chosen if name == "range"}
    return HttpResponseRedirect(f"{reverse('web:policies')}?{urlencode(chosen)}" if chosen else reverse("web:policies"))


def for_pipeline(policy: Policy) -> str:
    return f" for {policy.pipeline}" if policy.pipeline else ""


def pipeline_shown(scope: Scope) -> Pipeline | None:
    """The pipeline chosen in the top bar, whose own settings are shown and edited."""
    return Pipeline.objects.filter(name=scope.pipeline).first() if scope.pipeline else None


def pipeline_acted_on(scope: Scope) -> Pipeline | None:
    """The chosen pipeline. Raises `pipeline_unknown` instead of acting on all where there is none of that name."""
    shown = pipeline_shown(scope)
    return ProblemCode.PIPELINE_UNKNOWN.unless(shown, name=scope.pipeline) if scope.pipeline else None


def page_frame(request: HttpRequest) -> dict[str, Any]:
    scope = scope_of(request, default=_DEFAULT_RANGE)
    return {"now": scope.now, "scope": scope, "hide_range": False, "can_administer": can_administer(request.user)}


def chart_of(
    request: HttpRequest, frame: dict[str, Any], policy: PolicyDocument, *, draft: PolicyDocument | None = None
) -> Chart:
    scope: Scope = frame["scope"]
    asked = InsightScope(scope.pipeline, since=scope.since, without=hidden_from(request), now=scope.now)
    return confidence_chart(asked, policy.response, draft=draft.response if draft else None)
