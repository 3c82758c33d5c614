"""The figures of the retrieval gate as the API gives them."""

from __future__ import annotations

from typing import Any

from retrieval.queries.stats import RetrievalStats
from validation.domain.agreement import Measured


def stats_resource(stats: RetrievalStats) -> dict[str, Any]:
    return {
        "n": stats.n,
        "halted": stats.halted,
        "undecided": stats.undecided,
        "reused": stats.reused,
        "answer_present": stats.answered,
        "dropped_quotes": stats.dropped,
        "qualities": {quality.value: count for quality, count in stats.qualities},
        "over_time": {
            "step": "hour" if stats.over_time.hourly else "day",
            "buckets": [{"at": bucket.at, **bucket.counts} for bucket in stats.over_time.buckets],
        },
        "downstream": {
            "table": stats.downstream.table,
            "rank_correlation": _measured(stats.downstream.correlation),
        },
        "targets": [
            {
                "code": one.code,
                "what": one.said,
                "target": one.target,
                "kind": one.kind,
                "measured": _measured(one.measured),
                "basis": one.basis,
                "met": one.met,
            }
            for one in stats.targets
        ],
    }


def _measured(figure: Measured) -> dict[str, float | int | None]:
    return {"value": figure.value, "low": figure.low, "high": figure.high, "n": figure.n}
