"""Turns: the list (no bodies, three statements a page) and one turn with the drafts of its attempts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, F, OuterRef, QuerySet

from validation.domain.check import CheckName, CheckState
from validation.models import (
    Attempt,
    AttemptText,
    CheckRecord,
    ImprovementPrinciple,
    Judgement,
    MemoryCandidate,
    Turn,
)
from validation.platform.paging.filters import given, in_pipeline, search
from validation.platform.paging.keyset import Page, take
from validation.response.queries.context_document import context_with_blocks

PAGE = 50
_PATH_SHOWN = 6
_ATTEMPTS_SHOWN = 30


@dataclass(frozen=True, slots=True)
class TurnFilter:
    """Empty means any. `route` is that of the last attempt, `undecided` for turns that have none yet. Turns with an
    attempt that is `hidden` are left out."""

    pipeline: str = ""
    since: datetime | None = None
    q: str = ""
    route: str = ""
    check: str = ""
    looped: bool = False
    hidden: frozenset[UUID] = frozenset()


@dataclass(frozen=True, slots=True)
class PathStep:
    """One attempt in the decision path of a turn."""

    id: UUID
    number: int
    state: str
    decision: str
    route: str
    partial: bool
    confidence: float | None
    halt_cause: str
    judgement_number: int | None


@dataclass(frozen=True, slots=True)
class TurnRow:
    """`path` holds the last attempts, oldest first; `earlier` says how many came before them."""

    pk: int
    turn_id: str
    pipeline: str
    query: str
    sample: bool
    updated_at: datetime
    path: tuple[PathStep, ...]
    earlier: int
    checks: tuple[tuple[str, str], ...]

    @property
    def last(self) -> PathStep | None:
        return self.path[-1] if self.path else None


def list_turns(wanted: TurnFilter, *, cursor: str = "", limit: int = PAGE) -> Page[TurnRow]:
    """Newest first. Raises InputRejected `cursor_invalid`."""
    fields = ("pk", "turn_id", "pipeline__name", "query", "sample", "updated_at", "attempts_made")
    rows = wanted_turns(wanted).values(*fields)
    found, following = take(rows, order="updated_at", cursor=cursor, limit=limit)
    paths = _paths([turn["pk"] for turn in found])
    checks = checks_of(path[-1].id for path in paths.values())
    return Page(tuple(_row(turn, paths.get(turn["pk"], ()), checks) for turn in found), following)


def wanted_turns(wanted: TurnFilter) -> QuerySet[Turn]:
    turns = Turn.objects.filter(in_pipeline(wanted.pipeline), **given(updated_at__gte=wanted.since))
    turns = search(turns, wanted.q, "turn_id", "query", order="updated_at")
    if wanted.route:
        turns = turns.filter(last_route="" if wanted.route == "undecided" else wanted.route)
    if wanted.hidden:
        turns = turns.exclude(Exists(Attempt.objects.filter(turn=OuterRef("pk"), pk__in=wanted.hidden)))
    if wanted.looped:
        turns = turns.filter(attempts_made__gt=1)
    if wanted.check:
        turns = turns.filter(
            Exists(
                CheckRecord.objects.filter(
                    name=wanted.check,
                    state=CheckState.FAIL,
                    judgement__attempt__turn=OuterRef("pk"),
                    judgement__number=F("judgement__attempt__judgement_number"),
                )
            )
        )
    return turns


def _paths(turns: list[int]) -> dict[int, tuple[PathStep, ...]]:
    rows = (
        Attempt.objects.filter(turn__in=turns, number__gt=F("turn__attempts_made") - _PATH_SHOWN)
        .order_by("number")
        .values("turn_id", *PathStep.__slots__)
    )
    paths: defaultdict[int, list[PathStep]] = defaultdict(list)
    for row in rows:
        paths[row.pop("turn_id")].append(PathStep(**row))
    return {turn: tuple(steps) for turn, steps in paths.items()}


def checks_of(attempts: Iterable[UUID]) -> dict[UUID, tuple[tuple[str, str], ...]]:
    """Name and state of the checks in force, by attempt, in the order of the spec."""
    order = [name.value for name in CheckName]
    found: defaultdict[UUID, list[tuple[str, str]]] = defaultdict(list)
    rows = CheckRecord.objects.filter(
        judgement__attempt__in=list(attempts),
        judgement__number=F("judgement__attempt__judgement_number"),
    ).values_list("judgement__attempt", "name", "state")
    for attempt, name, state in rows:
        found[attempt].append((name, state))
    return {attempt: tuple(sorted(pairs, key=lambda pair: order.index(pair[0]))) for attempt, pairs in found.items()}


def _row(
    turn: dict[str, object], path: tuple[PathStep, ...], checks: dict[UUID, tuple[tuple[str, str], ...]]
) -> TurnRow:
    made = turn.pop("attempts_made")
    assert isinstance(made, int)
    pipeline = turn.pop("pipeline__name")
    return TurnRow(
        **turn,  # type: ignore[arg-type]
        pipeline=str(pipeline),
        path=path,
        earlier=max(0, made - len(path)),
        checks=checks.get(path[-1].id, ()) if path else (),
    )


@dataclass(frozen=True, slots=True)
class TurnFacts:
    pk: int
    turn_id: str
    pipeline: str
    session_id: str
    query: str
    sample: bool
    last_route: str
    attempts_made: int
    granted: int
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class Lesson:
    """What led from one attempt to the next: the hints of the judgement in force."""

    issues: tuple[str, ...]
    revision_hints: str
    suggested_fixes: str
    reason_tags: tuple[str, ...]
    backtracking: str
    caveat: str
    halt_message: str


@dataclass(frozen=True, slots=True)
class AttemptCard:
    """An attempt with its draft, its checks and what was said about it. `final_response_md` is the draft as `ruled_by`
    edited it, None for any other ruling."""

    step: PathStep
    route_reason: str
    policy: int | None
    submitted_at: datetime
    decided_at: datetime | None
    response_md: str
    checks: tuple[tuple[str, str], ...]
    lesson: Lesson | None
    final_response_md: str | None
    ruled_by: str


@dataclass(frozen=True, slots=True)
class RememberedNote:
    attempt: int
    key: str
    content: str
    state: str


@dataclass(frozen=True, slots=True)
class Learned:
    """The improvement principle that an approved revision taught; `confidence` is 0.0-1.0."""

    attempt: int
    category: str
    trigger: str
    description: str
    confidence: float


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """`context_md` is the last attempt's, as submitted; `answered_md` the same with section 7 appended."""

    turn: TurnFacts
    attempts: tuple[AttemptCard, ...]
    memory: tuple[RememberedNote, ...]
    learned: tuple[Learned, ...]
    context_md: str
    answered_md: str

    @property
    def earlier(self) -> int:
        """How many attempts came before those that are held."""
        return self.turn.attempts_made - len(self.attempts)


