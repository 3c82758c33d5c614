"""Every address and source reference of a response must stand in the evidence (spec 1, section 4.2).

A known domain with another path is still invented: links are checked whole, as a browser reads them. They are looked
for three times: as they are written, as a Markdown renderer makes links of them, and in the text that it shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from validation.domain.codes.findings import FindingCode
from validation.domain.context import LONGEST_REF
from validation.domain.finding import Finding, Severity
from validation.evidence.addresses.bare import BARE, ESCAPED_BLANK, trim, unescape_slashes
from validation.evidence.addresses.browser import decode, digits_of, host_of, leads_away, normal
from validation.evidence.addresses.commonmark import MARK, RenderedText, render, visible
from validation.evidence.addresses.domains import Domain, find_domains
from validation.evidence.context.items import Evidence
from validation.evidence.text.words import shorten


@dataclass(frozen=True, slots=True)
class Address:
    """A url of a text. `raw` is true of one that stands bare in the prose, neither linked nor in angle brackets;
    `domain` is set for one that stands in words."""

    start: int
    end: int
    url: str
    raw: bool = False
    domain: Domain | None = None


_TARGET = re.compile(
    r"\]\([ \t]?<?(?P<target>(?:https?://|//|www\.|mailto:|ftp://|/)?[^\s()<>]{1,2000}"
    r"(?:\([^\s()<>]{0,300}\)[^\s()<>]{0,1000})?)>?(?:[ \t]+[\"'(][^\n]{0,300}?[\"')])?[ \t]?\)"
)
_ANGLE = re.compile(r"<(?P<target>[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]{1,2000})>")
_REFERENCE = re.compile(r"(?m)^ {0,3}\[[^\[\]\n]{1,200}\]:[ \t]{0,4}<?(?P<target>(?:https?://|www\.)[^\s<>]{1,2000})>?")
_HOST = re.compile(r"www\.|(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}(?:/|$)", re.IGNORECASE)
_DOTTED = re.compile(r"(?<![\w-])[\w-]++(?:\.[\w-]++)+")
_PHONE = re.compile(r"(?<![\w.,])\+?\d[\d ()/.-]{4,24}\d(?!\w)")
_LEAST_DIGITS = 7
_MOST_ALIKE = 50
_KEY = r"[a-z][a-z_-]{0,30}[:/][\w./#-]{1,100}"
_NAMED_SOURCE = r"(?:source_ref|source|ref)[\"']?[ \t]{0,3}[:=][ \t]{0,3}[\"']?"
_PLAIN_REFS = re.compile(rf"(?<![\w\]])\({_KEY}(?:[,;][ \t]?{_KEY}){{0,20}}\)")
_PLAIN_REF = re.compile(_KEY)
_SOURCE_REF = re.compile(
    rf"\((?:source_ref|source ref|ref):[ \t]?(?P<named>[^\s()]{{1,{LONGEST_REF}}})\)"
    r"|\[(?P<bracketed>t\d{1,4}\.r\d{1,5}|[a-z_]{2,30}:[\w./#-]{1,100}|turn_\d{3,9}[\w./-]{0,80})\](?!\()"
    r"|(?<![\w/.])(?P<bare>t\d{1,4}\.r\d{1,5})(?![\w/])"
)


def find_urls(text: str) -> tuple[Address, ...]:
    """All urls of a markdown text in order: link targets, angle brackets, reference definitions, bare ones."""
    matches = chain(_TARGET.finditer(text), _ANGLE.finditer(text), _REFERENCE.finditer(text))
    linked = [
        Address(*one.span("target"), one["target"])
        for one in matches
        if leads_away(one["target"]) or _HOST.match(one["target"])
    ]
    taken = _covered(linked)
    bare = [_bare(text, match) for match in BARE.finditer(text) if match.start() not in taken]
    return tuple(sorted([*linked, *bare], key=lambda address: address.start))


def check_urls(response_md: str, evidence: Evidence) -> Iterator[Finding]:
    """A finding for every address, and one for every source reference, that no evidence holds; certain but for a host
    written as a name."""
    rendered = render(response_md)
    known = KnownAddresses(evidence)
    yield from (
        _invented(address, known)
        for address in _distinct(_all_addresses(response_md, rendered))
        if not known.holds(address)
    )
    if not rendered.complete:
        yield FindingCode.NESTED_TOO_DEEP.at(0, len(response_md))
    for start, end, reference in source_refs(response_md):
        if not re.search(r"(?<![\w.])" + re.escape(reference) + r"(?!\w|\.\w)", evidence.register):
            yield FindingCode.SOURCE_REF_UNKNOWN.at(start, end, reference=shorten(reference, 120))


def source_refs(text: str) -> tuple[tuple[int, int, str], ...]:
    """`(start, end, reference)` of every source reference shown in a text."""
    return tuple(
        (*match.span(), (match["named"] or match["bracketed"] or match["bare"]).strip("`\"'"))
        for match in _SOURCE_REF.finditer(text)
    )


def known_refs(text: str, register: str) -> Iterator[tuple[int, str]]:
    """References in brackets, without a word that says so, that the evidence holds: `(orders:55019)`. One that it does
    not hold is taken for an aside."""
    for bracket in _PLAIN_REFS.finditer(text):
        for match in _PLAIN_REF.finditer(text, *bracket.span()):
            kind, colon, _ = match[0].partition(":")
            front = r"(?<![\w.])" if colon and len(kind) > 1 else _NAMED_SOURCE  # `km/h` is none
            if re.search(front + re.escape(match[0]) + r"(?!\w|\.\w)", register):
                yield bracket.start(), match[0]


def _covered(addresses: list[Address]) -> set[int]:
    """Where a bare url may not begin: inside a link, be it target or label."""
    return {at for address in addresses for at in range(address.start, address.end)}


def _bare(text: str, match: re.Match[str]) -> Address:
    end = match.start() + len(trim(match[0]))
    label = text[end : end + 2] == "](" or (
        text[match.start() - 1 : match.start()] == "[" and "](" in text[end : end + 4]
    )
    coded = text[match.start() - 1 : match.start()] == "`"
    return Address(match.start(), end, unescape_slashes(text[match.start() : end]), raw=not label and not coded)


def _all_addresses(response_md: str, rendered: RenderedText) -> Iterator[Address]:
    """As they lead. What points at its exact place comes first: of one address said at one place, the first counts."""
    written = find_urls(response_md)
    yield from written
    yield from (Address(one.start, one.end, one.text) for one in rendered.destinations if leads_away(one.text))
    taken = _covered(list(written))
    for domain in find_domains(response_md):
        if domain.start not in taken:
            yield _in_words(domain, domain.start, domain.end)
    for shown in rendered.shown:
        text = visible(shown.text).replace(MARK, "")
        yield from (Address(shown.start, shown.end, one.url) for one in find_urls(text))
        yield from (_in_words(one, shown.start, shown.end) for one in find_domains(text))


def _in_words(domain: Domain, start: int, end: int) -> Address:
    return Address(start, end, f"mailto:{domain.text}" if domain.mail else domain.text, domain=domain)


def _distinct(found: Iterator[Address]) -> Iterator[Address]:
    """Each address once a place: what is written exactly somewhere is not said again of the block it stands in."""
    places: dict[str, list[tuple[int, int]]] = {}
    for address in found:
        before = places.setdefault(normal(address.url), [])
        if not any(start <= address.end and address.start <= end for start, end in before[-_MOST_ALIKE:]):
            before.append((address.start, address.end))
            yield address


class KnownAddresses:
    """What the evidence holds, each kind worked out when it is first asked for."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        self.keys = {normal(address.url) for address in find_urls(ESCAPED_BLANK.sub("  ", evidence.register))}

    def holds(self, address: Address) -> bool:
        key = normal(address.url)
        if key in self.keys or key in self._written:
            return True
        if key.startswith("tel:"):
            return any(_same_number(key[4:], number) for number in self._numbers)
        host = address.domain is not None and not address.domain.mail and host_of(address.url).removeprefix("www.")
        return bool(host) and key == host and host in self._hosts

    def same_host(self, address: Address) -> str | None:
        """An address of the same host, to be named in the finding."""
        return self._by_host.get(host_of(address.url).removeprefix("www."))

    @cached_property
    def _by_host(self) -> dict[str, str]:
        return {key.split("/")[0].split("?")[0]: key for key in sorted(self.keys, reverse=True)}

    @cached_property
    def _written(self) -> frozenset[str]:
        """Addresses that stand in the words of the evidence."""
        found = find_domains(self.evidence.register)
        return frozenset(normal(f"mailto:{one.text}" if one.mail else one.text) for one in found)

    @cached_property
    def _hosts(self) -> frozenset[str]:
        """Hosts of the evidence and of the query, and what they are part of: `third.example` of `de.third.example`."""
        spoken = _DOTTED.findall(f"{self.evidence.register}\n{self.evidence.query}".lower())
        hosts = {*self._by_host, *(host_of(one).removeprefix("www.") for one in set(spoken))}
        labels = (host.split(".") for host in hosts)
        return frozenset(".".join(one[at:]) for one in labels for at in range(max(1, len(one) - 1)))

    @cached_property
    def _numbers(self) -> frozenset[str]:
        return frozenset(digits_of(number) for number in _PHONE.findall(self.evidence.register))


def _same_number(one: str, other: str) -> bool:
    """`+49 30 1234567` and `030 1234567`."""
    short, long = sorted((one.removeprefix("0"), other.removeprefix("0")), key=len)
    return (len(short) >= _LEAST_DIGITS and (one == other or long.endswith(short))) or one == other


def _invented(address: Address, known: KnownAddresses) -> Finding:
    code, other = FindingCode.URL_NOT_IN_EVIDENCE, known.same_host(address)
    shown = shorten(address.domain.text if address.domain is not None else decode(address.url), 120)
    severity = Severity.LIKELY if address.domain is not None and address.domain.brand else None
    if other:
        return code.at(address.start, address.end, "same_site", severity=severity, url=shown, other=shorten(other, 120))
    return code.at(address.start, address.end, severity=severity, url=shown)
