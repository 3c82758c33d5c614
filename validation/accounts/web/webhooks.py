"""Webhooks: targets, a test call, the delivery log, and sending again what failed."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID, uuid4

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.views.decorators.debug import sensitive_variables

from validation.accounts.queries.people import COUNTED, DeliveryFilter, list_deliveries
from validation.accounts.queries.people import webhooks as list_webhooks
from validation.domain.codes.problems import ProblemCode
from validation.domain.event import EventType
from validation.models import Pipeline, Webhook
from validation.platform.events import deliveries, targets
from validation.platform.events.events import encode
from validation.platform.events.send import send
from validation.platform.events.targets import check_target
from validation.platform.pages.access import admin_action, admin_form
from validation.platform.pages.forms import ActionForm, PipelineField, SeveralField, text_field
from validation.platform.pages.list_page import Chip, Choice, ListPage
from validation.platform.pages.page import acting
from validation.platform.pages.parameters import read_uuid
from validation.platform.pages.settings_page import show_settings, shows_message
from validation.platform.pages.shown_once import redirect_to_secret
from validation.platform.tasks import enqueue_deliveries


def _url_of(webhook: str) -> str:
    pk = read_uuid(webhook)
    found = Webhook.objects.filter(pk=pk).first() if pk else None
    return found.url if found else "no webhook"


_STATES = (("delivered", "delivered"), ("pending", "on its way"), ("dead", "given up"))
DELIVERIES = ListPage(
    word="delivery",
    plural="deliveries",
    view="web:webhooks",
    folder="platform/settings/webhooks",
    wanted=DeliveryFilter,
    read=list_deliveries,
    filters=(
        Choice("state", "State", "Any state", _STATES),
        Chip("webhook", "to {}", shown=_url_of),
    ),
    scoped=(),
    frame=show_settings,
)


def _explained(kind: EventType) -> SafeString:
    return format_html('{} <span class="block small soft">{}</span>', kind, kind.meaning)


class WebhookForm(ActionForm):
    url = text_field("Address", maxlength=2000, placeholder="https://example.com/hook", type="url")
    pipeline = PipelineField(help_text="A pipeline comes with its first API key.")
    types = SeveralField("Events", [(kind, _explained(kind)) for kind in EventType])


@admin_form
@sensitive_variables("secret")
def webhooks(request: HttpRequest) -> HttpResponseBase:
    """POST adds a target; the page that it leads to shows its signing secret, once. The log below is of all webhooks,
    or of one."""
    form = WebhookForm.of(request)
    hook = form.attempt(_add, **acting(request))
    if hook is None:
        also = {"hooks": list_webhooks(), "most_counted": COUNTED}
        return DELIVERIES.respond(request, status=form.status, form=form, **also)
    if targets.overlapping_webhooks(hook):
        messages.warning(
            request, "Another webhook calls this address: what both ask for arrives twice until one is removed."
        )
    return redirect_to_secret(request, "web:webhooks", secret=hook.secret, taken="new-webhook")


def _add(*, url: str, pipeline: Pipeline, types: list[str], by: str, now: datetime) -> Webhook:
    check_target(url, field="url")
    return targets.add_webhook(pipeline=pipeline, url=url, types=types, by=by, now=now)


@admin_action
@shows_message("web:webhooks")
def remove_webhook(request: HttpRequest, pk: UUID) -> str:
    targets.remove_webhook(webhook=_active(pk), **acting(request))
    return "Removed. Its log stays."


@admin_action
@shows_message("web:webhooks")
def test_webhook(request: HttpRequest, pk: UUID) -> str:
    """One signed call with an event of type `test`, made now, so that one sees what the target answers."""
    hook, now = _active(pk), timezone.now()
    event = {"id": None, "type": "test", "at": now, "data": {"by": request.user.get_username()}}
    outcome = send(url=hook.url, secret=hook.secret, message_id=f"test_{uuid4()}", body=encode(event).encode(), now=now)
    if not outcome.delivered:
        raise ProblemCode.TARGET_REFUSED.error("test", url=hook.url, error=outcome.error.rstrip("."))
    return f"{hook.url} answered {outcome.status}."


@admin_action
@shows_message("web:webhooks")
def resend_delivery(request: HttpRequest, pk: UUID) -> str:
    deliveries.resend(delivery_id=pk, **acting(request))
    transaction.on_commit(enqueue_deliveries)
    return "On its way again."


@admin_action
@shows_message("web:webhooks")
def resend_given_up(request: HttpRequest) -> str:
    """All that was given up, or what was given up of one webhook."""
    webhook = read_uuid(request.POST.get("webhook", ""))
    count = deliveries.resend_given_up(webhook=webhook, **acting(request))
    transaction.on_commit(enqueue_deliveries)
    return f"{count} on their way again." if count else "Nothing is given up."


def _active(pk: UUID) -> Webhook:
    return ProblemCode.WEBHOOK_UNKNOWN.unless(Webhook.objects.filter(pk=pk, active=True).first(), "page")
