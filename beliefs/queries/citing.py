"""Beliefs that cite a turn: a ruling that overturns it may take their ground away."""

from __future__ import annotations

from django.urls import reverse

from beliefs.models import BeliefRecord
from validation.domain.citations import Citation


class BeliefsCiting:
    def citing(self, turn_id: str, *, limit: int) -> tuple[Citation, ...]:
        found = BeliefRecord.objects.filter(links__found_kind="turn", links__found_name=turn_id).distinct()
        rows = found.order_by("name").values_list("name", "statement")[:limit]
        return tuple(Citation("belief", statement, reverse("beliefs:belief", args=[name])) for name, statement in rows)
