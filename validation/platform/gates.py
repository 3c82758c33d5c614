"""The gates: what the platform and the review desk know of each. An app registers its own once, when it is ready.

To add a gate: write a folder, describe it there in `registration.py` as a RegisteredGate, and register that in the
app's `ready`. Whoever records a verdict on a subject calls `platform.interventions.lifecycle.settle_occurrence`, which
closes the work.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from validation.domain.codes.code import CodeList
from validation.domain.codes.findings import FindingCode
from validation.domain.codes.problems import ProblemCode
from validation.domain.desk.approval import ApprovalConcern
from validation.domain.event import EventType
from validation.domain.halt import HaltCause
from validation.domain.operations.retention import Retained
from validation.domain.policy import PolicyDocument
from validation.models import Attempt, Judgement, RulingRecord
from validation.platform.events.events import register_resource
from validation.platform.replay import GateOutcomes, ReplayScope
from validation.platform.tallies.source import Source, register_source
from validation.platform.work import leased_work
from validation.platform.work.leased_work import WorkKind


@dataclass(frozen=True, slots=True)
class Described:
    """One subject as the review desk lists it; `state` as attempts have it: queued, judging, decided, halted. What
    follows is an attempt's."""

    turn_id: str = ""
    query: str = ""
    state: str = ""
    number: int = 0
    route: str = ""
    failed_checks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Citation:
    """What cites a turn. `kind` in plain words, in the singular: `belief`. `address` is its page."""

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


class CitesTurns(Protocol):
    def citing(self, pipeline: str, turn_id: str, *, limit: int) -> tuple[Citation, ...]:
        """Of the turn of that id in that pipeline, at most `limit`, in a fixed number of statements."""
        ...


class SamplePart(Protocol):
    """What a gate adds to the sample story. Both writes are atomic and may be repeated."""

    label: str
    """What is counted, in the plural: `beliefs`."""

    def load(self, *, now: datetime) -> None:
        """Adds the part when it is not there. Called once the turns of the story are stored."""
        ...

    def remove(self, *, by: str, now: datetime) -> None:
        """Takes away all that `load` added and nothing else."""
        ...

    def size(self) -> int:
        """How many are stored."""
        ...


@dataclass(frozen=True, slots=True)
class NavigationPage:
    """A page of the rail. `letter` follows `g` on the keyboard; `group` is the block of the rail, `order` the place in
    it."""

    label: str
    icon: str
    url_name: str
    letter: str
    group: int
    order: int
    counted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisteredGate:
    """`order` is the gate's place in a turn, and in everything that goes through all gates. Nothing else is required:
    what a gate leaves out, the desk does without."""

    name: str
    order: int

    subject_kind: str = ""
    """What one of its subjects is called in events and the audit trail; empty where it is called as the gate."""
    halt_title: str = ""
    """What the intervention of a halt is called; the cause follows."""
    describe: Callable[[Sequence[str]], Mapping[str, Described]] | None = None
    """Subjects by id; what was deleted is left out."""
    approval_concerns: Callable[[str], tuple[ApprovalConcern, ...] | None] | None = None
    """What a reviewer confirms before approving this subject; None when it was deleted."""
    has_drafts: bool = False
    """Subjects are attempts of a turn: their drafts can be edited and sent back, and a ruling routes them."""
    work: WorkKind | None = None
    """The rows that workers judge, and judge again; None where nothing is judged again."""

    subject_page: str = ""
    """The URL name of the page of one subject; the item of the desk links to it. Asked with `HX-Target: desk-subject`
    that page answers with all but its title and frame, and the item shows it (`desk.web.item`)."""
    navigation: NavigationPage | None = None

    tallies: Sequence[Source] = ()
    """What of it is counted by the hour."""
    replay: Callable[[ReplayScope], Sequence[GateOutcomes]] | None = None
    """What it decided by its section of the policy, so that a draft can be held against it."""
    retained: Sequence[Retained] = ()
    """What it can forget after a time, in the order in which it goes."""
    sample: SamplePart | None = None
    citing: CitesTurns | None = None
    """Who keeps something that cites a turn."""
    of_turn: Callable[[int, str], Sequence[TurnSubject]] | None = None
    """What it judged of the turn of that id in that pipeline (by key), the newest of it, in a fixed number of
    statements."""
    propose_page: str = ""
    """The URL name of the form where what a turn taught is proposed as a belief."""
    apis: Sequence[str] = ()
    """Modules with a `router`, in the order in which addresses are tried. Only a web process loads them."""
    pages: str = ""
    """The module with the addresses of its pages, in a namespace of their own."""
    codes: CodeList | None = None
    """The codes that it gives, for the reference."""
    resources: Mapping[str, Callable[[Sequence[str]], Mapping[str, Any]]] = field(default_factory=dict)
    """How an event shows its subject, by kind of subject: as the subject's own GET does."""

    @property
    def audited_as(self) -> str:
        return self.subject_kind or self.name

    @property
    def subject_noun(self) -> str:
        """One of its subjects in plain words, in the singular."""
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
    """Every code of the product, kind by kind: those of the platform and the response gate, then each gate's own."""
    return (
        *ProblemCode.listed_by_status(),
        HaltCause.listed("halt", "Halts: why judging was not possible"),
        EventType.listed("event", "Events"),
        FindingCode.listed("finding", "Findings of the response gate"),
        *(gate.codes for gate in gates() if gate.codes),
    )


_GATES: dict[str, RegisteredGate] = {}


AFTER_DECISION: list[Callable[[Attempt, Judgement, PolicyDocument, datetime], None]] = []
"""`(attempt, judgement, policy, now)`: the judgement is in force, the attempt as it is stored now."""
AFTER_RULING: list[Callable[[RulingRecord, datetime], None]] = []
