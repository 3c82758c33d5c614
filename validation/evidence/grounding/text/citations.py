"""References to a source inside a text: they name a place and state nothing."""

from __future__ import annotations

import re

_SOURCE_REF = re.compile(r"\(?\bsource_ref:[ \t]?[^\s()|,\"']{1,200}\)?")
_LINK_ASIDE = re.compile(r"\(\[[^\]\n]{1,80}\]\([^)\s]{1,2000}\)\)")


def unreferenced(text: str) -> str:
    """The same text, blank where a source_ref stands; nothing moves."""
    return _SOURCE_REF.sub(_blank, text)


def uncited(text: str) -> str:
    """Blank also where a link stands in brackets of its own, as in `([leaflet](https://example.org))`."""
    return _LINK_ASIDE.sub(_blank, unreferenced(text))


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])
