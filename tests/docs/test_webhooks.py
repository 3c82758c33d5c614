"""The function of the page on webhooks that verifies a delivery, as it stands there."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from standardwebhooks import Webhook

PAGE = Path(__file__).resolve().parents[2] / "docs" / "webhooks.md"
SECRET, OTHER = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_" + "A" * 32
BODY = b'{"id": 7}'


@pytest.fixture
def verify() -> Callable[..., bool]:
    (printed,) = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {}
    exec(printed, names)
    found: Callable[..., bool] = names["verify"]
    return found


def headers(secret: str = SECRET, age: timedelta = timedelta()) -> dict[str, str]:
    sent = datetime.now(UTC) - age
    signature = Webhook(secret).sign("event_7", sent, BODY.decode())
    return {
        "webhook-id": "event_7",
        "webhook-timestamp": str(int(sent.timestamp())),
        "webhook-signature": f"v1,AAAA {signature}",
    }


def test_a_delivery_is_known_by_its_signature(verify: Callable[..., bool]) -> None:
    assert verify(SECRET, headers(), BODY)


@pytest.mark.parametrize(
    ("changed", "body"),
    [
        ({}, BODY + b" "),
        (headers(OTHER), BODY),
        (headers(age=timedelta(minutes=6)), BODY),
        ({"webhook-timestamp": "soon"}, BODY),
        ({"webhook-timestamp": "9" * 5000}, BODY),
        ({"webhook-signature": "v1,\u00e4"}, BODY),
        ({"webhook-signature": ""}, BODY),
    ],
    ids=["body", "secret", "age", "no time", "digits", "no ASCII", "no signature"],
)
def test_whatever_else_comes_is_not_taken_and_breaks_nothing(
    verify: Callable[..., bool], changed: dict[str, str], body: bytes
) -> None:
    assert not verify(SECRET, headers() | changed, body)


def test_a_request_without_the_headers_is_not_taken(verify: Callable[..., bool]) -> None:
    assert not verify(SECRET, {}, BODY)
