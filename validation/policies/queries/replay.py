"""A draft policy over what was judged already: which routes flip, and which way a reviewer had ruled on them.

Reads verdicts, never a body, and at most the newest of the scope. Each attempt is taken by itself, with the counters
recorded for it: a flip of one attempt does not undo the attempts that followed it.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, cast
from uuid import UUID

from django.db.models import F

from validation.domain.attempt import RESPONSE, AttemptState, Route
from validation.domain.batches import batches
from validation.domain.check import CheckState, DecisionSource
from validation.domain.decisions.loop import Counters
from validation.domain.decisions.replay import (
    MOVED_BY_POLICY,
    FlipSource,
    Replayed,
    StoredVerdict,
    blocked_by,
    each_taken_back,
    replay,
    responsible_settings,
)
from validation.domain.finding import Severity
from validation.domain.policy import ResponsePolicy
from validation.domain.verdict import Decision
from validation.models import Attempt, CheckRecord, GoalScore, Policy
from validation.platform.paging.filters import within
from validation.platform.replay import ReplayScope
from validation.policies.queries.gate_replay import SHOWN, Flow, GateReplay, counted, final_rulings

_CHUNK = 1_000
_EMBEDDED = "embedded"
_ROUTES = tuple(Route)


@dataclass(frozen=True, slots=True)
class Flip:
    """One attempt that the draft would have routed elsewhere. `ruling` is what a reviewer finally said, or empty;
    `blocked_by` what keeps it from approval under the draft, or empty."""

    attempt_id: UUID
    turn_id: str
    number: int
    confidence: float
    ruling: str
    blocked_by: str


@dataclass(frozen=True, slots=True)
class Replay:
    """`judged` attempts were read, the newest; `more` says that there were older ones. `decided_elsewhere` of them were
    decided by another than `policy`, which is in force; `held_by_checks` would pass every threshold of the draft, but
    not a check. Of `read_otherwise` the draft takes other sections for evidence: what it makes of those only a new
    judging tells. `gates` are the other gates whose section differs."""

    policy: int
    judged: int
    more: bool
    unchanged: int
    decided_elsewhere: int
    held_by_checks: int
    read_otherwise: int
    flows: tuple[Flow[Flip], ...]
    gates: tuple[GateReplay, ...] = ()

    @property
    def flipped(self) -> int:
        return self.judged - self.unchanged


@dataclass(slots=True)
class _Row:
    attempt_id: UUID
    turn_id: str
    number: int
    route: str
    revise: int
    retry: int
    policy: int
    judgement: int
    judge: str
    confidence: float
    raw_confidence: float
    voices: list[dict[str, Any]]
    decision: str
    goals: tuple[float, ...] = ()
    overruled: bool = False
    ruling: str = field(default="")
    source: FlipSource = FlipSource.THRESHOLD
    settings: list[str] = field(default_factory=list)
    blocked_by: str = ""

    def flips(self, after: Replayed) -> bool:
        """True where the draft routes it elsewhere; notes why."""
        goals = next((Decision(one["decision"]) for one in self.voices if one["voice"] == "goals"), None)
        self.source = after.flip_source(Decision(self.decision), goals)
        return after.route != self.route

    def explain(self, draft: ResponsePolicy, after: Replayed, taken_back: dict[str, ResponsePolicy]) -> None:
        """Notes which settings made the flip, and what keeps the attempt from approval now."""
        stored = self.stored()
        self.settings = responsible_settings(taken_back, lambda rest: replay(stored, rest).route == self.route)
        asking = {one["voice"] for one in self.voices if one["decision"] == after.decision}
        self.blocked_by = blocked_by(stored, after, asking - MOVED_BY_POLICY, draft)

    def stored(self) -> StoredVerdict:
        """The embedded judge keeps its probability as raw confidence; its verdict's own is the final one."""
        asked = tuple(Decision(one["decision"]) for one in self.voices if one["voice"] not in MOVED_BY_POLICY)
        own = next((Decision(one["decision"]) for one in self.voices if one["voice"] == "judge"), None)
        embedded = self.judge == _EMBEDDED
        return StoredVerdict(
            confidence=self.confidence if embedded else self.raw_confidence,
            asked=asked,
            overruled=self.overruled,
            llm=None if embedded else own,
            goals=self.goals,
            counters=Counters(self.revise, self.retry),
        )


