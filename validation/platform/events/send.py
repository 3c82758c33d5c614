"""One signed try to deliver one event (Standard Webhooks: id, timestamp, HMAC-SHA256)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit, urlunsplit

import httpx
from standardwebhooks import Webhook

from validation.platform.events.deadline import status_of
from validation.platform.events.targets import TargetRefused, resolve

TIMEOUT = httpx.Timeout(10.0, connect=5.0)
WITHIN_S = 15.0
"""For the whole exchange; `TIMEOUT` is for each step of it."""
GONE = (410,)


@dataclass(frozen=True, slots=True)
class Outcome:
    """`status` is None when no answer came. `permanent` failures make no sense to repeat."""

    delivered: bool
    status: int | None
    error: str
    permanent: bool


def send(*, url: str, secret: str, message_id: str, body: bytes, now: datetime) -> Outcome:
    """Posts the body once, without following redirects, to the address that was checked."""
    headers = {
        "content-type": "application/json",
        "user-agent": "countersign",
        "webhook-id": message_id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(secret).sign(msg_id=message_id, timestamp=now, data=body.decode()),
    }
    return post(url, headers, body)


def post(url: str, headers: dict[str, str], body: bytes) -> Outcome:
    """The same unsigned: an address that must not be called is refused, and so is being kept waiting."""
    try:
        address, host = resolve(url)
        request = _pinned(url, address, host, headers, body)
        status = status_of(request, timeout=TIMEOUT, within_s=WITHIN_S)
    except TargetRefused as refusal:
        return Outcome(False, None, str(refusal), permanent=True)
    except httpx.InvalidURL as error:
        return Outcome(False, None, f"This url cannot be called: {error}", permanent=True)
    except (OSError, httpx.HTTPError) as error:
        return Outcome(False, None, f"{type(error).__name__}: {error}", permanent=False)
    if httpx.codes.is_success(status):
        return Outcome(True, status, "", permanent=False)
    return Outcome(False, status, f"answered {status}", status in GONE)


def _pinned(url: str, address: str, host: str, headers: dict[str, str], body: bytes) -> httpx.Request:
    """Connects to the checked address, and names the host in the Host header and in TLS."""
    split = urlsplit(url)
    port = f":{split.port}" if split.port else ""
    bracketed = f"[{address}]" if ":" in address else address
    target = urlunsplit((split.scheme, bracketed + port, split.path or "/", split.query, ""))
    return httpx.Request(
        "POST", target, headers={**headers, "host": host + port}, content=body, extensions={"sni_hostname": host}
    )
