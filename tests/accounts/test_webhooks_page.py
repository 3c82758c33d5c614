"""Webhooks as admins see them: added, tested, removed, and what they were sent."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import conditional_escape

from tests.desk.people import client_of, text_after, text_of
from tests.factories import a_hook
from tests.verdicts import a_pipeline, decided_as
from validation.accounts.queries.people import DeliveryFilter, list_deliveries
from validation.domain.event import EventType
from validation.models import Delivery, Event, Webhook
from validation.platform.events.targets import add_webhook
from validation.platform.permissions import Role

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def test_a_webhook_is_added_and_its_secret_shown_once(admin: Client) -> None:
    a_pipeline()
    sent = {"url": "https://example.com/hook", "pipeline": "shop", "types": ["attempt.decided"]}
    page = text_after(admin, "/settings/webhooks/", sent)
    hook = Webhook.objects.get()
    assert hook.secret in page
    assert hook.secret not in text_of(admin, "/settings/webhooks/")


@pytest.mark.parametrize(
    ("url", "told"),
    [("http://127.0.0.1/hook", "private address"), ("ftp://example.com", "starts with https"), ("", "Give a url")],
)
def test_a_target_that_must_not_be_called_is_refused(admin: Client, url: str, told: str) -> None:
    a_pipeline()
    response = admin.post("/settings/webhooks/", {"url": url, "pipeline": "shop"})
    assert response.status_code == 422
    assert told in response.content.decode()


def test_a_test_call_tells_what_came_of_it(admin: Client) -> None:
    hook = a_hook("http://hook.invalid/")
    page = admin.post(f"/settings/webhooks/{hook.pk}/test/", follow=True).content.decode()
    told = "http://hook.invalid/ did not take the test: No such host: hook.invalid. Check the address."
    assert told in page
    assert f"{told}." not in page


def test_the_log_lists_what_was_sent_and_sends_it_again(admin: Client) -> None:
    a_hook()
    decided_as("APPROVE")
    Delivery.objects.update(state="dead", tries=9, last_error="answered 500")
    assert "answered 500" in text_of(admin, "/settings/webhooks/?state=dead")
    assert "answered 500" not in text_of(admin, "/settings/webhooks/?state=delivered")
    admin.post(f"/settings/deliveries/{Delivery.objects.get().pk}/resend/")
    assert Delivery.objects.get().state == "pending"


def test_all_that_was_given_up_is_sent_again_at_once(admin: Client) -> None:
    a_hook()
    decided_as("APPROVE", turn_id="turn_1"), decided_as("APPROVE", turn_id="turn_2")
    Delivery.objects.update(state="dead", tries=9, last_error="answered 500")
    assert "Send all again" in text_of(admin, "/settings/webhooks/?state=dead")
    assert "2 on their way again." in text_after(admin, "/settings/deliveries/resend/", {})
    assert set(Delivery.objects.values_list("state", "tries")) == {("pending", 0)}


def test_what_a_removed_webhook_did_not_take_stays_given_up(admin: Client) -> None:
    hook = a_hook()
    decided_as("APPROVE")
    Delivery.objects.update(state="dead", tries=9)
    admin.post(f"/settings/webhooks/{hook.pk}/remove/")
    assert "Nothing is given up." in text_after(admin, "/settings/deliveries/resend/", {})
    assert Delivery.objects.get().state == "dead"


def test_one_webhook_is_sent_its_own_again(admin: Client) -> None:
    first, second = a_hook(), a_hook("https://pipeline.example/other")
    decided_as("APPROVE")
    Delivery.objects.update(state="dead", tries=9)
    admin.post("/settings/deliveries/resend/", {"webhook": str(first.pk)})
    assert Delivery.objects.get(webhook=first).state == "pending"
    assert Delivery.objects.get(webhook=second).state == "dead"


@pytest.mark.parametrize(("role", "is_told"), [(Role.ADMIN, True), (Role.REVIEWER, False)])
def test_the_overview_tells_admins_of_deliveries_that_were_given_up(role: Role, is_told: bool) -> None:
    a_hook()
    decided_as("APPROVE")
    Delivery.objects.update(state="dead")
    assert ("1 delivery was given up" in text_of(client_of(role), "/")) is is_told


def test_a_delivery_that_failed_and_is_tried_again_says_so(admin: Client) -> None:
    a_hook()
    decided_as("APPROVE")
    assert "retrying" not in text_of(admin, "/settings/webhooks/")
    Delivery.objects.update(tries=1, last_error="answered 500")
    assert "retrying" in text_of(admin, "/settings/webhooks/")


def test_very_many_deliveries_are_not_counted_to_the_end(admin: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    a_hook()
    decided_as("APPROVE")
    assert "1 on their way" in text_of(admin, "/settings/webhooks/")
    for module in ("queries.people", "web.webhooks"):
        monkeypatch.setattr(f"validation.accounts.{module}.COUNTED", 1)
    decided_as("APPROVE", turn_id="turn_2")
    assert "1+ on their way" in text_of(admin, "/settings/webhooks/")


def test_the_log_pages_through_every_call_of_an_event() -> None:
    event = Event.objects.create(type="policy.published", at=NOW, subject_kind="policy", subject_id="1")
    Delivery.objects.bulk_create(Delivery(event=event, url=f"https://{n}.example/", next_at=NOW) for n in range(51))
    first = list_deliveries(DeliveryFilter())
    second = list_deliveries(DeliveryFilter(), cursor=first.next or "")
    assert (len({row.pk for row in (*first.rows, *second.rows)}), second.next) == (51, None)


@pytest.mark.parametrize(
    ("types", "pipeline", "path", "warned"),
    [
        ([], "shop", "in", True),
        (["attempt.halted"], "shop", "in", True),
        (["attempt.decided"], "shop", "in", False),
        ([], "shop", "out", False),
        ([], "other", "in", False),
    ],
)
def test_a_second_webhook_to_the_same_place_says_that_events_arrive_twice(
    admin: Client, types: list[str], pipeline: str, path: str, warned: bool
) -> None:
    add_webhook(pipeline=a_pipeline(), url="https://hook.example/in", types=["attempt.halted"], by="test", now=NOW)
    a_pipeline("other")
    sent = {"url": f"https://hook.example/{path}", "pipeline": pipeline, "types": types}
    page = text_after(admin, "/settings/webhooks/", sent)
    assert ("arrives twice" in page, Webhook.objects.count()) == (warned, 2)


def test_a_page_speaks_of_no_key_when_a_webhook_is_gone(admin: Client) -> None:
    page = admin.post(f"/settings/webhooks/{uuid4()}/remove/", follow=True).content.decode()
    assert ("There is no such webhook. Load the page again." in page, "GET /webhooks" in page) == (True, False)


def test_the_form_of_a_webhook_explains_each_event(admin: Client) -> None:
    form = text_of(admin, "/settings/webhooks/")
    assert all(kind in form and conditional_escape(kind.meaning) in form for kind in EventType)


def test_a_removed_webhook_is_gone_and_its_log_stays(admin: Client) -> None:
    hook = a_hook()
    decided_as("APPROVE")
    admin.post(f"/settings/webhooks/{hook.pk}/remove/")
    page = text_of(admin, "/settings/webhooks/")
    assert "No webhooks" in page
    assert "attempt.decided" in page
    assert "Send again" not in page
