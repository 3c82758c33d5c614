"""Retention of retrievals (`validation.platform.retained`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Exists, OuterRef

from retrieval.domain.result import RETRIEVAL
from retrieval.models import Retrieval, StoredResult
from validation.domain.attempt import UNDECIDED
from validation.platform.retained import RowsByAge


class Retrievals(RowsByAge):
    name = "retrievals"
    description = "Retrievals: their chunks, verdicts and feedback, and results that no other retrieval shares"
    model = Retrieval
    time = "submitted_at"
    gate = RETRIEVAL
    keyed = "retrieval"

    def candidates(self, before: Any) -> Any:
        return super().candidates(before).exclude(state__in=[state.value for state in UNDECIDED])

    def forget(self, keys: Sequence[Any]) -> None:
        results = list(Retrieval.objects.filter(pk__in=keys).values_list("result", flat=True).distinct())
        super().forget(keys)
        shared = Retrieval.objects.filter(result=OuterRef("pk"))
        StoredResult.objects.filter(~Exists(shared), pk__in=[key for key in results if key]).delete()
