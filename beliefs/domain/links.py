"""Links of a line: `[[target]]`, `[[target|label]]`, `[[target#heading]]` and, in Evidence, a bare session id."""

from __future__ import annotations

import re
import unicodedata

from beliefs.domain.belief import Link, Section

_WIKI = re.compile(r"\[\[([^\[\]\n]{1,300})\]\]")
_BARE_SESSION = re.compile(r"(?<![\w\[/.-])session-\d{8}-\d{6}(?![\w-])")

_FILES = (
    (re.compile(r"(?:.*/)?epistemic/beliefs/([^/]+)\.md"), ""),
    (re.compile(r"(?:.*/)?layer/sessions/([^/]+)\.md"), "session-"),
)


def links_of(prose: str, *, section: str, line: int) -> tuple[Link, ...]:
    """`prose` has its code blanked out. In the order of the line."""
    found = [(match.start(), _target(match[1]), True) for match in _WIKI.finditer(prose)]
    if section == Section.EVIDENCE:
        rest = _WIKI.sub(lambda match: " " * len(match[0]), prose)
        found += [(match.start(), match[0], False) for match in _BARE_SESSION.finditer(rest)]
    return tuple(Link(target, section, line, bracketed) for _, target, bracketed in sorted(found) if target)


def _target(inner: str) -> str:
    """The path of a belief or a session is read as its id, so that it counts as a link to it, also to itself."""
    target = composed(inner.split("|", 1)[0].split("#", 1)[0].strip())
    for place, prefix in _FILES:
        if found := place.fullmatch(target):
            return f"{prefix}{found[1]}"
    return target


def composed(name: str) -> str:
    """A name in the one form that is compared: file systems and keyboards disagree on how an accent is written."""
    return unicodedata.normalize("NFC", name)
