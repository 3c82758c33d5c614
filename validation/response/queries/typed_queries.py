"""What the user typed in a turn, as its query analyses hold it."""

from __future__ import annotations

from validation.models import QueryAnalysisText

_MOST = 5
"""Of one turn: phase 1 runs again once, by the specification."""


def typed_queries(*, pipeline_id: int, turn_id: str) -> list[str]:
    """The newest first; only those that could hold a heading."""
    of_turn = QueryAnalysisText.objects.filter(
        record__pipeline_id=pipeline_id, record__turn_id=turn_id, raw_query__contains="#"
    )
    return list(of_turn.order_by("-record__at").values_list("raw_query", flat=True)[:_MOST])
