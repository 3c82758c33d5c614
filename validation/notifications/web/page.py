"""The page of notification targets, for all of them or for those of one person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.html import format_html, format_html_join

from validation.domain.operations.notices import Notice
from validation.models import NotificationTarget
from validation.models.operations.notification import Channel
from validation.notifications.actions.targets import add_target, change_target, find_target, remove_target, send_test
from validation.notifications.queries.targets import (
    LogFilter,
    all_targets,
    list_log,
    list_targets,
    targets_of_person,
    times_of,
)
from validation.platform.pages.forms import ActionForm, SeveralField, choice_field, pipeline_names, text_field
from validation.platform.pages.list_page import Choice, ListPage
from validation.platform.pages.page import acting
from validation.platform.pages.settings_page import back_to, show_settings
from validation.platform.paging.keyset import page_at

LABELS = {
    Notice.JUDGE_AWAY: "the judge does not answer",
    Notice.CRITICAL_OPEN: "a critical item is on the review desk",
    Notice.REVIEW_OVERDUE: "work on the review desk is overdue",
    Notice.AUDIT_DUE: "audits end unanswered within 24 hours",
    Notice.DRIFT_FOUND: "decisions of a pipeline drifted",
    Notice.RULING_ASKED: "a low item can be ruled on by a link in one person's mail, where the policy allows it",
    Notice.MENTIONED: "a comment mentions the person whose address it is",
    Notice.ASSIGNED: "work is assigned to the person whose address it is",
}
OWN_LABELS = {
    **LABELS,
    Notice.RULING_ASKED: "you can rule on a low item by a link in your mail, where the policy allows it",
    Notice.MENTIONED: "a comment mentions you",
    Notice.ASSIGNED: "work is assigned to you",
}
CHANNELS = {
    Channel.MAIL: "Mail",
    Channel.CHAT: "Chat webhook",
    Channel.APPRISE: "Another service (Apprise address)",
}
_OUTCOMES = (("sent", "sent"), ("failed", "failed"), ("held", "held back"))
LOG = ListPage(
    word="message",
    view="web:notifications",
    folder="platform/settings/notifications",
    wanted=LogFilter,
    read=list_log,
    filters=(Choice("outcome", "Outcome", "Any outcome", _OUTCOMES),),
    scoped=(),
    columns={name: name for name in ("at", "outcome", "target", "notices", "reason")},
    frame=show_settings,
)
OWN_LOG = replace(LOG, view="web:own_notifications", given=lambda request: {"person": request.user.get_username()})
_SHOWN = 50
"""Targets per page."""
_HINT_OF = '<span class="of-{}">{}</span> '
_ADDRESS_HINT = format_html_join(
    "",
    _HINT_OF,
    (
        (Channel.MAIL, "Such as team@example.com. Its holder is mailed a link, and told nothing before opening it."),
        (Channel.CHAT, "The URL of a webhook that takes a text: Slack, Mattermost, Google Chat."),
        (
            Channel.APPRISE,
            "As Apprise writes it: tgram://TOKEN/CHAT, pagerduty://KEY@API_KEY, or the URL of a Teams workflow.",
        ),
    ),
)
"""The stylesheet shows the hint of the selected channel."""
_NAMED = 1000
"""Most people in the select."""


class ChangeForm(ActionForm):
    """Notices and hours of a target."""

    person = choice_field("Whose it is")
    pipeline = choice_field("Of which pipeline")
    notices = SeveralField("Send a message when", LABELS.items(), initial=list(Notice))
    quiet_from = text_field("Quiet from", type="time")
    quiet_until = text_field("Quiet until", "What still holds then is sent then.", type="time")
    digest_at = text_field("Or one message a day, at", type="time")
    zone = text_field("Time zone of these times", "UTC when left empty.", placeholder="Europe/Berlin", maxlength=64)

    def __init__(self, data: Any = None, *, own: bool = False, **more: Any) -> None:
        super().__init__(data, **more)
        pipelines = _with(pipeline_names(), self.initial.get("pipeline", ""))
        self.fields["pipeline"].widget.choices = [("", "All pipelines"), *((name, name) for name in pipelines)]
        if own:
            del self.fields["person"]
            self.fields["notices"] = SeveralField(
                "Send a message when", OWN_LABELS.items(), initial=[Notice.MENTIONED, Notice.ASSIGNED]
            )
            return
        active = User.objects.filter(is_active=True).order_by("username").values_list("username", flat=True)
        people = _with(active[:_NAMED], self.initial.get("person", ""))
        self.fields["person"].widget.choices = [("", "Several people's"), *((name, name) for name in people)]


class TargetForm(ChangeForm):
    channel = choice_field("Channel", choices=CHANNELS.items())
    address = text_field("Address", _ADDRESS_HINT, maxlength=2000)
    field_order = ("channel", "address")

    def __init__(self, data: Any = None, **more: Any) -> None:
        super().__init__(data, **more)
        has_mail, channel = bool(settings.EMAIL_HOST), self.fields["channel"]
        channel.initial = Channel.MAIL if has_mail else Channel.CHAT
        missing = "" if has_mail else "Mail needs COUNTERSIGN_SMTP_URL in the environment."
        channel.help_text = format_html(_HINT_OF, Channel.MAIL, missing)


@dataclass(frozen=True, slots=True)
class TargetsPage:
    """`person` is empty on the page of all targets. Actions raise NotFound for a target that is not on this page."""

    request: HttpRequest
    person: str = ""

    @property
    def addresses(self) -> dict[str, str]:
        """URL names of the page and its actions."""
        one = "own_notification" if self.person else "notification"
        return {"list": f"web:{one}s", **{act: f"web:{act}_{one}" for act in ("change", "test", "remove")}}

    def add(self) -> HttpResponseBase:
        """GET shows the page. Links in messages use the host at which the page was opened."""
        form = TargetForm(self._sent, own=bool(self.person))
        site = self.request.build_absolute_uri("/").rstrip("/")
        target = form.attempt(add_target, site=site, **self._own, **acting(self.request))
        if target is None:
            return self._show(form)
        if target.confirmed_at:
            return self.back("Added. Press Test to see that it arrives.", taken=self._draft_of(None))
        refused, words = bool(target.last_error), f"Added. Open the link in the mail to {target}."
        return self.back(target.last_error or words, refused=refused, taken=self._draft_of(None))

    def change(self, pk: UUID) -> HttpResponseBase:
        """The page with the form filled with the target's settings."""
        target = find_target(self._targets, pk)
        form = ChangeForm(self._sent, own=bool(self.person), initial=_settings_of(target))
        reach = {"target_id": pk, "targets": self._targets}
        if form.attempt(change_target, **reach, **self._own, **acting(self.request)) is None:
            return self._show(form, changed=target)
        return self.back("Saved.", taken=self._draft_of(target))

    def test(self, pk: UUID) -> HttpResponse:
        error = send_test(target_id=pk, targets=self._targets, **acting(self.request))
        return self.back(error or "It was taken.", refused=bool(error))

    def remove(self, pk: UUID) -> HttpResponse:
        remove_target(target_id=pk, targets=self._targets, **acting(self.request))
        return self.back("Removed.")

    @property
    def _targets(self) -> Any:
        return targets_of_person(self.person) if self.person else all_targets()

    @property
    def _sent(self) -> Any:
        return self.request.POST if self.request.method == "POST" else None

    @property
    def _own(self) -> dict[str, str]:
        return {"person": self.person} if self.person else {}

    def _draft_of(self, changed: NotificationTarget | None) -> str:
        """Key of the browser's draft of the form; None is that of a new target."""
        return f"{'own-' if self.person else ''}target:{changed.pk if changed else 'new'}"

    def back(self, message: str, *, refused: bool = False, taken: str = "") -> HttpResponse:
        return back_to(self.request, self.addresses["list"], message, refused=refused, taken=taken)

    def _show(self, form: ChangeForm, *, changed: NotificationTarget | None = None) -> HttpResponseBase:
        labels, log = (OWN_LABELS, OWN_LOG) if self.person else (LABELS, LOG)
        targets, cursor = self._targets, self.request.GET.get("targets", "")
        page = page_at(cursor, lambda read: list_targets(targets, cursor=read, limit=_SHOWN))
        also = {
            "own": bool(self.person),
            "addresses": self.addresses,
            "targets": [_row(target, labels) for target in page.rows],
            "more_targets": page.next,
            "form": form,
            "changed": changed,
            "draft_key": self._draft_of(changed),
        }
        return log.respond(self.request, status=form.status, **also)


def _with(names: Iterable[str], chosen: str) -> list[str]:
    """Includes `chosen`, such as a deactivated person: browsers submit the first option if none is selected."""
    listed = list(names)
    return listed if not chosen or chosen in listed else [*listed, chosen]


def _settings_of(target: NotificationTarget) -> dict[str, Any]:
    pipeline = target.pipeline.name if target.pipeline else ""
    named = {"person": target.person, "pipeline": pipeline, "notices": target.notices, "zone": target.zone}
    return {**named, **times_of(target)}


def _row(target: NotificationTarget, labels: Mapping[Notice, str]) -> tuple[NotificationTarget, str, list[str]]:
    return target, CHANNELS[Channel(target.channel)], [labels[Notice(notice)] for notice in target.notices]
