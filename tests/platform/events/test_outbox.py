"""Events and deliveries: nothing is skipped, everything is signed, what fails is tried again and then put aside."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from django.utils import timezone
from standardwebhooks import Webhook as Verifier

from tests.verdicts import a_pipeline, an_attempt, decided_as, halted_by
from validation.domain.errors import Conflict
from validation.models import Delivery, Event, Webhook
from validation.platform.events.deliveries import PAUSES, claim_delivery, record_failed, resend
from validation.platform.events.events import feed, number_events
from validation.platform.events.targets import add_webhook, remove_webhook
from validation.platform.tasks import deliver_due
from validation.policies.actions.policies import publish

pytestmark = pytest.mark.django_db


class Receiver:
    """A listener on this machine that keeps what it is sent and answers with the next status in line."""

    def __init__(self) -> None:
        self.received: list[tuple[dict[str, str], bytes]] = []
        self.statuses: list[int] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                outer.received.append(({name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(outer.statuses.pop(0) if outer.statuses else 204)
                self.send_header("location", "http://127.0.0.1:9/elsewhere")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Quiet."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    settings.COUNTERSIGN_WEBHOOK_ALLOW = ("127.0.0.1",)
    running = Receiver()
    yield running
    running.server.shutdown()
    running.server.server_close()


def test_a_callback_receives_the_decision_of_its_attempt(receiver: Receiver) -> None:
    decided_as("REVISE", callback_url=receiver.url)
    deliver_due()
    event = json.loads(receiver.received[0][1])
    assert (event["type"], event["data"]["route"]) == ("attempt.decided", "REVISE")


def test_a_delivery_is_signed_so_that_the_standard_library_of_the_scheme_accepts_it(receiver: Receiver) -> None:
    decided_as("REVISE", callback_url=receiver.url)
    deliver_due()
    headers, body = receiver.received[0]
    assert Verifier(a_pipeline().callback_secret).verify(body, headers)


def test_a_signature_is_the_hmac_of_id_time_and_body(receiver: Receiver) -> None:
    decided_as("REVISE", callback_url=receiver.url)
    deliver_due()
    headers, body = receiver.received[0]
    key = base64.b64decode(a_pipeline().callback_secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{expected}"


def test_a_webhook_hears_only_of_what_it_asked_for(receiver: Receiver) -> None:
    add_webhook(pipeline=a_pipeline(), url=receiver.url, types=["attempt.halted"], by="test", now=timezone.now())
    decided_as("APPROVE", turn_id="a")
    halted_by("judge_refused", turn_id="b")
    deliver_due()
    assert [json.loads(body)["type"] for _, body in receiver.received] == ["attempt.halted"]


@pytest.mark.parametrize(("types", "is_webhooks"), [([], True), (["attempt.halted"], False)])
def test_a_callback_to_the_address_of_a_webhook_arrives_once(
    receiver: Receiver, types: list[str], is_webhooks: bool
) -> None:
    hook = add_webhook(pipeline=a_pipeline(), url=receiver.url, types=types, by="test", now=timezone.now())
    decided_as("REVISE", callback_url=receiver.url)
    deliver_due()
    ((headers, body),) = receiver.received
    assert Verifier(hook.secret if is_webhooks else a_pipeline().callback_secret).verify(body, headers)


def test_a_refused_delivery_is_tried_again_later(receiver: Receiver) -> None:
    receiver.statuses = [500]
    decided_as("REVISE", callback_url=receiver.url)
    deliver_due()
    row = Delivery.objects.get()
    assert (row.state, row.tries, row.last_status, row.next_at > timezone.now()) == ("pending", 1, 500, True)


def test_a_redirect_is_not_followed(receiver: Receiver) -> None:
    receiver.statuses = [302]
    decided_as("REVISE", callback_url=receiver.url)
    deliver_due()
    assert Delivery.objects.get().last_status == 302


def test_a_target_that_is_gone_is_not_tried_again(receiver: Receiver) -> None:
    receiver.statuses = [410]
    decided_as("REVISE", callback_url=receiver.url)
    deliver_due()
    assert Delivery.objects.get().state == "dead"


def test_a_private_address_is_not_called() -> None:
    decided_as("REVISE", callback_url="http://127.0.0.1:9/hook")
    deliver_due()
    row = Delivery.objects.get()
    assert (row.state, "private" in row.last_error) == ("dead", True)


def claimed_delivery(*, at: datetime | None = None) -> Delivery:
    number_events()
    delivery = claim_delivery(now=at or timezone.now() + timedelta(seconds=1))
    assert delivery is not None
    return delivery


def test_a_delivery_is_put_aside_after_the_last_try() -> None:
    decided_as("REVISE", callback_url="https://pipeline.example/hook")
    now = timezone.now()
    for _ in range(len(PAUSES) + 1):
        now += timedelta(days=1)
        record_failed(delivery=claimed_delivery(at=now), status=500, error="", permanent=False, now=now)
    assert Delivery.objects.get().state == "dead"


def test_a_dead_delivery_can_be_sent_again() -> None:
    decided_as("REVISE", callback_url="https://pipeline.example/hook")
    delivery = claimed_delivery()
    record_failed(delivery=delivery, status=410, error="gone", permanent=True, now=timezone.now())
    assert resend(delivery_id=delivery.pk, by="test", now=timezone.now()).state == "pending"


def test_a_removed_webhook_is_not_called_any_more(receiver: Receiver) -> None:
    hook = add_webhook(pipeline=a_pipeline(), url=receiver.url, types=[], by="test", now=timezone.now())
    decided_as("REVISE")
    remove_webhook(webhook=hook, by="test", now=timezone.now())
    deliver_due()
    assert receiver.received == []


def test_a_removed_webhook_is_not_sent_anything_again() -> None:
    hook = add_webhook(pipeline=a_pipeline(), url="https://pipeline.example/", types=[], by="test", now=timezone.now())
    decided_as("REVISE")
    remove_webhook(webhook=hook, by="test", now=timezone.now())
    with pytest.raises(Conflict, match="was removed"):
        resend(delivery_id=Delivery.objects.get().pk, by="test", now=timezone.now())


def test_a_delivery_that_breaks_in_our_own_hands_stops_no_other_and_is_tried_later(receiver: Receiver) -> None:
    broken = add_webhook(pipeline=a_pipeline(), url=f"{receiver.url}/1", types=[], by="test", now=timezone.now())
    Webhook.objects.filter(pk=broken.pk).update(secret="whsec_a")
    add_webhook(pipeline=a_pipeline(), url=f"{receiver.url}/2", types=[], by="test", now=timezone.now())
    decided_as("REVISE")
    Delivery.objects.filter(webhook=broken).update(next_at=timezone.now() - timedelta(hours=1))
    deliver_due()
    assert dict(Delivery.objects.values_list("state", "tries")) == {"delivered": 1, "pending": 1}


def test_what_waits_behind_a_slow_target_is_left_to_whoever_has_time() -> None:
    for index in range(2):
        decided_as("REVISE", turn_id=f"turn_{index}", callback_url="https://pipeline.example/hook")
    number_events()
    now = timezone.now() + timedelta(seconds=1)
    first, second = claimed_delivery(at=now), claimed_delivery(at=now)
    assert {first.pk, second.pk} == set(Delivery.objects.values_list("pk", flat=True))
    assert claim_delivery(now=now) is None


def test_a_published_policy_is_sent_to_the_webhooks_of_every_pipeline(receiver: Receiver) -> None:
    for name in ("shop", "other"):
        add_webhook(
            pipeline=a_pipeline(name), url=receiver.url, types=["policy.published"], by="test", now=timezone.now()
        )
    publish(document={"response": {"approve": 0.9}}, reason="stricter", by="anna", now=timezone.now())
    deliver_due()
    told = [(json.loads(body)["type"], json.loads(body)["data"]["number"]) for _, body in receiver.received]
    assert told == [("policy.published", 2)] * 2


def test_two_webhooks_of_one_address_are_both_called(receiver: Receiver) -> None:
    for types in ([], ["attempt.decided"]):
        add_webhook(pipeline=a_pipeline(), url=receiver.url, types=types, by="test", now=timezone.now())
    decided_as("REVISE", callback_url=receiver.url)
    deliver_due()
    assert len(receiver.received) == 2


def test_events_are_numbered_without_a_gap() -> None:
    for index in range(3):
        decided_as("APPROVE", turn_id=f"turn_{index}")
    number_events()
    assert list(Event.objects.order_by("position").values_list("position", flat=True)) == [1, 2, 3]


def test_the_feed_gives_what_came_after_a_position() -> None:
    for index in range(3):
        decided_as("APPROVE", turn_id=f"turn_{index}")
    number_events()
    items = feed(pipeline=a_pipeline(), after=1, limit=10)
    assert [(item["id"], item["data"]["turn_id"]) for item in items] == [(2, "turn_1"), (3, "turn_2")]


def test_the_feed_of_one_pipeline_holds_nothing_of_another() -> None:
    decided_as("APPROVE")
    number_events()
    assert feed(pipeline=a_pipeline("other"), after=0, limit=10) == []


def test_an_unjudged_attempt_makes_no_event() -> None:
    an_attempt()
    assert not Event.objects.exists()
