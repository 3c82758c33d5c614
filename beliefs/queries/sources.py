"""A source, and who cites it."""

from __future__ import annotations

from beliefs.domain.corpus import COMMON
from beliefs.models import BeliefLink, BeliefRecord, Source
from beliefs.queries.addresses import belief_address
from beliefs.queries.beliefs import common_first
from beliefs.queries.corpora import shown_sources, visible_beliefs
from validation.domain.errors import NotFound
from validation.platform.gates import Citation

MOST_CITING = 200


def find_source(kind: str, name: str, *, pipeline: str) -> Source:
    row = common_first(shown_sources(pipeline).filter(kind=kind, name=name)) if "\x00" not in kind + name else None
    if row is None:
        raise NotFound("source_not_found", f"There is no {kind[:20]} '{name[:150]}'. Sync a checkout or PUT it first.")
    return row


def cited_by(source: Source, *, pipeline: str) -> list[tuple[str, str]]:
    """(pipeline, name) of beliefs."""
    links = BeliefLink.objects.filter(found_kind=source.kind, found_name=source.name)
    own = BeliefRecord.objects.filter(pipeline=source.pipeline)
    readers = visible_beliefs(pipeline or COMMON) if source.pipeline == COMMON else own
    citing = links.filter(belief__in=readers).order_by("belief__name")
    return list(citing.values_list("belief__pipeline", "belief__name").distinct()[:MOST_CITING])


class BeliefsCiting:
    """Beliefs that cite a turn: a ruling that overturns it may take their ground away."""

    def citing(self, pipeline: str, turn_id: str, *, limit: int) -> tuple[Citation, ...]:
        own = BeliefRecord.objects.filter(pipeline=pipeline)
        found = own.filter(links__found_kind="turn", links__found_name=turn_id).distinct()
        rows = found.order_by("name").values_list("name", "statement")[:limit]
        return tuple(Citation("belief", statement, belief_address(name, pipeline=pipeline)) for name, statement in rows)
