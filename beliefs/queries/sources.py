"""A source as its page shows it: its words, the quoted ones told apart, and who cites it."""

from __future__ import annotations

from dataclasses import dataclass

from beliefs.domain.corpus import COMMON
from beliefs.models import BeliefLink, BeliefRecord
from beliefs.queries.addresses import belief_address
from beliefs.queries.beliefs import common_first
from beliefs.queries.corpora import shown_sources, visible_beliefs
from validation.domain.citations import Citation
from validation.domain.errors import NotFound

MOST_CITING = 200


@dataclass(frozen=True, slots=True)
class SourcePage:
    """`before + quoted + after` is the text; `quoted` is empty where the quote does not stand in it word for word.
    `cited_by` are (pipeline, name) of beliefs."""

    pipeline: str
    kind: str
    name: str
    before: str
    quoted: str
    after: str
    cited_by: tuple[tuple[str, str], ...]


def find_source(kind: str, name: str, *, pipeline: str, quote: str = "") -> SourcePage:
    row = common_first(shown_sources(pipeline).filter(kind=kind, name=name)) if "\x00" not in kind + name else None
    if row is None:
        raise NotFound("source_not_found", f"There is no {kind[:20]} '{name[:150]}'. Sync a checkout or PUT it first.")
    before, quoted, after = row.text.partition(quote) if quote else (row.text, "", "")
    links = BeliefLink.objects.filter(found_kind=kind, found_name=name)
    own = BeliefRecord.objects.filter(pipeline=row.pipeline)
    readers = visible_beliefs(pipeline or COMMON) if row.pipeline == COMMON else own
    citing = links.filter(belief__in=readers).order_by("belief__name")
    names = citing.values_list("belief__pipeline", "belief__name").distinct()[:MOST_CITING]
    return SourcePage(row.pipeline, kind, name, before, quoted, after, tuple(names))


class BeliefsCiting:
    """Beliefs that cite a turn: a ruling that overturns it may take their ground away."""

    def citing(self, pipeline: str, turn_id: str, *, limit: int) -> tuple[Citation, ...]:
        own = BeliefRecord.objects.filter(pipeline=pipeline)
        found = own.filter(links__found_kind="turn", links__found_name=turn_id).distinct()
        rows = found.order_by("name").values_list("name", "statement")[:limit]
        return tuple(Citation("belief", statement, belief_address(name, pipeline=pipeline)) for name, statement in rows)