def load_turn(pk: int) -> TurnRecord | None:
    """The turn with its last attempts (up to 30), oldest first. A fixed number of statements."""
    turn = Turn.objects.select_related("pipeline").filter(pk=pk).first()
    if turn is None:
        return None
    attempts = Attempt.objects.filter(turn=pk).select_related("ruling")
    rows = list(attempts.order_by("-number")[:_ATTEMPTS_SHOWN])[::-1]
    ids = [row.pk for row in rows]
    drafts = dict(AttemptText.objects.filter(attempt__in=ids).values_list("attempt", "response_md"))
    steps = {row.pk: PathStep(**{name: getattr(row, name) for name in PathStep.__slots__}) for row in rows}
    checks = checks_of(ids)
    lessons = _lessons(ids)
    cards = tuple(
        AttemptCard(
            step=steps[row.pk],
            route_reason=row.route_reason,
            policy=row.policy_id,
            submitted_at=row.submitted_at,
            decided_at=row.decided_at,
            response_md=drafts.get(row.pk, ""),
            checks=checks.get(row.pk, ()),
            lesson=lessons.get(row.pk),
            final_response_md=row.final_response_md,
            ruled_by=row.ruling.by if row.ruling else "",
        )
        for row in rows
    )
    context = AttemptText.objects.values_list("context_md", flat=True).get(attempt=ids[-1]) if ids else ""
    answered = context_with_blocks(rows[-1]) if rows else ""
    return TurnRecord(_turn(turn), cards, _remembered(ids), _learned(ids), context, answered)


def answered_context(pk: int) -> tuple[str, str] | None:
    """Turn id and the last attempt's context.md with section 7 appended; None for a turn without attempts."""
    last = Attempt.objects.select_related("turn").filter(turn=pk).order_by("-number").first()
    return (last.turn.turn_id, context_with_blocks(last)) if last else None


def _turn(row: Turn) -> TurnFacts:
    same = {name: getattr(row, name) for name in TurnFacts.__slots__ if name != "pipeline"}
    return TurnFacts(**same, pipeline=row.pipeline.name)


def _lessons(attempts: list[UUID]) -> dict[UUID, Lesson]:
    fields = Lesson.__slots__
    rows = Judgement.objects.filter(attempt__in=attempts, number=F("attempt__judgement_number")).values(
        "attempt_id", *fields
    )
    return {
        row.pop("attempt_id"): Lesson(
            **{**row, "issues": tuple(row["issues"]), "reason_tags": tuple(row["reason_tags"])}
        )
        for row in rows
    }


def _remembered(attempts: list[UUID]) -> tuple[RememberedNote, ...]:
    rows = MemoryCandidate.objects.filter(attempt__in=attempts).order_by("attempt__number", "id")
    return tuple(RememberedNote(*row) for row in rows.values_list("attempt__number", "key", "content", "state"))


def _learned(attempts: list[UUID]) -> tuple[Learned, ...]:
    rows = ImprovementPrinciple.objects.filter(approved__in=attempts).order_by("approved__number")
    fields = ("approved__number", "category", "trigger", "description", "confidence")
    return tuple(Learned(*row) for row in rows.values_list(*fields))
