"""Determines a request's client address, and locks out repeated failed sign-ins.

Any client can send X-Forwarded-For and X-Forwarded-Proto, so they are trusted only from COUNTERSIGN_TRUSTED_PROXIES.
They are read from the right, so that entries that the client wrote itself are ignored.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import Any, cast

from axes.handlers.database import AxesDatabaseHandler
from django.conf import settings
from django.db.models import Sum
from django.http import HttpRequest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

IPV6_NETWORK = 64
"""Prefix length of one customer's network in IPv6; the owner is free to choose the remaining bits."""


def trust_proxies(application: Any, networks: Sequence[str]) -> Any:
    """`application`, with client address and scheme taken from proxies in `networks`, if there are any."""
    return ProxyHeadersMiddleware(application, list(networks)) if networks else application


class LockoutHandler(AxesDatabaseHandler):  # type: ignore[misc]
    """Counts failures within AXES_COOLOFF_TIME and locks a user name from one address after five, a user name from any
    address after twenty, and an address with any user name after a hundred. django-axes has one limit for all three,
    with which five requests from anywhere could lock a user out. Failures during a lockout are not recorded, so it
    always ends."""

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """The highest of the three counts, scaled so that AXES_FAILURE_LIMIT means that its limit is reached."""
        counts = zip(settings.LOCKOUT_LIMITS, self.get_user_attempts(request, credentials), strict=True)
        return max(settings.AXES_FAILURE_LIMIT * _failures(attempts) // limit for limit, attempts in counts)

    def reset_user_attempts(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """After a success, deletes the failures of this user name from this address only. Otherwise somebody with an
        account could clear the failures counted for another name."""
        name_and_address, *_ = self.filter_user_attempts(request, credentials)
        return int(name_and_address.delete()[0])


def _failures(attempts: Any) -> int:
    return int(attempts.aggregate(number=Sum("failures_since_start"))["number"] or 0)


def lockout_address(request: HttpRequest) -> str | None:
    """The address that failed sign-ins are counted for; its network for IPv6. None if a proxy sent no address."""
    try:
        address = ipaddress.ip_address(cast(str, request.META.get("REMOTE_ADDR", "")))
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), IPV6_NETWORK), strict=False).network_address)
