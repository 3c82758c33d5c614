"""A draft policy over what the other gates had decided: what flips, which setting made it, how people had ruled."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from django.urls import reverse

from validation.domain.batches import batches
from validation.domain.decisions.replay import FlipSource, each_taken_back, responsible_settings
from validation.domain.intervention import RulingState
from validation.domain.policy import PolicyDocument
from validation.models import Policy, RulingRecord
from validation.platform.gates import RegisteredGate, gates
from validation.platform.replay import GateOutcomes, ReplayScope, StoredOutcome

Item = TypeVar("Item")
_CHUNK = 1_000

SHOWN = 20
"""Attempts or other subjects named for each flow."""


@dataclass(frozen=True, slots=True)
class GateFlip:
    subject_id: str
    title: str
    page: str
    ruling: str

    @property
    def address(self) -> str:
        return reverse(self.page, args=[self.subject_id])


@dataclass(frozen=True, slots=True)
class Flow(Generic[Item]):
    """All flips from one outcome to another. `settings` counts those of the draft without which they would not be,
    `ruled` the rulings among them; `items` are the newest few. Of attempts `sources` counts what made them."""

    before: str
    after: str
    count: int
    settings: dict[str, int]
    ruled: dict[str, int]
    items: tuple[Item, ...]
    sources: dict[FlipSource, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GateReplay:
    """`judged` subjects were read, the newest; of `unknown` of them too little is stored to decide them anew."""

    gate: str
    noun: str
    judged: int
    more: bool
    unknown: int
    flows: tuple[Flow[GateFlip], ...]

    @property
    def flipped(self) -> int:
        return sum(flow.count for flow in self.flows)


def replay_gates(draft: PolicyDocument, base: PolicyDocument, scope: ReplayScope) -> tuple[GateReplay, ...]:
    """Of the gates whose section differs from `base`, the policy in force."""
    replayed: list[GateReplay] = []
    for gate in gates():
        if gate.replay and getattr(draft, gate.name) != getattr(base, gate.name):
            replayed += (_replay(gate, stored, draft) for stored in gate.replay(scope))
    return tuple(replayed)


def _replay(gate: RegisteredGate, stored: GateOutcomes, draft: PolicyDocument) -> GateReplay:
    drafts = _Drafts(draft, gate.name, stored)
    found = [(one, drafts.before(one), one.outcome(draft)) for one in stored.outcomes]
    flips = [(one, before, after) for one, before, after in found if before and after and before != after]
    rulings = final_rulings(gate.name, [one.subject_id for one, _, _ in flips])
    gathered: defaultdict[tuple[str, str], list[StoredOutcome]] = defaultdict(list)
    for one, before, after in flips:
        gathered[before, after].append(one)
    flows = [
        Flow(
            before,
            after,
            len(ones),
            counted(path for one in ones for path in drafts.settings(one, before)),
            counted(rulings[one.subject_id] for one in ones if one.subject_id in rulings),
            tuple(GateFlip(o.subject_id, o.title, o.page, rulings.get(o.subject_id, "")) for o in ones[:SHOWN]),
        )
        for (before, after), ones in gathered.items()
    ]
    unknown = sum(before is None or after is None for _, before, after in found)
    ordered = tuple(sorted(flows, key=lambda flow: -flow.count))
    return GateReplay(gate.name, stored.noun, len(found), stored.more, unknown, ordered)


def counted(found: Iterable[Item]) -> dict[Item, int]:
    """How often each, the most frequent first."""
    return dict(Counter(found).most_common())


class _Drafts:
    """A draft, and what is left of it when one setting stays as the policy had it that decided a subject."""

    def __init__(self, draft: PolicyDocument, section: str, stored: GateOutcomes) -> None:
        numbers = {one.policy for one in stored.outcomes}
        self._deciding = {row.number: row.read() for row in Policy.objects.filter(number__in=numbers)}
        self._taken_back = {
            number: {
                f"{section}.{name}": draft.model_copy(update={section: rest})
                for name, rest in each_taken_back(getattr(draft, section), getattr(policy, section)).items()
            }
            for number, policy in self._deciding.items()
        }

    def before(self, one: StoredOutcome) -> str | None:
        return one.outcome(self._deciding[one.policy])

    def settings(self, one: StoredOutcome, before: str) -> list[str]:
        return responsible_settings(self._taken_back[one.policy], lambda rest: one.outcome(rest) == before)


def final_rulings(gate: str, subjects: Sequence[str]) -> dict[str, str]:
    """The last one on each subject."""
    found: dict[str, str] = {}
    for chunk in batches(subjects, _CHUNK):
        final = RulingRecord.objects.filter(subject_id__in=chunk, state=RulingState.FINAL, intervention__gate=gate)
        found.update(final.order_by("at").values_list("subject_id", "ruling"))
    return found
