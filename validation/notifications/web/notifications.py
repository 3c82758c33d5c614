"""Settings, Notifications: whom the instance tells by itself, and of what."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from validation.domain.operations.notices import Notice
from validation.models import NotificationRecord, NotificationTarget
from validation.models.operations.notification import Channel, NotificationOutcome
from validation.notifications.actions.notify import note
from validation.notifications.actions.send import send_message
from validation.notifications.actions.targets import add_target, change_target, remove_target
from validation.platform.pages.access import admin_action, admin_form
from validation.platform.pages.forms import ActionForm, SeveralField, choice_field, text_field
from validation.platform.pages.settings_page import back_to, show_settings

LABELS = {
    Notice.JUDGE_AWAY: "the judge does not answer",
    Notice.REVIEW_OVERDUE: "work on the review desk is overdue",
    Notice.AUDIT_DUE: "audits end unanswered within 24 hours",
    Notice.DRIFT_FOUND: "decisions of a pipeline drifted",
    Notice.RULING_ASKED: "a low item can be ruled on by a link in one person's mail, where the policy allows it",
    Notice.MENTIONED: "a comment mentions the person whose address it is",
    Notice.ASSIGNED: "work is assigned to the person whose address it is",
}


CHANNELS = {
    Channel.MAIL: "Mail",
    Channel.CHAT: "Chat: Slack, Mattermost, Google Chat",
    Channel.TEAMS: "Teams (workflow webhook)",
    Channel.PAGERDUTY: "PagerDuty",
}
_TIMES = ("quiet_from", "quiet_until", "digest_at")
_SHOWN = 50
"""Lines of the log."""
_NAMED = 1000
"""People to choose from."""


class ChangeForm(ActionForm):
    """What a target is told, and when."""

    person = choice_field("Whose address it is")
    notices = SeveralField("Send a message when", list(LABELS.items()), initial=list(Notice))
    quiet_from = text_field("Quiet from", type="time")
    quiet_until = text_field("Quiet until", "What still holds then is sent then.", type="time")
    digest_at = text_field("Or one message a day, at", type="time")
    zone = text_field("Time zone of these times", "UTC when left empty.", placeholder="Europe/Berlin", maxlength=64)

    def __init__(self, data: Any = None, **more: Any) -> None:
        super().__init__(data, **more)
        names = User.objects.filter(is_active=True).order_by("username").values_list("username", flat=True)[:_NAMED]
        self.fields["person"].widget.choices = [("", "Several people, or a chat"), *((name, name) for name in names)]


class TargetForm(ChangeForm):
    channel = choice_field("Channel", choices=CHANNELS.items())
    address = text_field("Mail address, or URL of the webhook", maxlength=2000, placeholder="team@example.com")
    field_order = ("channel", "address")

    def __init__(self, data: Any = None, **more: Any) -> None:
        super().__init__(data, **more)
        has_mail, channel = bool(settings.EMAIL_HOST), self.fields["channel"]
        channel.initial = Channel.MAIL if has_mail else Channel.CHAT
        channel.help_text = "" if has_mail else "Mail needs COUNTERSIGN_SMTP_URL in the environment."


@admin_form
def notifications(request: HttpRequest) -> HttpResponse:
    """POST adds a target; links in what it is told lead to the address that this page was opened at."""
    form, site = TargetForm.of(request), request.build_absolute_uri("/").rstrip("/")
    if form.attempt(add_target, site=site, by=request.user.get_username(), now=timezone.now()) is None:
        return _page(request, form)
    return back_to(request, "web:notifications", "Added. Press Test to see that it arrives.")


@admin_form
def change_notification(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The same page with the target's own settings in the form."""
    target = NotificationTarget.objects.filter(pk=pk).first()
    if target is None:
        return back_to(request, "web:notifications", "There is no such target.", refused=True)
    times = {name: f"{at:%H:%M}" for name in _TIMES if (at := getattr(target, name)) is not None}
    initial = {"person": target.person, "notices": target.notices, "zone": target.zone, **times}
    form = ChangeForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.attempt(change_target, target_id=pk, by=request.user.get_username(), now=timezone.now()) is None:
        return _page(request, form, changed=target)
    return back_to(request, "web:notifications", "Saved.")


@admin_action
def test_notification(request: HttpRequest, pk: UUID) -> HttpResponse:
    target = NotificationTarget.objects.filter(pk=pk).first()
    if target is None:
        return back_to(request, "web:notifications", "There is no such target.", refused=True)
    error = send_message(target, f"A test by {request.user.get_username()}. {target.site}")
    outcome = NotificationOutcome.FAILED if error else NotificationOutcome.SENT
    note(target, outcome, [], timezone.now(), error or f"A test by {request.user.get_username()}.")
    return back_to(request, "web:notifications", error or "It was taken.", refused=bool(error))


@admin_action
def remove_notification(request: HttpRequest, pk: UUID) -> HttpResponse:
    target = NotificationTarget.objects.filter(pk=pk).first()
    if target is not None:
        remove_target(target=target, by=request.user.get_username(), now=timezone.now())
    return back_to(request, "web:notifications", "Removed.")


def _page(request: HttpRequest, form: ChangeForm, *, changed: NotificationTarget | None = None) -> HttpResponse:
    targets = NotificationTarget.objects.all()
    lines = NotificationRecord.objects.all()[:_SHOWN]
    log = [(line, [LABELS[Notice(notice)] for notice in line.notices]) for line in lines]
    shown = [
        (target, CHANNELS[Channel(target.channel)], [LABELS[Notice(notice)] for notice in target.notices])
        for target in targets
    ]
    context = {"targets": shown, "form": form, "log": log, "changed": changed}
    return show_settings(request, "platform/settings/notifications.html", context, status=form.status)
