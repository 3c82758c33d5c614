"""Which addresses may be called. A webhook must not become a way into a private network (DESIGN, section 11)."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

from django.conf import settings

from validation.domain.errors import FieldError, InputRejected

PORTS = {"http": 80, "https": 443}
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_NAT64 = ipaddress.ip_network("64:ff9b::/96")


class TargetRefused(Exception):
    """The target must not be called; the message says why."""


def check_target(url: str, *, field: str) -> None:
    """For a url that somebody hands in: its form, and its address when it is written as a number. Names are resolved
    and checked when they are called. Raises InputRejected `target_refused`."""
    try:
        host, _ = _parts(url)
        if not _allowed_by_name(host):
            literal = _as_address(host)
            if literal is not None:
                _check_public(literal, host)
    except TargetRefused as refusal:
        raise InputRejected("target_refused", str(refusal), (FieldError(field, str(refusal)),)) from None


def resolve(url: str) -> tuple[str, str]:
    """The address to connect to and the host to name, checked just before the call. The caller connects to the address
    itself, so that a name cannot change its meaning in between. Raises TargetRefused, OSError when unresolvable."""
    host, port = _parts(url)
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [ipaddress.ip_address(str(entry[4][0]).split("%")[0]) for entry in found]
    if not _allowed_by_name(host):
        for address in addresses:
            _check_public(address, host)
    return str(addresses[0]), host


def _parts(url: str) -> tuple[str, int]:
    """Host and port. The host is tried as a name server would be asked: an empty or over-long label is no name."""
    unusable = TargetRefused("This is no usable url. Give one like https://example.com/hook.")
    if not url.isprintable():
        raise unusable
    try:
        split = urlsplit(url)
        port = split.port
        (split.hostname or "").encode("idna")
    except ValueError:
        raise unusable from None
    if split.scheme not in PORTS or not split.hostname:
        raise TargetRefused("Give a url that starts with https:// or http:// and names a host.")
    if split.username or split.password:
        raise TargetRefused("Leave user name and password out of the url; deliveries are signed instead.")
    return split.hostname, port or PORTS[split.scheme]


def _allowed_by_name(host: str) -> bool:
    return host in settings.COUNTERSIGN_WEBHOOK_ALLOW


def _as_address(host: str) -> Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return ipaddress.ip_address("127.0.0.1") if host == "localhost" or host.endswith(".localhost") else None


def _check_public(address: Address, host: str) -> None:
    if not all(one.is_global and not one.is_multicast for one in (address, *_carried(address))):
        raise TargetRefused(
            f"{host} is a private address. An operator can allow it by name in COUNTERSIGN_WEBHOOK_ALLOW."
        )


def _carried(address: Address) -> list[ipaddress.IPv4Address]:
    """IPv4 addresses that an IPv6 address stands for: mapped ones, and those of 6to4 and NAT64."""
    if address.version == 4:
        return []
    translated = ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF) if address in _NAT64 else None
    return [one for one in (address.ipv4_mapped, address.sixtofour, translated) if one is not None]
