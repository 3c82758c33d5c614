"""Replays a draft policy on judged attempts: which routes flip, and how a reviewer had ruled on them.

Reads verdicts of the newest attempts in scope, no bodies. Attempts are replayed independently, with their recorded
counters: a flip does not affect later attempts of the turn.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import F

from validation.domain.attempt import RESPONSE, AttemptState, Route
from validation.domain.batches import batches
from validation.domain.check import CheckState, DecisionSource
from validation.domain.decisions.loop import Counters
from validation.domain.decisions.replay import (
    MOVED_BY_POLICY,
    ReplayedDecision,
    StoredVerdict,
    blocked_by,
    replay,
)
from validation.domain.finding import Severity
from validation.domain.policy import PolicyDocument
from validation.domain.verdict import Decision
from validation.models import Attempt, CheckRecord, GoalScore
from validation.platform.replay import ReplayScope, newest_in_scope
from validation.policies.queries.gate_replay import (
    UNCHANGED,
    Drafts,
    Flip,
    Flow,
    GateReplay,
    Own,
    final_rulings,
    flows_of,
)

_CHUNK = 1_000
_EMBEDDED = "embedded"
_ROUTES = tuple(Route)


@dataclass(frozen=True, slots=True)
class AttemptFlip(Flip):
    """`blocked_by` is what prevents approval under the draft, or empty."""

    attempt_id: UUID
    turn_id: str
    number: int
    confidence: float
    blocked_by: str


@dataclass(frozen=True, slots=True)
class Replay:
    """`judged` attempts were replayed, the newest ones (`more` if there are older ones). Of these, `decided_elsewhere`
    were decided by another policy than `policy`, the one in force; `held_by_checks` pass every threshold of the draft
    but fail a check; for `read_otherwise` the draft uses other sections as evidence, so only a new judging can tell the
    result. `gates` holds the other gates whose section differs."""

    policy: int
    judged: int
    more: bool
    unchanged: int
    decided_elsewhere: int
    held_by_checks: int
    read_otherwise: int
    flows: tuple[Flow[AttemptFlip], ...]
    gates: tuple[GateReplay, ...] = ()

    @property
    def flipped(self) -> int:
        return self.judged - self.unchanged


class _Row(NamedTuple):
    """A decided attempt with its current judgement."""

    attempt_id: UUID
    turn_id: str
    number: int
    route: str
    revise: int
    retry: int
    policy: int
    pipeline: str
    judgement: int
    judge: str
    confidence: float
    raw_confidence: float
    voices: list[dict[str, Any]]
    decision: str

    def asked_by(self, voice: str) -> Decision | None:
        return next((Decision(one["decision"]) for one in self.voices if one["voice"] == voice), None)

    def stored(self, goals: tuple[float, ...], *, overruled: bool) -> StoredVerdict:
        """The embedded judge stores a probability as raw confidence, so its verdict's confidence is the final one. A
        more severe vote cuts that to the band of the decision; then its own vote tells it, rounded down."""
        embedded = self.judge == _EMBEDDED
        told = next((one.get("reason", "") for one in self.voices if one["voice"] == "confidence"), "")
        voted = float(told.removeprefix("confidence ") or 0.0)
        return StoredVerdict(
            confidence=max(self.confidence, voted) if embedded else self.raw_confidence,
            asked=tuple(Decision(one["decision"]) for one in self.voices if one["voice"] not in MOVED_BY_POLICY),
            overruled=overruled,
            llm=None if embedded else self.asked_by("judge"),
            goals=goals,
            counters=Counters(self.revise, self.retry),
        )


def replay_policy(draft: PolicyDocument, scope: ReplayScope, *, in_force: int, own: Own = UNCHANGED) -> Replay:
    rows, more = _rows(scope)
    drafts = Drafts(draft, own, RESPONSE, {(row.pipeline, row.policy) for row in rows})
    goals, overruled = _goals(rows), _overruled(rows)
    stored = [row.stored(goals.get(row.judgement, ()), overruled=row.judgement in overruled) for row in rows]
    replayed = [
        (row, one, replay(one, drafts.of(row.pipeline).response)) for row, one in zip(rows, stored, strict=True)
    ]
    flipped = [(row, one, after) for row, one, after in replayed if row.route != after.route]
    rulings = final_rulings(RESPONSE, [str(row.attempt_id) for row, *_ in flipped])

    def flip(row: _Row, verdict: StoredVerdict, after: ReplayedDecision) -> AttemptFlip:
        asking = {one["voice"] for one in row.voices if one["decision"] == after.decision}
        return AttemptFlip(
            row.attempt_id,
            row.turn_id,
            row.number,
            row.confidence,
            blocked_by(verdict, after, asking - MOVED_BY_POLICY, drafts.of(row.pipeline).response),
            ruling=rulings.get(str(row.attempt_id), ""),
            settings=drafts.settings(
                row.pipeline, row.policy, lambda rest: replay(verdict, rest.response).route == row.route
            ),
            source=after.flip_source(Decision(row.decision), row.asked_by("goals")),
        )

    flows = flows_of((Route(row.route), after.route, flip(row, verdict, after)) for row, verdict, after in flipped)
    read = [(drafts.deciding[row.policy].response, drafts.of(row.pipeline).response) for row in rows]
    return Replay(
        policy=in_force,
        judged=len(rows),
        more=more,
        unchanged=len(rows) - len(flipped),
        decided_elsewhere=sum(row.policy != in_force for row in rows),
        held_by_checks=sum(after.held_by_checks for *_, after in replayed),
        read_otherwise=sum(before.writes_evidence != after.writes_evidence for before, after in read),
        flows=tuple(
            sorted(flows, key=lambda flow: (-flow.count, _ROUTES.index(flow.before), _ROUTES.index(flow.after)))
        ),
    )


def _rows(scope: ReplayScope) -> tuple[list[_Row], bool]:
    decided = Attempt.objects.filter(state=AttemptState.DECIDED, judgements__number=F("judgement_number"))
    found, more = newest_in_scope(
        decided, scope, "submitted_at", "pk", "turn__turn_id", "number", "judged_route", "revise_count", "retry_count",
        "policy", "pipeline__name", "judgements__pk", "judgements__judge", "judgements__confidence",
        "judgements__raw_confidence", "judgements__voices", "decision",
    )  # fmt: skip
    return [_Row(*row) for row in found], more


def _goals(rows: list[_Row]) -> dict[int, tuple[float, ...]]:
    """Goal scores by judgement, where goals have a vote."""
    scores: defaultdict[int, tuple[float, ...]] = defaultdict(tuple)
    for chunk in batches([row.judgement for row in rows if row.asked_by("goals")], _CHUNK):
        for judgement, score in GoalScore.objects.filter(judgement__in=chunk).values_list("judgement", "score"):
            scores[judgement] += (score,)
    return scores


def _overruled(rows: list[_Row]) -> set[int]:
    """Judgements with a check that the LLM passed but a certain finding failed. The embedded judge uses the same
    evidence report, so it is never overruled."""
    found: set[int] = set()
    for chunk in batches([row.judgement for row in rows if row.judge != _EMBEDDED], _CHUNK):
        overruled = CheckRecord.objects.filter(
            judgement__in=chunk,
            state=CheckState.FAIL,
            said_by=[DecisionSource.EVIDENCE.value],
            judgement__findings__severity=Severity.CERTAIN,
            judgement__findings__check_name=F("name"),
        )
        found.update(overruled.values_list("judgement", flat=True))
    return found
