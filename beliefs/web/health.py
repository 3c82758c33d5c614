"""The health report, and the button that audits."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from beliefs.queries.health import health_report
from beliefs.queries.policy import belief_policy
from beliefs.tasks import queue_audit
from validation.platform.pages.access import reviewer_action, viewer_page
from validation.platform.pages.page import render_page, wants_part
from validation.platform.pages.scope import scope_of
from validation.platform.pages.settings_page import back_to
from validation.platform.permissions import can_rule


@viewer_page
def health(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    scope = scope_of(request, now=now)
    report = health_report(pipeline=scope.pipeline, policy=belief_policy().belief)
    context = {"now": now, "scope": scope, "report": report, "can_rule": can_rule(request.user)}
    part = wants_part(request, "belief-health")
    return render_page(request, "beliefs/_health.html" if part else "beliefs/health.html", context)


@reviewer_action
def audit(request: HttpRequest) -> HttpResponse:
    """Of the chosen pipeline, or of all. On a worker: after a first sync thousands of passages have to be embedded,
    which takes minutes."""
    pipeline = scope_of(request, now=timezone.now()).pipeline
    if queue_audit(by=f"user:{request.user.get_username()}", pipeline=pipeline):
        return back_to(request, "beliefs:health", "The audit has begun. Its figures appear here when it is done.")
    told = "The broker is away, so no worker can audit. Try again, or run: python manage.py audit_beliefs"
    return back_to(request, "beliefs:health", told, refused=True)
