"""Webhooks: targets, a test call, the delivery log, and sending again what failed."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from validation.accounts.queries.people import COUNTED, deliveries, pipelines
from validation.accounts.queries.people import webhooks as list_webhooks
from validation.domain.errors import DomainError
from validation.domain.event import EventType
from validation.models import Pipeline, Webhook
from validation.models.outbox import DeliveryState
from validation.platform.events import deliveries as act_on
from validation.platform.events import webhooks as act
from validation.platform.events.resource import encode
from validation.platform.events.send import send
from validation.platform.events.targets import check_target
from validation.platform.pages.access import admin_action, admin_form
from validation.platform.pages.lists import choice_of, typed_of, uuid_of
from validation.platform.pages.settings_page import back_to, show_settings
from validation.platform.tasks import enqueue_deliveries


@admin_form
@sensitive_variables("secret")
def webhooks(request: HttpRequest) -> HttpResponse:
    """POST adds a target and shows its signing secret, once. `state`, `webhook` and `after` narrow the log."""
    if request.method != "POST":
        return _page(request)
    typed = {name: typed_of(request, name).strip() for name in ("url", "pipeline")}
    types = request.POST.getlist("types")
    pipeline = Pipeline.objects.filter(name=typed["pipeline"]).first()
    try:
        check_target(typed["url"], field="url")
        if pipeline is None:
            return _page(request, {**typed, "chosen": types, "errors": {"pipeline": "Choose a pipeline."}}, status=422)
        hook = act.add_webhook(
            pipeline=pipeline, url=typed["url"], types=types, by=request.user.get_username(), now=timezone.now()
        )
    except DomainError as error:
        errors = {told.field: told.message for told in error.fields}
        return _page(request, {**typed, "chosen": types, "errors": errors}, status=422)
    return _page(request, {"secret": hook.secret, "made": hook.url})


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


def _page(request: HttpRequest, more: dict[str, Any] | None = None, *, status: int = 200) -> HttpResponse:
    state = choice_of(request, "state", DeliveryState.values)
    rows, following = deliveries(state=state, webhook=uuid_of(request, "webhook"), after=uuid_of(request, "after"))
    context = {
        "hooks": list_webhooks(),
        "most_counted": COUNTED,
        "pipelines": pipelines(),
        "types": [kind.value for kind in EventType],
        "states": DeliveryState.values,
        "state": state,
        "deliveries": rows,
        "following": following,
        **(more or {}),
    }
    return show_settings(request, "platform/settings/webhooks.html", context, status=status)
