"""Decides which network addresses are public, so that URLs given by users cannot reach private networks."""

from __future__ import annotations

import ipaddress
import socket

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")
"""The address space IPv6 has allocated. Others are private, reserved, or forms of IPv4 addresses."""
_SPECIAL = tuple(
    ipaddress.ip_network(network)
    for network in (
        "192.0.0.0/24",  # IETF protocol assignments
        "192.88.99.0/24",  # relays of 6to4
        "2001::/23",  # IETF protocol assignments, with Teredo
        "2002::/16",  # 6to4
        "3fff::/20",  # documentation
    )
)
"""Non-public networks that `is_global` of Python 3.11 accepts (IANA special-purpose registries, 2025)."""


def read_address(host: str) -> Address | None:
    """The address if `host` is one; None for a name that must be resolved."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return ipaddress.ip_address("127.0.0.1") if f".{host}".endswith(".localhost") else _read_old_address(host)


def _read_old_address(host: str) -> Address | None:
    """Parses the old formats that resolvers accept: `127.1`, `2130706433`, `0x7f.1`."""
    try:
        return ipaddress.ip_address(socket.inet_aton(host))
    except OSError:
        return None


def is_public(address: Address) -> bool:
    if isinstance(address, ipaddress.IPv6Address):
        carried = _carried(address)
        if carried is not None:
            return is_public(carried)
        if address not in _GLOBAL_UNICAST:
            return False
    return address.is_global and not address.is_multicast and not any(address in network for network in _SPECIAL)


def refusal_of(host: str) -> str:
    """The message for a host that is not public."""
    return f"{host} is a private address. An operator can allow it by name in COUNTERSIGN_WEBHOOK_ALLOW."


def _carried(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address in an IPv6 address that is mapped or translated by NAT64; else None."""
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped
