"""Addresses of the pages of beliefs and of what they lead to. `pipeline` is whose view the page shows, or empty."""

from __future__ import annotations

from urllib.parse import urlencode

from django.urls import NoReverseMatch, reverse

from beliefs.domain.corpus import COMMON, Kind


def belief_address(name: str, *, pipeline: str = "") -> str:
    return _address("beliefs:belief", [name], {"pipeline": pipeline})


def address_of(kind: str, name: str, *, pipeline: str = "", quote: str = "") -> str:
    """Of a belief, a turn or a source, where the quote is marked; empty for an id that no address can carry."""
    if kind == Kind.BELIEF:
        return belief_address(name, pipeline=pipeline)
    if kind == Kind.TURN:
        return _address("web:turns", [], {"q": name, "pipeline": pipeline})
    page = _address("beliefs:source", [kind, name], {"pipeline": pipeline, "quote": quote})
    return f"{page}#quote" if page and quote else page


def carried_pipeline(*, chosen: str, corpus: str) -> str:
    """The pipeline in the address of something of `corpus` on a page where a person chose `chosen`, maybe none."""
    return chosen or (corpus if corpus != COMMON else "")


def exact_pipeline(*, chosen: str, corpus: str) -> str:
    """The same for what lies in `corpus` and in no other: where the chosen pipeline has its own of that id, that one is
    not meant."""
    return "" if corpus == COMMON and not chosen else corpus


def _address(page: str, arguments: list[str], query: dict[str, str]) -> str:
    try:
        address = reverse(page, args=arguments)
    except (NoReverseMatch, UnicodeError):
        return ""
    given = {name: value for name, value in query.items() if value}
    return f"{address}?{urlencode(given)}" if given else address
