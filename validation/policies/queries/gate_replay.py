"""Replays a draft policy on past decisions of the other gates: what flips, which setting causes it, and how people
ruled."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from types import MappingProxyType
from typing import Generic, TypeVar

from django.urls import reverse

from validation.domain.batches import batches
from validation.domain.decisions.replay import FlipSource, responsible_settings, without_each_change
from validation.domain.errors import InputRejected
from validation.domain.intervention import RulingState
from validation.domain.policy import PolicyDocument, overridden
from validation.models import Policy, RulingRecord
from validation.platform.gates import RegisteredGate, gates
from validation.platform.policies import pipeline_policies
from validation.platform.replay import GateOutcomes, ReplayScope, StoredOutcome

Item = TypeVar("Item")
_CHUNK = 1_000

SHOWN = 20
"""Most subjects listed for each flow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flip:
    """A subject that the draft decides differently. `ruling` is the reviewer's final ruling, or empty; `settings` are
    the changed settings without which it would not flip."""

    ruling: str
    settings: Sequence[str]
    source: FlipSource | None = None


@dataclass(frozen=True, slots=True)
class GateFlip(Flip):
    subject_id: str
    title: str
    page: str

    @property
    def address(self) -> str:
        return reverse(self.page, args=[self.subject_id])


F = TypeVar("F", bound=Flip)


@dataclass(frozen=True, slots=True)
class Flow(Generic[F]):
    """All flips from one outcome to another. `settings` counts the settings that cause them, `sources` the kinds of
    cause, if known, and `ruled` the rulings on them; `items` holds the newest few."""

    before: str
    after: str
    count: int
    settings: dict[str, int]
    ruled: dict[str, int]
    items: tuple[F, ...]
    sources: dict[FlipSource, int]


def flows_of(flips: Iterable[tuple[str, str, F]]) -> list[Flow[F]]:
    """Groups `(before, after, flip)` by outcomes, the most frequent first."""
    gathered: defaultdict[tuple[str, str], list[F]] = defaultdict(list)
    for before, after, flip in flips:
        gathered[before, after].append(flip)
    flows = [
        Flow(
            before,
            after,
            len(ones),
            settings=_counted(path for one in ones for path in one.settings),
            ruled=_counted(one.ruling for one in ones if one.ruling),
            items=tuple(ones[:SHOWN]),
            sources=_counted(one.source for one in ones if one.source),
        )
        for (before, after), ones in gathered.items()
    ]
    return sorted(flows, key=lambda flow: -flow.count)


def _counted(found: Iterable[Item]) -> dict[Item, int]:
    """Counts by value, the most frequent first."""
    return dict(Counter(found).most_common())


@dataclass(frozen=True, slots=True)
class GateReplay:
    """`judged` is the number of subjects replayed, the newest ones (`more` if there are older ones). Of these,
    `unknown` cannot be decided again because too little is stored."""

    gate: str
    noun: str
    judged: int
    more: bool
    unknown: int
    flows: tuple[Flow[GateFlip], ...]

    @property
    def flipped(self) -> int:
        return sum(flow.count for flow in self.flows)


Own = Mapping[str, PolicyDocument]
"""The draft as it would be in force for the pipelines that it does not hold for unchanged, by their names."""
UNCHANGED: Own = MappingProxyType({})


def drafts_of_pipelines(draft: PolicyDocument) -> Own:
    """What publishing the common `draft` makes of each pipeline with settings of its own. Where these do not go
    together with the draft, publishing is refused, so the pipeline's policy stays."""
    return {str(policy.pipeline): _rebased(draft, policy) for policy in pipeline_policies()}


def _rebased(draft: PolicyDocument, own: Policy) -> PolicyDocument:
    try:
        return overridden(draft, own.overrides)
    except InputRejected:
        return own.read()


def replay_gates(
    draft: PolicyDocument, base: PolicyDocument, scope: ReplayScope, own: Own = UNCHANGED
) -> tuple[GateReplay, ...]:
    """Replays the gates whose section of the policy differs from `base`, the policy in force."""
    replayed: list[GateReplay] = []
    for gate in gates():
        if gate.replay and getattr(draft, gate.name) != getattr(base, gate.name):
            replayed += (_replay(gate, stored, draft, own) for stored in gate.replay(scope))
    return tuple(replayed)


def _replay(gate: RegisteredGate, stored: GateOutcomes, draft: PolicyDocument, own: Own) -> GateReplay:
    drafts = Drafts(draft, own, gate.name, {(one.pipeline, one.policy) for one in stored.outcomes})
    found = [
        (one, one.outcome(drafts.deciding[one.policy]), one.outcome(drafts.of(one.pipeline))) for one in stored.outcomes
    ]
    flips = [(one, before, after) for one, before, after in found if before and after and before != after]
    rulings = final_rulings(gate.name, [one.subject_id for one, _, _ in flips])
    flows = flows_of(
        (before, after, _flip(one, before, drafts, rulings.get(one.subject_id, ""))) for one, before, after in flips
    )
    unknown = sum(before is None or after is None for _, before, after in found)
    return GateReplay(gate.name, stored.noun, len(found), stored.more, unknown, tuple(flows))


def _flip(one: StoredOutcome, before: str, drafts: Drafts, ruling: str) -> GateFlip:
    settings = drafts.settings(one.pipeline, one.policy, lambda rest: one.outcome(rest) == before)
    return GateFlip(one.subject_id, one.title, one.page, ruling=ruling, settings=settings)


class Drafts:
    """Finds the settings of a draft that cause a flip. `origins` are the pipeline of each subject and the policy that
    decided it (`deciding`, by number); for each it holds variants of the pipeline's draft, each with one setting of the
    section reset to that policy's value."""

    def __init__(self, draft: PolicyDocument, own: Own, section: str, origins: AbstractSet[tuple[str, int]]) -> None:
        self._draft, self._own = draft, own
        numbers = {policy for _, policy in origins}
        self.deciding = {row.number: row.read() for row in Policy.objects.filter(number__in=numbers)}
        self._taken_back = {
            (pipeline, number): {
                f"{section}.{name}": self.of(pipeline).model_copy(update={section: rest})
                for name, rest in without_each_change(
                    getattr(self.of(pipeline), section), getattr(self.deciding[number], section)
                ).items()
            }
            for pipeline, number in origins
        }

    def of(self, pipeline: str) -> PolicyDocument:
        """The draft as it would be in force for that pipeline."""
        return self._own.get(pipeline, self._draft)

    def settings(self, pipeline: str, policy: int, undoes: Callable[[PolicyDocument], bool]) -> list[str]:
        """The settings that cause a flip: resetting one satisfies `undoes`. `policy` decided the subject."""
        return responsible_settings(self._taken_back[pipeline, policy], undoes)


def final_rulings(gate: str, subjects: Sequence[str]) -> dict[str, str]:
    """The last final ruling on each subject."""
    found: dict[str, str] = {}
    for chunk in batches(subjects, _CHUNK):
        final = RulingRecord.objects.filter(subject_id__in=chunk, state=RulingState.FINAL, intervention__gate=gate)
        found.update(final.order_by("at").values_list("subject_id", "ruling"))
    return found
