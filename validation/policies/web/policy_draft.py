"""What a draft policy would have routed elsewhere, for the page that edits it: asked again at each change."""

from __future__ import annotations

from dataclasses import dataclass, replace
from uuid import UUID

from validation.domain.policy import PolicyDocument
from validation.platform.pages.scope import Scope
from validation.platform.policies import policy_of
from validation.platform.replay import ReplayScope
from validation.policies.queries.gate_replay import GateReplay, replay_gates
from validation.policies.queries.replay import Flow, Replay, replay_policy
from validation.policies.web.policy_fields import Change, changes


@dataclass(frozen=True, slots=True)
class Draft:
    """`replay` is None when nothing differs that decides attempts; `gates` are the others whose section differs. The
    other sections hold from now on only."""

    changes: tuple[Change, ...]
    replay: Replay | None
    gates: tuple[GateReplay, ...]

    @property
    def only_later(self) -> bool:
        """Something differs, but nothing by which a stored verdict could be decided anew."""
        return bool(self.changes) and self.replay is None and not self.gates


def draft_of(document: PolicyDocument, scope: Scope, *, hidden: frozenset[UUID]) -> Draft:
    """Attempts that are `hidden` are counted and not named: their verdict must not be seen yet."""
    in_force = policy_of(scope.pipeline)
    base = in_force.read()
    wanted = ReplayScope(scope.pipeline, scope.since)
    moved = document.response != base.response
    replay = replay_policy(document.response, wanted, in_force=in_force.number) if moved else None
    if replay:
        replay = replace(replay, flows=tuple(_without(flow, hidden) for flow in replay.flows))
    return Draft(changes(base, document), replay, replay_gates(document, base, wanted))


def _without(flow: Flow, hidden: frozenset[UUID]) -> Flow:
    return replace(flow, items=tuple(one for one in flow.items if one.attempt_id not in hidden))
