"""Beliefs that cite a turn: a ruling that overturns it may take their ground away."""

from __future__ import annotations

from beliefs.models import BeliefRecord
from beliefs.queries.addresses import belief_address
from validation.domain.citations import Citation


class BeliefsCiting:
    def citing(self, pipeline: str, turn_id: str, *, limit: int) -> tuple[Citation, ...]:
        own = BeliefRecord.objects.filter(pipeline=pipeline)
        found = own.filter(links__found_kind="turn", links__found_name=turn_id).distinct()
        rows = found.order_by("name").values_list("name", "statement")[:limit]
        return tuple(Citation("belief", statement, belief_address(name, pipeline=pipeline)) for name, statement in rows)
