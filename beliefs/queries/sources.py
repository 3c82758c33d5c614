"""Reads sources and the beliefs that cite them; URLs of both."""

from __future__ import annotations

from urllib.parse import urlencode

from django.urls import NoReverseMatch, reverse

from beliefs.domain.corpus import COMMON, Kind
from beliefs.domain.parse import normalized_name
from beliefs.models import BeliefLink, BeliefRecord, Source
from beliefs.queries.beliefs import common_first
from beliefs.queries.corpora import shown_sources, visible_beliefs
from validation.domain.codes.problems import ProblemCode
from validation.platform.gates import Citation

MOST_CITING = 200


def find_source(kind: str, name: str, *, pipeline: str) -> Source:
    """The source as the pipeline sees it. Raises NotFound."""
    found = shown_sources(pipeline).filter(kind=kind, name=normalized_name(name))
    row = common_first(found) if "\x00" not in kind + name else None
    return ProblemCode.SOURCE_NOT_FOUND.unless(row, kind=kind[:20], name=name[:150])


def cited_by(source: Source, *, pipeline: str) -> list[tuple[str, str]]:
    """(pipeline, name) of the citing beliefs."""
    links = BeliefLink.objects.filter(found_kind=source.kind, found_name=source.name)
    own = BeliefRecord.objects.filter(pipeline=source.pipeline)
    readers = visible_beliefs(pipeline or COMMON) if source.pipeline == COMMON else own
    citing = links.filter(belief__in=readers).order_by("belief__name")
    return list(citing.values_list("belief__pipeline", "belief__name").distinct()[:MOST_CITING])


def beliefs_citing_turn(pipeline: str, turn_id: str, most: int) -> tuple[Citation, ...]:
    """Beliefs that cite a turn, whose evidence a ruling on it may invalidate."""
    own = BeliefRecord.objects.filter(pipeline=pipeline)
    found = own.filter(links__found_kind="turn", links__found_name=turn_id).distinct()
    rows = found.order_by("name").values_list("name", "statement")[:most]
    return tuple(Citation("belief", statement, belief_address(name, pipeline=pipeline)) for name, statement in rows)


def belief_address(name: str, *, pipeline: str) -> str:
    return _address("beliefs:belief", [name], {"pipeline": pipeline})


def address_of(kind: str, name: str, *, pipeline: str, quote: str) -> str:
    """URL of a belief, a turn, or a source with the quote marked; empty if the id cannot be part of a URL."""
    if kind == Kind.BELIEF:
        return belief_address(name, pipeline=pipeline)
    if kind == Kind.TURN:
        return _address("web:turns", [], {"q": name, "pipeline": pipeline})
    page = _address("beliefs:source", [kind, name], {"pipeline": pipeline, "quote": quote})
    return f"{page}#quote" if page and quote else page


def carried_pipeline(*, chosen: str, corpus: str) -> str:
    """The pipeline parameter for links to something of `corpus`, on a page where `chosen` may be empty."""
    return chosen or (corpus if corpus != COMMON else "")


def exact_pipeline(*, chosen: str, corpus: str) -> str:
    """The same for an entry of exactly this `corpus`, even if the chosen pipeline has an entry of that id."""
    return "" if corpus == COMMON and not chosen else corpus


def _address(page: str, arguments: list[str], query: dict[str, str]) -> str:
    try:
        address = reverse(page, args=arguments)
    except (NoReverseMatch, UnicodeError):
        return ""
    given = {name: value for name, value in query.items() if value}
    return f"{address}?{urlencode(given)}" if given else address
