"""Deliveries are verified as the product signs them."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from countersign_client import WebhookInvalid, verify_webhook
from standardwebhooks import Webhook

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
NOW = datetime(2026, 1, 31, 9, 30, tzinfo=UTC)
BODY = json.dumps({"id": 7, "type": "attempt.decided", "at": NOW.isoformat(), "data": {"é": 1}}).encode()


def headers(secret: str = SECRET, body: bytes = BODY) -> dict[str, str]:
    return {
        "Webhook-Id": "msg_1",
        "Webhook-Timestamp": str(int(NOW.timestamp())),
        "Webhook-Signature": "v1,AAAA " + Webhook(secret).sign("msg_1", NOW, body.decode()),
    }


def test_a_delivery_becomes_its_event() -> None:
    assert verify_webhook(BODY, headers(), SECRET, now=NOW.timestamp()).data == {"é": 1}


@pytest.mark.parametrize(
    ("body", "given", "secret", "later"),
    [
        (BODY + b" ", headers(), SECRET, 0),
        (BODY, headers("whsec_" + "A" * 32), SECRET, 0),
        (BODY, headers(), SECRET, 301),
        (BODY, headers(), SECRET, -301),
        (BODY, {}, SECRET, 0),
        (BODY, headers() | {"Webhook-Timestamp": "x"}, SECRET, 0),
        (BODY, headers() | {"Webhook-Timestamp": "9" * 400}, SECRET, 0),
        (BODY, headers() | {"Webhook-Signature": "ä"}, SECRET, 0),
        (BODY, headers(), "whsec_not base64", 0),
        (b"{}", headers(body=b"{}"), SECRET, 0),
    ],
)
def test_anything_else_is_invalid(body: bytes, given: dict[str, str], secret: str, later: float) -> None:
    with pytest.raises(WebhookInvalid):
        verify_webhook(body, given, secret, now=NOW.timestamp() + later)
