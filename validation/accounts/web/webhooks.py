"""Webhooks: targets, a test call, the delivery log, and sending again what failed."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID, uuid4

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from validation.accounts.queries.people import COUNTED, DeliveryFilter, list_deliveries
from validation.accounts.queries.people import webhooks as list_webhooks
from validation.domain.errors import DomainError
from validation.domain.event import EventType
from validation.models import Pipeline, Webhook
from validation.platform.events import deliveries as act_on
from validation.platform.events import webhooks as act
from validation.platform.events.resource import encode
from validation.platform.events.send import send
from validation.platform.events.targets import check_target
from validation.platform.pages.access import admin_action, admin_form
from validation.platform.pages.forms import ActionForm, PipelineField, SeveralField, text_field
from validation.platform.pages.list_filters import Chip, Choice
from validation.platform.pages.list_page import ListPage
from validation.platform.pages.lists import read_uuid
from validation.platform.pages.settings_page import back_to, show_settings
from validation.platform.pages.shown_once import lead_to_secret
from validation.platform.tasks import enqueue_deliveries


def _url_of(webhook: str) -> str:
    pk = read_uuid(webhook)
    found = Webhook.objects.filter(pk=pk).first() if pk else None
    return found.url if found else "no webhook"


_STATES = (("delivered", "delivered"), ("pending", "on its way"), ("dead", "given up"))
DELIVERIES = ListPage(
    word="delivery",
    words="deliveries",
    view="web:webhooks",
    folder="platform/settings/webhooks",
    page="platform/settings/webhooks/page.html",
    wanted=DeliveryFilter,
    read=list_deliveries,
    filters=(
        Choice("state", "State", "Any state", _STATES),
        Chip("webhook", "to {}", shown=_url_of),
    ),
    scoped=(),
)


class WebhookForm(ActionForm):
    url = text_field("Address", maxlength=2000, placeholder="https://example.com/hook", type="url")
    pipeline = PipelineField(help_text="A pipeline comes with its first API key.")
    types = SeveralField("Events", [(kind, kind) for kind in EventType])


@admin_form
@sensitive_variables("secret")
def webhooks(request: HttpRequest) -> HttpResponse:
    """POST adds a target; the page that it leads to shows its signing secret, once. The log below is of all webhooks,
    or of one."""
    form = WebhookForm.of(request)
    hook = form.attempt(_add, by=request.user.get_username(), now=timezone.now())
    return _page(request, form) if hook is None else lead_to_secret(request, "web:webhooks", secret=hook.secret)


def _add(*, url: str, pipeline: Pipeline, types: list[str], by: str, now: datetime) -> Webhook:
    check_target(url, field="url")
    return act.add_webhook(pipeline=pipeline, url=url, types=types, by=by, now=now)


@admin_action
def remove_webhook(request: HttpRequest, pk: UUID) -> HttpResponse:
    hook = Webhook.objects.filter(pk=pk, active=True).first()
    if hook is None:
        return back_to(request, "web:webhooks", "There is no such webhook.", refused=True)
    act.remove_webhook(webhook=hook, by=request.user.get_username(), now=timezone.now())
    return back_to(request, "web:webhooks", "Removed. Its log stays.")


@admin_action
def test_webhook(request: HttpRequest, pk: UUID) -> HttpResponse:
    """One signed call with an event of type `test`, made now, so that one sees what the target answers."""
    hook = Webhook.objects.filter(pk=pk, active=True).first()
    if hook is None:
        return back_to(request, "web:webhooks", "There is no such webhook.", refused=True)
    now = timezone.now()
    event = {"id": None, "type": "test", "at": now, "data": {"by": request.user.get_username()}}
    outcome = send(url=hook.url, secret=hook.secret, message_id=f"test_{uuid4()}", body=encode(event).encode(), now=now)
    if outcome.delivered:
        return back_to(request, "web:webhooks", f"The target answered {outcome.status}.")
    return back_to(request, "web:webhooks", f"The test did not arrive: {outcome.error}", refused=True)


@admin_action
def resend_delivery(request: HttpRequest, pk: UUID) -> HttpResponse:
    try:
        act_on.resend(delivery_id=pk, by=request.user.get_username(), now=timezone.now())
    except DomainError as error:
        return back_to(request, "web:webhooks", error.detail, refused=True)
    transaction.on_commit(enqueue_deliveries)
    return back_to(request, "web:webhooks", "On its way again.")


def _page(request: HttpRequest, form: WebhookForm | None = None) -> HttpResponse:
    form = form or WebhookForm()
    also = {"hooks": list_webhooks(), "most_counted": COUNTED, "form": form}
    context = DELIVERIES.context(request) | also
    return show_settings(request, DELIVERIES.template(request), context, status=form.status)
