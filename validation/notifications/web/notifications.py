"""Settings, Notifications: whom the instance tells by itself, and of what."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from validation.domain.errors import DomainError
from validation.domain.operations.notices import Notice
from validation.models import NotificationTarget
from validation.models.notification import Channel
from validation.notifications.actions.send import send_message
from validation.notifications.actions.targets import add_target, remove_target
from validation.platform.pages.access import admin_action, admin_form
from validation.platform.pages.lists import typed_of
from validation.platform.pages.settings_page import back_to, show_settings

LABELS = {
    Notice.JUDGE_AWAY: "the judge does not answer",
    Notice.REVIEW_OVERDUE: "work on the review desk is overdue",
    Notice.AUDIT_DUE: "audits end unanswered within 24 hours",
    Notice.DRIFT_FOUND: "decisions of a pipeline drifted",
}


@admin_form
def notifications(request: HttpRequest) -> HttpResponse:
    """POST adds a target; links in what it is told lead to the address that this page was opened at."""
    if request.method != "POST":
        return _page(request)
    typed = {name: typed_of(request, name).strip() for name in ("channel", "address")}
    notices = request.POST.getlist("notices")
    site = request.build_absolute_uri("/").rstrip("/")
    try:
        add_target(**typed, notices=notices, site=site, by=request.user.get_username(), now=timezone.now())
    except DomainError as error:
        errors = {told.field: told.message for told in error.fields}
        return _page(request, {**typed, "chosen": notices, "errors": errors}, status=422)
    return back_to(request, "web:notifications", "Added. Press Test to see that it arrives.")


@admin_action
def test_notification(request: HttpRequest, pk: UUID) -> HttpResponse:
    target = NotificationTarget.objects.filter(pk=pk).first()
    if target is None:
        return back_to(request, "web:notifications", "There is no such target.", refused=True)
    error = send_message(target, f"A test by {request.user.get_username()}. {target.site}")
    return back_to(request, "web:notifications", error or "It was taken.", refused=bool(error))


@admin_action
def remove_notification(request: HttpRequest, pk: UUID) -> HttpResponse:
    target = NotificationTarget.objects.filter(pk=pk).first()
    if target is not None:
        remove_target(target=target, by=request.user.get_username(), now=timezone.now())
    return back_to(request, "web:notifications", "Removed.")


def _page(request: HttpRequest, more: dict[str, Any] | None = None, *, status: int = 200) -> HttpResponse:
    targets = NotificationTarget.objects.all()
    shown = [(target, [LABELS[Notice(notice)] for notice in target.notices]) for target in targets]
    context = {
        "targets": shown,
        "labels": [(notice.value, label) for notice, label in LABELS.items()],
        "chosen": list(Notice),
        "channel": Channel.MAIL if settings.EMAIL_HOST else Channel.CHAT,
        "has_mail": bool(settings.EMAIL_HOST),
        **(more or {}),
    }
    return show_settings(request, "platform/settings/notifications.html", context, status=status)
