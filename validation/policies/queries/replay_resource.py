"""A replay as the API shows it."""

from __future__ import annotations

from typing import Any

from validation.policies.queries.replay import Flow, Replay


def replay_resource(replay: Replay, *, in_force: int) -> dict[str, Any]:
    """`decided_elsewhere` counts attempts that another policy than the one in force had decided."""
    return {
        "policy": in_force,
        "judged": replay.judged,
        "more": replay.more,
        "unchanged": replay.unchanged,
        "flipped": replay.flipped,
        "decided_elsewhere": replay.elsewhere,
        "held_by_checks": replay.held_by_checks,
        "flips": [_flow(flow) for flow in replay.flows],
    }


def _flow(flow: Flow) -> dict[str, Any]:
    return {
        "from": flow.before,
        "to": flow.after,
        "count": flow.count,
        "sources": flow.sources,
        "ruled": flow.ruled,
        "attempts": [
            {
                "id": str(item.attempt_id),
                "turn_id": item.turn_id,
                "attempt": item.number,
                "confidence": item.confidence,
                "ruling": item.ruling or None,
                "links": {"self": f"/api/v1/attempts/{item.attempt_id}", "page": f"/attempts/{item.attempt_id}"},
            }
            for item in flow.items
        ],
    }
