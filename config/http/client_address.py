"""Who sent a request (the peer of the connection, or what a named proxy says of it), and which failed sign-ins lock.

Any client can write X-Forwarded-For and X-Forwarded-Proto. They are believed only from the networks in
COUNTERSIGN_TRUSTED_PROXIES, read from the right, so that what a client wrote before the proxy's own entry is ignored.
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
"""Bits that name one customer's network in IPv6; the rest of an address its owner chooses freely."""


def trust_proxies(application: Any, networks: Sequence[str]) -> Any:
    """`application` with the client and scheme that proxies in `networks` tell; unchanged when there are none."""
    return ProxyHeadersMiddleware(application, list(networks)) if networks else application


class LockoutHandler(AxesDatabaseHandler):  # type: ignore[misc]
    """Counts failures of the last AXES_COOLOFF_TIME, and locks in three ways: a name from one address after five, a
    name from anywhere after twenty, an address whatever the name after a hundred. django-axes knows one limit for all
    ways; five requests from anywhere would keep a person out. Failures during a lock are not recorded, so a lock always
    ends."""

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """The fullest of the three counts, scaled so that AXES_FAILURE_LIMIT means that one of them is full."""
        counts = zip(settings.LOCKOUT_LIMITS, self.get_user_attempts(request, credentials), strict=True)
        return max(settings.AXES_FAILURE_LIMIT * _failures(attempts) // limit for limit, attempts in counts)

    def reset_user_attempts(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """After a success, forget this name's failures from this address only. Otherwise somebody with an account
        could clear what was counted against another name."""
        name_and_address, *_ = self.filter_user_attempts(request, credentials)
        return int(name_and_address.delete()[0])


def _failures(attempts: Any) -> int:
    return int(attempts.aggregate(number=Sum("failures_since_start"))["number"] or 0)


def lockout_address(request: HttpRequest) -> str | None:
    """The address that failed sign-ins are counted for: of IPv6 its network. None when a proxy sent no address."""
    try:
        address = ipaddress.ip_address(cast(str, request.META.get("REMOTE_ADDR", "")))
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), IPV6_NETWORK), strict=False).network_address)
