"""Webhooks, and the check that an address may be called: a webhook must not give access to a private network (DESIGN,
section 11)."""

from __future__ import annotations

import ipaddress
import socket
import threading
from datetime import datetime
from queue import Empty, SimpleQueue
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction

from validation.domain.codes.problems import ProblemCode
from validation.domain.event import EventType
from validation.domain.operations.addresses import Address, is_public, read_address, refusal_of
from validation.models import Delivery, Pipeline, Webhook
from validation.models.outbox import DeliveryState
from validation.platform import audit
from validation.platform.keys import new_signing_secret

PORTS = {"http": 80, "https": 443}
WITHIN_S = 5.0
MOST_AT_ONCE = 32
"""Most concurrent DNS lookups of this process. Lookups that timed out count, because their thread still runs."""

_free = threading.BoundedSemaphore(MOST_AT_ONCE)


class TargetRefused(Exception):
    """The target must not be called; the message says why."""


def check_target(url: str, *, field: str) -> None:
    """Checks a submitted url: its form, and its address if that is an IP literal. Host names are resolved and checked
    when they are called. Raises InputRejected `target_refused`."""
    try:
        host, _ = _parts(url)
        if not _allowed_by_name(host):
            literal = read_address(host)
            if literal is not None:
                _check_public(literal, host)
    except TargetRefused as refusal:
        raise ProblemCode.TARGET_REFUSED.error(detail=str(refusal), field=field) from None


def resolve(url: str) -> tuple[str, str]:
    """The IP address to connect to and the host name, checked just before the call. The caller must connect to the
    address: the name might resolve differently by then. Raises TargetRefused, or OSError if unresolvable."""
    host, port = _parts(url)
    addresses = [ipaddress.ip_address(found) for found in addresses_of(host, port)]
    if not _allowed_by_name(host):
        for address in addresses:
            _check_public(address, host)
    return str(addresses[0]), host


def _parts(url: str) -> tuple[str, int]:
    """Host and port, the host as COUNTERSIGN_WEBHOOK_ALLOW has it. It is IDNA-encoded (`münchen.example` as
    `xn--mnchen-3ya.example`), also for the Host header; encoding rejects empty and over-long labels."""
    unusable = TargetRefused("This is no usable url. Give one like https://example.com/hook.")
    if not url.isprintable():
        raise unusable
    try:
        split = urlsplit(url)
        port = split.port
        host = (split.hostname or "").encode("idna").decode("ascii")
        if ":" in host:
            host = str(ipaddress.IPv6Address(host))
    except ValueError:
        raise unusable from None
    if any(character.isspace() for character in host):
        raise unusable
    if split.scheme not in PORTS or not host:
        raise TargetRefused("Give a url that starts with https:// or http:// and names a host.")
    if split.username or split.password:
        raise TargetRefused("Leave user name and password out of the url; deliveries are signed instead.")
    return host, port or PORTS[split.scheme]


def _allowed_by_name(host: str) -> bool:
    return host in settings.COUNTERSIGN_WEBHOOK_ALLOW


def _check_public(address: Address, host: str) -> None:
    if not is_public(address):
        raise TargetRefused(refusal_of(host))


def addresses_of(host: str, port: int) -> list[str]:
    """The addresses of a name, in the system's order. Raises OSError if there are none, and TimeoutError after WITHIN_S
    seconds: the system resolver has no deadline, and a name server that is down would block the delivery thread."""
    if not _free.acquire(blocking=False):
        raise TimeoutError("too many names are being looked up")
    answers: SimpleQueue[list[str] | OSError] = SimpleQueue()
    threading.Thread(target=_look_up, args=(host, port, answers), name="resolve", daemon=True).start()
    try:
        answer = answers.get(timeout=WITHIN_S)
    except Empty:
        raise TimeoutError(f"{host} was not resolved within {WITHIN_S:.0f} s") from None
    if isinstance(answer, OSError):
        raise answer
    return answer


def _look_up(host: str, port: int, answers: SimpleQueue[list[str] | OSError]) -> None:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        answers.put([str(entry[4][0]).split("%")[0] for entry in found])
    except OSError as error:
        answers.put(error)
    except Exception as error:  # such as an invalid label
        answers.put(OSError(str(error)))
    finally:
        _free.release()


@transaction.atomic
def add_webhook(*, pipeline: Pipeline, url: str, types: list[str], by: str, now: datetime) -> Webhook:
    """The caller has checked the target. Raises InputRejected `event_type_unknown`."""
    unknown = [name for name in types if name not in list(EventType)]
    if unknown:
        raise ProblemCode.EVENT_TYPE_UNKNOWN.error(field="types", name=", ".join(unknown), known=", ".join(EventType))
    hook = Webhook.objects.create(
        pipeline=pipeline, url=url, types=sorted(set(types)), secret=new_signing_secret(), created_at=now, created_by=by
    )
    audit.record(by=by, verb="webhook.added", subject=f"webhook:{hook.pk}", now=now, url=url)
    return hook


def overlapping_webhooks(hook: Webhook) -> list[Webhook]:
    """Other webhooks that send some of the same events to the same url, as during the rotation of a secret."""
    others = Webhook.objects.filter(pipeline=hook.pipeline_id, url=hook.url, active=True).exclude(pk=hook.pk)
    return [one for one in others if not one.types or not hook.types or set(one.types) & set(hook.types)]


@transaction.atomic
def remove_webhook(*, webhook: Webhook, by: str, now: datetime) -> None:
    """Deactivates the webhook and marks its pending deliveries as dead; its log is kept."""
    Webhook.objects.filter(pk=webhook.pk).update(active=False)
    Delivery.objects.filter(webhook=webhook, state=DeliveryState.PENDING).update(
        state=DeliveryState.DEAD, last_error="The webhook was removed."
    )
    audit.record(by=by, verb="webhook.removed", subject=f"webhook:{webhook.pk}", now=now, url=webhook.url)
