"""The health report, and the button that audits."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from beliefs.actions.audits import audit_beliefs
from beliefs.queries.health import health_report
from beliefs.queries.policy import belief_policy
from validation.permissions import can_rule
from validation.web.access import reviewer_page, viewer_page
from validation.web.page import show
from validation.web.scope import scope_of


@require_safe
@viewer_page
def health(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    report = health_report(policy=belief_policy().belief)
    context = {"now": now, "scope": scope_of(request, now=now), "report": report, "can_rule": can_rule(request.user)}
    return show(request, "beliefs/health.html", context)


@require_POST
@reviewer_page
def audit(request: HttpRequest) -> HttpResponse:
    audit_beliefs(by=f"user:{request.user.get_username()}", now=timezone.now())
    return redirect("beliefs:health")
