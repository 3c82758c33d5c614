"""Who sent a request: the peer of the connection, or what a named proxy says of it.

Any client can write X-Forwarded-For and X-Forwarded-Proto. They are believed only from the networks in
COUNTERSIGN_TRUSTED_PROXIES, read from the right, so that what a client wrote before the proxy's own entry is ignored.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import Any, cast

from django.http import HttpRequest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

IPV6_NETWORK = 64
"""Bits that name one customer's network in IPv6; the rest of an address its owner chooses freely."""


def trust_proxies(application: Any, networks: Sequence[str]) -> Any:
    """`application` with the client and scheme that proxies in `networks` tell; unchanged when there are none."""
    return ProxyHeadersMiddleware(application, list(networks)) if networks else application


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
