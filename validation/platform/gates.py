"""The registry of gates: what the platform and the review desk know about each one.

A gate describes itself as a RegisteredGate in its `registration.py`; its app registers that in `ready()`. When a gate
records a verdict, it calls `platform.interventions.lifecycle.settle_occurrence` to close work that was open on the
subject.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from validation.domain.codes.code import CodeList
from validation.domain.codes.findings import FindingCode
from validation.domain.codes.problems import ProblemCode
from validation.domain.desk.approval import ApprovalConcern
from validation.domain.event import EventType
from validation.domain.halt import HaltCause
from validation.domain.policy import PolicyDocument
from validation.models import Attempt, Judgement, RulingRecord
from validation.platform.events.events import register_resource
from validation.platform.replay import GateOutcomes, ReplayScope
from validation.platform.retained import RowsByAge
from validation.platform.tallies.source import Source, register_source
from validation.platform.work import leased_work
from validation.platform.work.leased_work import WorkKind


@dataclass(frozen=True, slots=True)
class SubjectSummary:
    """One subject as the review desk lists it. `state` is an AttemptState; the fields after it are set for attempts
    only."""

    turn_id: str = ""
    query: str = ""
    state: str = ""
    number: int = 0
    route: str = ""
    failed_checks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Citation:
    """Something that cites a turn. `kind` is a singular noun such as `belief`; `address` is the URL of its page."""

    kind: str
    title: str
    address: str


@dataclass(frozen=True, slots=True)
class TurnSubject:
    """What another gate judged of a turn. `noun` in plain words, in the singular: `query analysis`; `word`, `icon` and
    `tone` are how its outcome looks, `address` its page."""

    noun: str
    title: str
    word: str
    icon: str
    tone: str
    address: str
    at: datetime


class SamplePart(Protocol):
    """What a gate adds to the sample story. `load` and `remove` are atomic and idempotent."""

    label: str
    """Plural noun for the records that it adds, such as `beliefs`."""

    def load(self, *, now: datetime) -> None:
        """Adds the part unless it exists. The turns of the story are stored already."""
        ...

    def remove(self, *, by: str, now: datetime) -> None:
        """Deletes exactly what `load` added."""
        ...

    def size(self) -> int:
        """How many records of the part are stored."""
        ...


@dataclass(frozen=True, slots=True)
class NavigationPage:
    """An entry of the navigation rail. `letter` is the key pressed after `g` to open it; `group` is its block in the
    rail, `order` its position there."""

    label: str
    icon: str
    url_name: str
    letter: str
    group: int
    order: int
    counted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisteredGate:
    """`order` is the gate's position in a turn and in every listing of the gates. Only `name` and `order` are
    required."""

    name: str
    order: int

    subject_kind: str = ""
    """Name of a subject in events and the audit trail; defaults to the gate's name."""
    halt_title: str = ""
    """Title of the intervention for a halt, before the cause."""
    describe: Callable[[Sequence[str]], Mapping[str, SubjectSummary]] | None = None
    """Returns the described subjects by id, without those that were deleted."""
    approval_concerns: Callable[[str], tuple[ApprovalConcern, ...] | None] | None = None
    """Returns what a reviewer must confirm before approving the subject; None if it was deleted."""
    has_drafts: bool = False
    """True if subjects are attempts: a reviewer can edit the draft or send it back, and a ruling sets the route."""
    work: WorkKind | None = None
    """The rows that workers judge; None if the gate judges within the request."""

    subject_page: str = ""
    """URL name of a subject's page. The desk links to it and embeds it: requested with `HX-Target: desk-subject`, the
    page omits its title and frame (`desk.web.item`)."""
    navigation: NavigationPage | None = None

    tallies: Sequence[Source] = ()
    """Its hourly counts."""
    replay: Callable[[ReplayScope], Sequence[GateOutcomes]] | None = None
    """Returns past decisions under the gate's section of the policy, to replay a draft policy on them."""
    retained: Sequence[RowsByAge] = ()
    """Its kinds of records with a retention period, in the order in which they are deleted."""
    sample: SamplePart | None = None
    citing: Callable[[str, str, int], Sequence[Citation]] | None = None
    """Finds records of this gate that cite a turn, by pipeline name and turn id, at most the given number, in a fixed
    number of statements."""
    of_turn: Callable[[int, str], Sequence[TurnSubject]] | None = None
    """The newest of what it judged of a turn, by pipeline key and turn id, in a fixed number of statements."""
    propose_page: str = ""
    """URL name of the form that proposes a lesson from a turn as a belief."""
    apis: Sequence[str] = ()
    """Modules with a `router`, in the order in which paths are matched. Only web processes import them."""
    pages: str = ""
    """URLconf module of its pages, with its own namespace."""
    codes: CodeList | None = None
    """The gate's own codes, for the reference."""
    resources: Mapping[str, Callable[[Sequence[str]], Mapping[str, Any]]] = field(default_factory=dict)
    """Renderers of subjects in event payloads, by kind of subject; same form as the subject's GET."""

    @property
    def audited_as(self) -> str:
        return self.subject_kind or self.name

    @property
    def subject_noun(self) -> str:
        """A subject in plain words, singular."""
        return self.audited_as.replace("_", " ")


def register(gate: RegisteredGate) -> None:
    _GATES[gate.name] = gate
    if gate.work is not None:
        leased_work.register(gate.work)
    for source in gate.tallies:
        register_source(source)
    for kind, render in gate.resources.items():
        register_resource(kind, render)


def gate_of(name: str) -> RegisteredGate:
    return _GATES[name]


def gates() -> tuple[RegisteredGate, ...]:
    return tuple(sorted(_GATES.values(), key=lambda gate: gate.order))


def code_lists() -> tuple[CodeList, ...]:
    """Every code of the product: those of the platform and the response gate, then each gate's own."""
    return (
        *ProblemCode.listed_by_status(),
        HaltCause.listed("halt", "Halts: why judging was not possible"),
        EventType.listed("event", "Events"),
        FindingCode.listed("finding", "Findings of the response gate"),
        *(gate.codes for gate in gates() if gate.codes),
    )


_GATES: dict[str, RegisteredGate] = {}


AFTER_DECISION: list[Callable[[Attempt, Judgement, PolicyDocument, datetime], UUID | None]] = []
"""Hooks called as `(attempt, judgement, policy, now)` when a judgement has taken effect and the attempt is saved.
One that opens an intervention on the attempt, which then waits for a ruling, returns its id."""
AFTER_RULING: list[Callable[[RulingRecord, datetime], None]] = []
"""Hooks called as `(ruling, now)` when a ruling has become final."""
