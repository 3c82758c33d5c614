"""Every address and source reference of a response must stand in the evidence (spec 1, section 4.2).

A known domain with another path is still invented: links are checked whole. What cannot change where a link leads is
normalised away: case of scheme and host, `www.`, a default port, a closing slash, a fragment, tracking parameters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import unquote, urlsplit

from validation.domain.check import CheckName
from validation.domain.finding import Finding, Severity
from validation.evidence.items import Evidence


@dataclass(frozen=True, slots=True)
class Address:
    """A url of a text. `raw` is true of one that stands bare in the prose, neither linked nor in angle brackets."""

    start: int
    end: int
    url: str
    raw: bool = False


_TARGET = re.compile(
    r"\]\([ \t]?<?(?P<target>(?:https?://|//|www\.|mailto:|ftp://|/)?[^\s()<>]{1,2000}"
    r"(?:\([^\s()<>]{0,300}\)[^\s()<>]{0,1000})?)>?(?:[ \t]+[\"'(][^\n]{0,300}?[\"')])?[ \t]?\)"
)
_ANGLE = re.compile(r"<(?P<target>https?://[^\s<>]{1,2000})>")
_REFERENCE = re.compile(r"(?m)^ {0,3}\[[^\[\]\n]{1,200}\]:[ \t]{0,4}<?(?P<target>(?:https?://|www\.)[^\s<>]{1,2000})>?")
_BARE = re.compile(r"(?<![\w@/.-])(?:https?://|www\.)[^\s<>|`\"”]{1,2000}", re.IGNORECASE)
_CODE = re.compile(r"`[^`\n]{1,2000}`")
_TRACKING = re.compile(r"(?:utm_\w+|gclid|fbclid|msclkid|mc_cid|mc_eid|igshid|yclid)", re.IGNORECASE)
_DOMAIN = re.compile(r"(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}(?:/|$)", re.IGNORECASE)
_SOURCE_REF = re.compile(
    r"\((?:source_ref|source ref|ref):[ \t]?(?P<named>[^\s()]{1,120})\)"
    r"|\[(?P<bracketed>t\d{1,4}\.r\d{1,5}|[a-z_]{2,30}:[\w./#-]{1,100}|turn_\d{3,9}[\w./-]{0,80})\](?!\()"
    r"|(?<![\w/.])(?P<bare>t\d{1,4}\.r\d{1,5})(?![\w/])"
)


def find_urls(text: str) -> tuple[Address, ...]:
    """All urls of a markdown text in order: link targets, angle brackets, reference definitions, bare ones."""
    linked = [_linked(match) for match in _linked_matches(text) if _is_url(match["target"])]
    taken = _covered(linked)
    bare = [_bare(text, match) for match in _BARE.finditer(text) if match.start() not in taken]
    return tuple(sorted([*linked, *bare], key=lambda address: address.start))


@lru_cache(maxsize=8_192)
def normal(url: str) -> str:
    """The part of a url that decides where it leads; equal for two spellings of one address."""
    url = url.strip()
    try:
        parts = urlsplit(url if "://" in url else "https://" + url.removeprefix("//"))
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        return url
    host = host.removeprefix("www.") + (f":{port}" if port not in (None, 80, 443) else "")
    kept = sorted(pair for pair in parts.query.split("&") if pair and not _TRACKING.match(pair))
    return host + unquote(parts.path).rstrip("/") + ("?" + "&".join(kept) if kept else "")


def check_urls(response_md: str, evidence: Evidence) -> tuple[Finding, ...]:
    """One certain finding for every url, and one for every source reference, that no evidence holds."""
    known = {normal(address.url) for address in find_urls(evidence.register)}
    invented = [address for address in find_urls(response_md) if normal(address.url) not in known]
    hosts = {key.split("/")[0].split("?")[0]: key for key in sorted(known, reverse=True)}
    return (*(_invented(address, hosts) for address in invented), *_unknown_refs(response_md, evidence))


def source_refs(text: str) -> tuple[tuple[int, int, str], ...]:
    """`(start, end, reference)` of every source reference shown in a text."""
    return tuple(
        (*match.span(), (match["named"] or match["bracketed"] or match["bare"]).strip("`\"'"))
        for match in _SOURCE_REF.finditer(text)
    )


def _linked_matches(text: str) -> Iterator[re.Match[str]]:
    for pattern in (_TARGET, _ANGLE, _REFERENCE):
        yield from pattern.finditer(text)


def _linked(match: re.Match[str]) -> Address:
    return Address(*match.span("target"), url=match["target"])


def _covered(addresses: list[Address]) -> set[int]:
    """Where a bare url may not begin: inside a link, be it target or label."""
    return {at for address in addresses for at in range(address.start, address.end)}


def _is_url(target: str) -> bool:
    return target.lower().startswith(("http://", "https://", "//", "www.", "ftp://")) or bool(_DOMAIN.match(target))


def _bare(text: str, match: re.Match[str]) -> Address:
    end = match.start() + len(_trimmed(match[0]))
    label = text[end : end + 2] == "](" or (
        text[match.start() - 1 : match.start()] == "[" and "](" in text[end : end + 4]
    )
    coded = text[match.start() - 1 : match.start()] == "`"
    return Address(match.start(), end, text[match.start() : end], raw=not label and not coded)


def _trimmed(url: str) -> str:
    url = url.split("](")[0]
    while url and (url[-1] in ".,;:!?*_'’]" or (url[-1] == ")" and url.count("(") < url.count(")"))):
        url = url[:-1]
    return url


def _invented(address: Address, hosts: dict[str, str]) -> Finding:
    host = normal(address.url).split("/")[0].split("?")[0]
    known = f"; the evidence holds {hosts[host]} of the same site" if host in hosts else ""
    return Finding(
        code="url_not_in_evidence",
        severity=Severity.CERTAIN,
        check=CheckName.NO_HALLUCINATIONS,
        start=address.start,
        end=address.end,
        message=f"{_short(address.url)} stands in no evidence{known}.",
    )


def _unknown_refs(response_md: str, evidence: Evidence) -> Iterator[Finding]:
    for start, end, reference in source_refs(response_md):
        if not re.search(r"(?<![\w.])" + re.escape(reference) + r"(?!\w|\.\w)", evidence.register):
            yield Finding(
                code="source_ref_unknown",
                severity=Severity.CERTAIN,
                check=CheckName.NO_HALLUCINATIONS,
                start=start,
                end=end,
                message=f"The source reference {_short(reference)} resolves to nothing in the evidence.",
            )


def _short(text: str) -> str:
    return text if len(text) <= 120 else text[:119] + "…"
