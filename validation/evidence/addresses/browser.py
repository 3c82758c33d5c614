"""An address as a browser reads it (WHATWG URL Standard), so that two spellings of one place compare equal.

Entities are decoded, tabs, line ends and control characters dropped, backslashes taken as slashes, slashes behind the
scheme counted as none or many; hosts are mapped as IDNA does (UTS 46). Beyond the standard, what does not change where
a link leads is dropped: `www.`, a default port, a closing slash, a fragment, tracking parameters; `http` and `https`
are one. Its other spellings of one place, such as `..` in a path, stay different ones.
"""

from __future__ import annotations

import html
import re
from functools import lru_cache
from urllib.parse import unquote

import idna

_PORTS = {"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21"}
"""The schemes the standard calls special, `file` aside, with their default ports."""
_WEB = ("http", "https")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_REMOVED = str.maketrans("", "", "\t\n\r")
_CONTROL = "".join(map(chr, range(0x21)))
_PLACE = re.compile(r"(?P<authority>[^/?#]*)(?P<path>[^?#]*)(?:\?(?P<query>[^#]*))?")
_PLAIN_HOST = re.compile(r"[a-z0-9._-]+")
_TRACKING = re.compile(r"(?:utm_\w+|gclid|fbclid|msclkid|mc_cid|mc_eid|igshid|yclid)", re.IGNORECASE)
_KEPT_CODED = re.compile(r"%(2f|3f|23|25)", re.IGNORECASE)
"""Decoded, these would change what the path is."""


def decode(address: str) -> str:
    """The characters that a browser is handed: entities decoded, line ends and control characters gone."""
    if "&" in address:
        address = _ENTITY.sub(lambda match: html.unescape(match[0]), address)
    return address.strip(_CONTROL).translate(_REMOVED)


def scheme_of(address: str) -> str:
    """In lower case, empty where none is given; `shop.example:8080` is a host with its port."""
    match = _SCHEME.match(address)
    if match is None or ("." in match[1] and address[match.end() :][:1].isdecimal()):
        return ""
    return match[1].lower()


def leads_away(address: str) -> bool:
    """Whether a link destination names a scheme or a host, rather than a place on the page that shows it."""
    address = decode(address)
    return bool(scheme_of(address)) or address[:2].replace("\\", "/") == "//"


@lru_cache(maxsize=8_192)
def normal(address: str) -> str:
    """What decides where an address leads: `host/path?query` of a web address, else with its scheme in front. One
    without a scheme counts as a web address."""
    address = decode(address)
    scheme = scheme_of(address)
    rest = address[len(scheme) + 1 :] if scheme else address
    if scheme in ("tel", "sms"):
        return "tel:" + digits_of(rest)
    if scheme == "mailto":
        return "mailto:" + unquote(rest.partition("?")[0]).lower() if _is_harmless(rest) else "mailto:" + rest
    if scheme and scheme not in _PORTS:
        return f"{scheme}:{rest}"
    known = _located(rest, _PORTS.get(scheme, "443"))
    return known if not scheme or scheme in _WEB else f"{scheme}://{known}"


def host_of(address: str) -> str:
    """The host in normal form; empty for addresses without one."""
    address = decode(address)
    scheme = scheme_of(address)
    if scheme and scheme not in _PORTS:
        return ""
    authority = _place(address[len(scheme) + 1 if scheme else 0 :])["authority"]
    return _host(_without_port(authority.rpartition("@")[2])[0])


def digits_of(number: str) -> str:
    """A phone number without its punctuation; `00` and `+` both mean an international prefix."""
    digits = "".join(char for char in unquote(number).partition(";")[0] if char.isdecimal())
    return digits.removeprefix("00")


def _is_harmless(mail: str) -> bool:
    """Whether no parameter of a mailto address names further receivers."""
    names = (pair.partition("=")[0].lower() for pair in mail.partition("?")[2].split("&") if pair)
    return all(name in ("subject", "body") for name in names)


def _place(rest: str) -> re.Match[str]:
    """What follows the scheme: backslashes of authority and path are slashes, leading ones count for nothing."""
    head = re.split(r"[?#]", rest, maxsplit=1)[0]
    found = _PLACE.match(head.replace("\\", "/").lstrip("/") + rest[len(head) :])
    assert found  # every part may be empty
    return found


def _located(rest: str, default_port: str) -> str:
    place = _place(rest)
    user, _, host = place["authority"].rpartition("@")
    host, port = _without_port(host)
    kept = sorted(pair for pair in (place["query"] or "").split("&") if pair and not _TRACKING.match(pair))
    return (
        (f"{user}@" if user else "")
        + _host(host).removeprefix("www.")
        + (f":{port}" if port not in ("", "80", "443", default_port) else "")
        + _path(place["path"]).rstrip("/")
        + ("?" + "&".join(kept) if kept else "")
    )


def _without_port(host: str) -> tuple[str, str]:
    name, colon, port = host.rpartition(":")
    if not colon or port.strip("0123456789") or "]" in port:
        return host, ""
    return name, port.lstrip("0")


def _host(host: str) -> str:
    if "%" in host:
        host = unquote(host)
    return (host if host.isascii() and _PLAIN_HOST.fullmatch(host) else _mapped(host)).rstrip(".")


def _mapped(host: str) -> str:
    """As IDNA maps it, in its ASCII form; a host that IDNA refuses stays what it is, in lower case."""
    try:
        labels = idna.uts46_remap(host, std3_rules=False, transitional=False).split(".")
        return ".".join(label if label.isascii() else "xn--" + label.encode("punycode").decode() for label in labels)
    except (idna.IDNAError, UnicodeError):
        return host.lower()


def _path(path: str) -> str:
    if "%" not in path:
        return path
    return unquote(_KEPT_CODED.sub(lambda match: "%25" + match[1].lower(), path))
