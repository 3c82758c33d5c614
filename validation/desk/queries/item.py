"""Reads one item of the review desk: its subjects, holder, rulings, comments and audit trail."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from datetime import datetime
from itertools import groupby
from typing import Any
from uuid import UUID

from django.db.models import Case, Count, Exists, F, Max, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from validation.domain.desk.approval import ApprovalConcern, flagged, not_judged
from validation.domain.intervention import UNSETTLED, InterventionState, Kind, Outcome, RulingState
from validation.domain.trust.audit import BLIND_WHY
from validation.models import AuditEvent, Comment, Intervention, Occurrence, RulingRecord
from validation.platform.gates import SubjectSummary, gate_of
from validation.platform.interventions.lifecycle import pending_rulings, waiting_occurrences
from validation.platform.json_rows import JsonRows
from validation.platform.pages.parameters import read_uuid
from validation.response.queries.blind_attempts import BlindWork

SHOWN_OCCURRENCES = 50
_ACTIVITY_SHOWN = 40
_RULINGS_SHOWN = 20
COMMENTS_SHOWN = 100
"""The latest comments of one intervention. One more is read, so that `thread_of` knows whether there are older ones."""
_RULING = ("ruling", "state", "by", "at", "effective_at", "subject_id", "note", "hints", "message", "diff")
_TOASTS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject(SubjectSummary):
    """One occurrence with the description of its subject, which is empty if that was deleted."""

    subject_id: str
    at: datetime
    settled_at: datetime | None = None
    pending: str = ""

    @property
    def waits(self) -> bool:
        return self.settled_at is None and not self.pending


@dataclass(frozen=True, slots=True)
class ActivityEntry:
    """One line of the audit trail; `times` counts consecutive repeats by one person."""

    at: datetime
    by: str
    verb: str
    data: dict[str, Any]
    times: int = 1


@dataclass(frozen=True)
class DeskItem:
    """The intervention `row` and what hangs on it; the columns of the row are read as if they were the item's own.
    `left` counts occurrences that are neither settled nor under a pending ruling; `subjects` are the first of them,
    then the others, up to SHOWN_OCCURRENCES. `holder` is empty when nobody holds it. `comments` are the latest first,
    of everybody: `thread_of` leaves out what a person must not know. `blind` is work whose verdict the person has to
    answer first."""

    row: Intervention
    holder: str
    left: int
    subjects: tuple[Subject, ...]
    rulings: tuple[RulingRecord, ...]
    comments: tuple[dict[str, Any], ...]
    blind: bool = False

    def __getattr__(self, column: str) -> Any:
        return getattr(self.row, column)

    @property
    def is_group(self) -> bool:
        """A halt with several subjects, which can be worked on as a whole or one by one."""
        return self.kind == Kind.HALT and len(self.subjects) > 1

    @property
    def is_closed(self) -> bool:
        return self.state not in UNSETTLED

    @property
    def subject_noun(self) -> str:
        return gate_of(self.gate).subject_noun

    @property
    def pending(self) -> tuple[RulingRecord, ...]:
        return tuple(line for line in self.rulings if line.state == RulingState.PENDING)

    def subject(self, subject_id: str) -> Subject | None:
        return next((one for one in self.subjects if one.subject_id == subject_id), None)

    def without(self, blind: BlindWork) -> DeskItem:
        """For a person who must not see these verdicts yet."""

        def is_withheld(subject: str, *, settled: bool) -> bool:
            return blind.withholds(read_uuid(subject), awaited=not settled)

        return replace(
            self,
            subjects=tuple(
                replace(one, route="") if is_withheld(one.subject_id, settled=one.settled_at is not None) else one
                for one in self.subjects
            ),
            rulings=tuple(
                line
                for line in self.rulings
                if not is_withheld(line.subject_id, settled=line.state != RulingState.PENDING)
            ),
        )


Work = Intervention | DeskItem
"""An intervention as stored, or as the desk shows it."""


def as_blind(item: DeskItem, opinion: UUID) -> DeskItem:
    """The item as shown to a person who must answer that opinion first: it looks like an audit."""
    show_as_audit(item.row)
    item.row.subject_id, item.row.on_expiry = str(opinion), "expire"
    asked = Subject(subject_id=str(opinion), at=item.opened_at)
    return replace(item, subjects=(asked,), rulings=(), blind=True)


def show_as_audit(row: Any) -> None:
    """Makes the instance look like an audit; it must not be saved."""
    row.kind, row.why, row.cause, row.count = Kind.AUDIT, BLIND_WHY, "", 1
    if row.state == InterventionState.RULED:
        row.outcome = Outcome.ANSWERED


def load_item(pk: UUID, *, now: datetime, subject_id: str) -> DeskItem | None:
    """`subject_id` is included even if the group has more subjects than are shown. One statement, or two if the gate
    describes subjects."""
    row: Any = _items(subject_id).filter(pk=pk).first()
    if row is None:
        return None
    return DeskItem(
        row=row,
        holder=row.holder_at(now),
        left=row.left,
        subjects=_subjects(row.gate, row.subject_lines),
        rulings=tuple(RulingRecord(**line) for line in row.ruling_lines),
        comments=tuple(row.comment_lines),
    )


def _items(subject_id: str) -> QuerySet[Intervention]:
    """Orders rows on that subject first, because a large group is not shown completely."""
    within = Occurrence.objects.filter(intervention=OuterRef("pk"))
    ruled = within.annotate(pending=Subquery(pending_rulings().values("ruling")[:1]))
    asked = Case(When(subject_id=subject_id, then=0), default=1)
    waiting_first = (F("settled_at").asc(nulls_first=True), F("pending").asc(nulls_first=True), "-at", "id")
    subjects = ruled.order_by(asked, *waiting_first).values("subject_id", "at", "settled_at", "pending")
    rulings = RulingRecord.objects.filter(intervention=OuterRef("pk")).exclude(state=RulingState.UNDONE)
    comments = Comment.objects.filter(intervention=OuterRef("pk"))
    return Intervention.objects.select_related("pipeline").annotate(
        subject_lines=JsonRows(subjects[:SHOWN_OCCURRENCES]),
        left=count_left(),
        outcome=outcome(),
        comment_lines=JsonRows(comments.order_by("-at", "-id").values("by", "at", "text")[: COMMENTS_SHOWN + 1]),
        ruling_lines=JsonRows(rulings.order_by(asked, "-at").values(*_RULING)[:_RULINGS_SHOWN]),
    )


def outcome() -> Case:
    """The Outcome of closed work, otherwise its state. Undone rulings do not count."""
    rulings = RulingRecord.objects.filter(intervention=OuterRef("pk")).exclude(state=RulingState.UNDONE)
    by_itself = Q(state=InterventionState.RULED) & ~Exists(rulings)
    return Case(
        When(kind=Kind.AUDIT, state=InterventionState.RULED, then=Value(Outcome.ANSWERED)),
        When(by_itself, then=Value(Outcome.JUDGED_AGAIN)),
        default=F("state"),
    )


def work_left() -> QuerySet[Occurrence]:
    """The `waiting_occurrences` of the outer intervention."""
    return waiting_occurrences().filter(intervention=OuterRef("pk"))


def count_waiting(intervention: UUID, as_of: datetime) -> int:
    """The number of its `waiting_occurrences` that were there then."""
    return waiting_occurrences().filter(intervention=intervention, at__lte=as_of).count()


def count_left() -> Coalesce:
    """The number of `work_left`."""
    counted = work_left().order_by().values("intervention").annotate(n=Count("pk"))
    return Coalesce(Subquery(counted.values("n")), 0)


def _subjects(gate: str, lines: list[dict[str, Any]]) -> tuple[Subject, ...]:
    describe = gate_of(gate).describe
    described = describe([line["subject_id"] for line in lines]) if describe else {}
    subjects = [
        Subject(
            **line | {"pending": line["pending"] or ""}, **asdict(described.get(line["subject_id"], SubjectSummary()))
        )
        for line in lines
    ]
    return tuple(sorted(subjects, key=lambda one: not one.waits))


def activity_of(item: DeskItem, subject_id: str) -> tuple[ActivityEntry, ...]:
    """The audit trail of the item and the shown subject, newest first. Consecutive claims are merged and releases
    omitted: every visit to an item makes one of each, which would bury everything else."""
    subjects = [f"intervention:{item.id}", f"{gate_of(item.gate).audited_as}:{subject_id}"]
    rows = AuditEvent.objects.filter(subject__in=subjects).exclude(verb="intervention.released")
    if item.blind:
        rows = rows.filter(verb__in=("intervention.opened", "intervention.claimed"))
    newest = rows.order_by("-at", "-id").values("at", "by", "verb", "data")[:_ACTIVITY_SHOWN]
    entries: list[ActivityEntry] = []
    for claimant, together in groupby(newest, lambda row: row["by"] if row["verb"] == "intervention.claimed" else None):
        lines = [ActivityEntry(**row) for row in together]
        entries += lines if claimant is None else [replace(lines[0], times=len(lines))]
    return tuple(entries)


def undoable(person: str, *, now: datetime) -> list[dict[str, Any]]:
    """One's own pending rulings, latest first, by item (`alone`) or bulk ruling (`batch`). They can be undone until
    `until`; `count` is the number of rulings, `items` that of interventions."""
    rows = RulingRecord.objects.filter(state=RulingState.PENDING, by=person, effective_at__gt=now)
    grouped = rows.values("batch", "ruling", alone=Case(When(batch=None, then="intervention_id")))
    counted = grouped.annotate(
        count=Count("pk"),
        items=Count("intervention_id", distinct=True),
        until=Max("effective_at"),
        title=Max("intervention__title"),
    )
    return [dict(row) for row in counted.order_by("-until")[:_TOASTS]]


def last_undone(item: DeskItem, subject: Subject | None, person: str) -> RulingRecord | None:
    """The last ruling on the subject, or without one on several of the group at once, that this person undid. Of a
    group of which one is left, the last on that one."""
    rows = RulingRecord.objects.filter(intervention=item.id, by=person, state=RulingState.UNDONE).order_by("-at")
    if subject is None and item.left == 1:
        subject = next((one for one in item.subjects if one.waits), None)
    if subject is not None:
        return rows.filter(subject_id=subject.subject_id).first()
    at_once = rows.values("at").annotate(made=Count("pk")).filter(made__gt=1)
    return rows.filter(at=Subquery(at_once.values("at")[:1])).first()


def concerns_of(work: Work, subject_id: str) -> tuple[ApprovalConcern, ...]:
    """Concerns about approving one subject. If the gate has none to offer or the subject was deleted, the reason of the
    intervention is the concern. At most two statements."""
    gate = gate_of(work.gate)
    found = gate.approval_concerns(subject_id) if gate.approval_concerns else None
    if found is not None:
        return found
    return (not_judged(work.cause),) if work.kind == Kind.HALT else (flagged(work.why),)
