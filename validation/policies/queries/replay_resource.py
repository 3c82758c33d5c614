"""A replay as the API shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import reverse

from validation.policies.queries.gate_replay import GateReplay
from validation.policies.queries.replay import Flow, Replay


def replay_resource(replay: Replay, others: Sequence[GateReplay], *, in_force: int) -> dict[str, Any]:
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
        "gates": [_gate(gate) for gate in others],
    }


def _flow(flow: Flow) -> dict[str, Any]:
    return {
        "from": flow.before,
        "to": flow.after,
        "count": flow.count,
        "sources": flow.sources,
        "settings": flow.settings,
        "ruled": flow.ruled,
        "attempts": [
            {
                "id": str(item.attempt_id),
                "turn_id": item.turn_id,
                "attempt": item.number,
                "confidence": item.confidence,
                "ruling": item.ruling or None,
                "blocked_by": item.blocked_by or None,
                "links": {"self": f"/api/v1/attempts/{item.attempt_id}", "page": f"/attempts/{item.attempt_id}"},
            }
            for item in flow.items
        ],
    }


def _gate(replay: GateReplay) -> dict[str, Any]:
    return {
        "gate": replay.gate,
        "noun": replay.noun,
        "judged": replay.judged,
        "more": replay.more,
        "unknown": replay.unknown,
        "flipped": replay.flipped,
        "flips": [
            {
                "from": flow.before,
                "to": flow.after,
                "count": flow.count,
                "settings": flow.settings,
                "ruled": flow.ruled,
                "subjects": [
                    {
                        "id": item.subject_id,
                        "title": item.title,
                        "ruling": item.ruling or None,
                        "page": reverse(item.page, args=[item.subject_id]),
                    }
                    for item in flow.items
                ],
            }
            for flow in replay.flows
        ],
    }