def replay_policy(draft: ResponsePolicy, scope: ReplayScope, *, in_force: int) -> Replay:
    rows, more = _rows(scope)
    _add_goals(rows)
    _add_overruled(rows)
    replayed = [(row, replay(row.stored(), draft)) for row in rows]
    flipped = [(row, after.route) for row, after in replayed if row.flips(after)]
    rulings = final_rulings(RESPONSE, [str(row.attempt_id) for row, _ in flipped])
    for row, _ in flipped:
        row.ruling = rulings.get(str(row.attempt_id), "")
    policies = Policy.objects.filter(number__in={row.policy for row in rows})
    deciding = {one.number: one.read().response for one in policies}
    taken_back = {number: each_taken_back(draft, policy) for number, policy in deciding.items()}
    for row, anew in replayed:
        if row.route != anew.route:
            row.explain(draft, anew, taken_back[row.policy])
    gathered: defaultdict[tuple[Route, Route], list[_Row]] = defaultdict(list)
    for row, after in flipped:
        gathered[Route(row.route), after].append(row)
    ordered = sorted(gathered.items(), key=lambda pair: (-len(pair[1]), *map(_ROUTES.index, pair[0])))
    return Replay(
        policy=in_force,
        judged=len(rows),
        more=more,
        unchanged=len(rows) - len(flipped),
        decided_elsewhere=sum(row.policy != in_force for row in rows),
        held_by_checks=sum(after.held_by_checks for _, after in replayed),
        read_otherwise=sum(deciding[row.policy].writes_evidence != draft.writes_evidence for row in rows),
        flows=tuple(_flow(before, after, found) for (before, after), found in ordered),
    )


def _flow(before: Route, after: Route, rows: list[_Row]) -> Flow[Flip]:
    items = tuple(
        Flip(row.attempt_id, row.turn_id, row.number, row.confidence, row.ruling, row.blocked_by)
        for row in rows[:SHOWN]
    )
    settings = counted(f"response.{name}" for row in rows for name in row.settings)
    ruled, sources = counted(row.ruling for row in rows if row.ruling), counted(row.source for row in rows)
    return Flow(before, after, len(rows), settings, ruled, items, sources)


def _rows(scope: ReplayScope) -> tuple[list[_Row], bool]:
    """The newest decided attempts with the judgement in force."""
    found = Attempt.objects.filter(
        within(scope, "submitted_at"), state=AttemptState.DECIDED, judgements__number=F("judgement_number")
    )
    columns = found.order_by("-submitted_at", "-id").values_list(
        "pk", "turn__turn_id", "number", "judged_route", "revise_count", "retry_count", "policy", "judgements__pk",
        "judgements__judge", "judgements__confidence", "judgements__raw_confidence", "judgements__voices", "decision",
    )  # fmt: skip
    rows = [_Row(*cast(Any, row)) for row in columns[: scope.most + 1]]
    return rows[: scope.most], len(rows) > scope.most


def _add_goals(rows: list[_Row]) -> None:
    spoken = {row.judgement: row for row in rows if any(one["voice"] == "goals" for one in row.voices)}
    for chunk in batches(list(spoken), _CHUNK):
        scores: defaultdict[int, list[float]] = defaultdict(list)
        for judgement, score in GoalScore.objects.filter(judgement__in=chunk).values_list("judgement", "score"):
            scores[judgement].append(score)
        for judgement, goals in scores.items():
            spoken[judgement].goals = tuple(goals)


def _add_overruled(rows: list[_Row]) -> None:
    """A check that only the evidence checker fails, by a certain finding: the judge saw a pass there. The embedded
    judge reads the same report as the checker, so it is never overruled."""
    by_llm = {row.judgement: row for row in rows if row.judge != _EMBEDDED}
    for chunk in batches(list(by_llm), _CHUNK):
        overruled = CheckRecord.objects.filter(
            judgement__in=chunk,
            state=CheckState.FAIL,
            said_by=[DecisionSource.EVIDENCE.value],
            judgement__findings__severity=Severity.CERTAIN,
            judgement__findings__check_name=F("name"),
        )
        for judgement in overruled.values_list("judgement", flat=True):
            by_llm[judgement].overruled = True
