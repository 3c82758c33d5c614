"""What a draft policy would have routed elsewhere, for the page that edits it: asked again at each change."""

from __future__ import annotations

from dataclasses import dataclass

from validation.domain.policy import PolicyDocument
from validation.platform.pages.scope import Scope
from validation.platform.policies import policy_of
from validation.policies.queries.replay import Replay, ReplayScope, replay_policy
from validation.policies.web.policy_fields import Change, changes


@dataclass(frozen=True, slots=True)
class Draft:
    """`replay` is None when nothing differs that decides attempts: the other sections hold from now on only."""

    changes: tuple[Change, ...]
    replay: Replay | None

    @property
    def only_later(self) -> bool:
        """Something differs, but nothing by which a stored verdict could be decided anew."""
        return bool(self.changes) and self.replay is None


def draft_of(document: PolicyDocument, scope: Scope) -> Draft:
    in_force = policy_of(scope.pipeline)
    base = in_force.read()
    if document.response == base.response:
        return Draft(changes(base, document), None)
    wanted = ReplayScope(scope.pipeline, scope.since)
    return Draft(changes(base, document), replay_policy(document.response, wanted, in_force=in_force.number))
