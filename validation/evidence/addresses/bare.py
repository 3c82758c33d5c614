"""Where an address begins and ends that stands in prose or data, neither linked nor in angle brackets."""

from __future__ import annotations

import re

from validation.evidence.words import CJK

CLOSING = "。、，；：！？）」』】》〉»…"
"""Signs behind an address in scripts without spaces, and others that no address ends with. In a host some of them stand
for a dot or a slash."""
OPENING = "（「『【《〈«“„"
_NO_PART = r"\s<>|`\"”"
BARE = re.compile(
    rf"(?<![^\W{CJK}])(?<![@/.+-])(?:[a-z][a-z0-9+.-]{{1,31}}:(?:\\{{0,4}}/){{2}}|www\.)(?=[^{_NO_PART}])"
    rf"[^{_NO_PART}/?#]{{0,2000}}(?:[/?#][^{_NO_PART}{CLOSING}{OPENING}]{{0,2000}})?",
    re.IGNORECASE,
)
ESCAPED_BLANK = re.compile(r"\\[nrt]")
_ESCAPED_SLASH = re.compile(r"\\{1,4}/")
"""As PHP writes JSON: `https:\\/\\/shop.example\\/p`."""
_TRAILING = ".,;:!?*_'’]–—\\" + CLOSING
_PAIRS = (("(", ")"), ("{", "}"))


def trim(url: str) -> str:
    """`url` without what encloses or follows it."""
    url = url.split("](")[0]
    while url and (
        url[-1] in _TRAILING or any(url[-1] == end and url.count(end) > url.count(opens) for opens, end in _PAIRS)
    ):
        url = url[:-1]
    return url


def unescape_slashes(url: str) -> str:
    """`url` as it is meant where it stands in JSON."""
    return _ESCAPED_SLASH.sub("/", url)
