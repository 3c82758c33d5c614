"""The figures of the retrieval gate as the API gives them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from retrieval.queries.stats import RetrievalStats


def stats_resource(stats: RetrievalStats) -> dict[str, Any]:
    return {
        "n": stats.n,
        "halted": stats.halted,
        "undecided": stats.undecided,
        "reused": stats.reused,
        "answer_present": stats.answered,
        "dropped_quotes": stats.dropped,
        "qualities": {quality.value: count for quality, count in stats.qualities},
        "over_time": stats.over_time.resource(),
        "downstream": {
            "table": stats.downstream.table,
            "rank_correlation": asdict(stats.downstream.correlation),
        },
        "targets": [
            {
                "code": one.code,
                "what": one.said,
                "target": one.target,
                "kind": one.kind,
                "measured": asdict(one.measured),
                "basis": one.basis,
                "met": one.met,
            }
            for one in stats.targets
        ],
    }
