"""Verifies webhook deliveries (Standard Webhooks)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import time
from collections.abc import Mapping

from pydantic import ValidationError

from countersign_client.errors import WebhookInvalid
from countersign_client.models import Event


def verify_webhook(
    body: bytes, headers: Mapping[str, str], secret: str, *, tolerance_s: float = 300.0, now: float | None = None
) -> Event:
    """The event in `body`, the bytes as received. `secret` is the webhook's or the pipeline's callback secret
    (`whsec_...`). Deliveries can repeat: ignore an event whose `id` you have processed.

    Raises WebhookInvalid."""
    given = {name.lower(): value for name, value in headers.items()}
    try:
        identity, moment, signatures = (given[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
        sent = int(moment)
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except KeyError as error:
        raise WebhookInvalid(f"The header {error} is missing.") from None
    except (ValueError, binascii.Error):
        raise WebhookInvalid("The timestamp is no number, or the secret is not base64.") from None
    moment_now = time.time() if now is None else now
    if not moment_now - tolerance_s <= sent <= moment_now + tolerance_s:
        raise WebhookInvalid("The delivery is too old or from the future. Check the clocks.")
    signed = f"{identity}.{moment}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    if not any(hmac.compare_digest(expected.encode(), one.encode()) for one in signatures.split()):
        raise WebhookInvalid("The signature does not fit. Use the secret of this webhook or pipeline.")
    try:
        return Event.model_validate_json(body)
    except ValidationError as error:
        raise WebhookInvalid("The body is no event.") from error
