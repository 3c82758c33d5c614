"""Turns: the list (no bodies, three statements a page) and one turn with the drafts of its attempts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import connection
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from validation.domain.attempt import RESPONSE, Route
from validation.domain.check import CheckName
from validation.domain.context import Provenance
from validation.domain.intervention import AWAITED, UNSETTLED
from validation.models import (
    Attempt,
    AttemptText,
    CheckRecord,
    ImprovementPrinciple,
    Intervention,
    Judgement,
    MemoryCandidate,
    Turn,
)
from validation.platform.gates import TurnSubject, gates
from validation.platform.paging.filters import given, in_pipeline, search
from validation.platform.paging.keyset import PAGE, Page, page_of
from validation.platform.policies import writes_evidence
from validation.response.queries.context_document import context_with_blocks

PATH_SHOWN = 4
"""Attempts of a turn that stand in one line: as many as the default limits allow."""
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
class TurnRow:
    """`path` holds the last attempts, oldest first; `checks` are those of the last of them."""

    turn: Turn
    path: tuple[Attempt, ...]
    checks: tuple[tuple[str, str], ...]

    @property
    def earlier(self) -> int:
        """How many attempts came before those of the path."""
        return max(0, self.turn.attempts_made - len(self.path))

    @property
    def last(self) -> Attempt | None:
        return self.path[-1] if self.path else None


def list_turns(wanted: TurnFilter, *, cursor: str | None, limit: int) -> Page[Turn]:
    """The last made first, each with `last_route_attempt`. No attempt changes that order, so that pages read one after
    another hold each turn once. Raises InputRejected `cursor_invalid`."""
    return _page(with_last_route_attempt(wanted_turns(wanted)), order="created_at", cursor=cursor, limit=limit)


def with_last_route_attempt(turns: QuerySet[Turn]) -> QuerySet[Turn]:
    """With the number of the attempt whose route the turn shows: the last one submitted that has any."""
    routed = Attempt.objects.filter(turn=OuterRef("pk")).exclude(route="").order_by("-number")
    return turns.annotate(last_route_attempt=Subquery(routed.values("number")[:1]))


def _page(turns: QuerySet[Turn], *, order: str, cursor: str | None, limit: int) -> Page[Turn]:
    return page_of(turns.select_related("pipeline"), order=order, cursor=cursor, limit=limit)


def list_turns_with_paths(wanted: TurnFilter, *, cursor: str = "", limit: int = PAGE) -> Page[TurnRow]:
    """Newest first, with the last attempts of each and the checks of the last of them."""
    return _with_paths(_page(wanted_turns(wanted), order="updated_at", cursor=cursor, limit=limit))


def list_turns_for_file(wanted: TurnFilter, *, cursor: str = "", limit: int) -> Page[TurnRow]:
    """The same, the last made first: no attempt changes that order, so that pages read one after another hold each turn
    once."""
    turns = wanted_turns(wanted).filter(**given(pk__lt=cursor)).select_related("pipeline").order_by("-pk")
    found = tuple(turns[: limit + 1])
    return _with_paths(Page(found[:limit], str(found[limit - 1].pk) if len(found) > limit else None))


def _with_paths(page: Page[Turn]) -> Page[TurnRow]:
    paths = _paths([turn.pk for turn in page.rows])
    checks = checks_of(path[-1].pk for path in paths.values())
    return page.each(lambda turn: TurnRow(turn, path := paths[turn.pk], checks.get(path[-1].pk, ()) if path else ()))


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
        turns = turns.filter(Exists(Attempt.objects.filter(has_failed(wanted.check), turn=OuterRef("pk"))))
    return turns


def has_failed(check: str) -> Q:
    """Attempts whose judgement in force failed it. On PostgreSQL an index of each check holds them, newest first
    (migration 0034)."""
    if connection.features.supports_json_field_contains:
        return Q(failed_checks__contains=[check])
    return Q(failed_checks__icontains=f'"{check}"')


def _paths(turns: list[int]) -> defaultdict[int, tuple[Attempt, ...]]:
    rows = Attempt.objects.filter(turn__in=turns, number__gt=F("turn__attempts_made") - PATH_SHOWN)
    paths: defaultdict[int, tuple[Attempt, ...]] = defaultdict(tuple)
    for row in rows.order_by("number"):
        paths[row.turn_id] += (row,)
    return paths


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


@dataclass(frozen=True, slots=True)
class AttemptCard:
    """An attempt with its draft, its checks and the judgement in force."""

    step: Attempt
    response_md: str
    checks: tuple[tuple[str, str], ...]
    lesson: Judgement | None


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """`context_md` is the last attempt's, as submitted; `answered_md` the same with section 7 appended.
    `provenance` is of both. `waits` if the last attempt failed or halted and a reviewer has still to rule on it."""

    turn: Turn
    attempts: tuple[AttemptCard, ...]
    memory: tuple[MemoryCandidate, ...]
    learned: tuple[ImprovementPrinciple, ...]
    context_md: str
    answered_md: str
    provenance: Provenance
    waits: bool

    @property
    def earlier(self) -> int:
        """How many attempts came before those that are held."""
        return self.turn.attempts_made - len(self.attempts)


def load_turn(pk: int) -> TurnRecord | None:
    """The turn with its last attempts (up to 30), oldest first. A fixed number of statements."""
    turn = Turn.objects.select_related("pipeline").filter(pk=pk).first()
    if turn is None:
        return None
    attempts = Attempt.objects.filter(turn=pk).select_related("ruling", "policy")
    rows = list(attempts.order_by("-number")[:_ATTEMPTS_SHOWN])[::-1]
    ids = [row.pk for row in rows]
    drafts = dict(AttemptText.objects.filter(attempt__in=ids).values_list("attempt", "response_md"))
    checks = checks_of(ids)
    judgements = Judgement.objects.filter(attempt__in=ids, number=F("attempt__judgement_number"))
    lessons = {judgement.attempt_id: judgement for judgement in judgements}
    cards = tuple(AttemptCard(row, drafts.get(row.pk, ""), checks.get(row.pk, ()), lessons.get(row.pk)) for row in rows)
    memory = MemoryCandidate.objects.filter(attempt__in=ids).select_related("attempt").order_by("attempt__number", "id")
    learned = ImprovementPrinciple.objects.filter(approved__in=ids).select_related("approved")
    last = AttemptText.objects.defer("response_md").get(attempt=ids[-1]) if ids else AttemptText()
    return TurnRecord(
        turn=turn,
        attempts=cards,
        memory=tuple(memory),
        learned=tuple(learned.order_by("approved__number")),
        context_md=last.context_md,
        answered_md=context_with_blocks(rows[-1]) if rows else "",
        provenance=last.provenance(
            writes_evidence=writes_evidence(rows[-1].policy if rows else None, turn.pipeline_id)
        ),
        waits=bool(rows) and rows[-1].route in (Route.FAIL, Route.HALT) and _waits(rows[-1]),
    )


def _waits(attempt: Attempt) -> bool:
    """Of audits nothing is said, since they are asked blind."""
    work = Intervention.objects.filter(gate=RESPONSE, kind__in=AWAITED, state__in=UNSETTLED)
    return work.filter(occurrences__subject_id=str(attempt.pk), occurrences__settled_at=None).exists()


def judged_by_gates(turn: Turn) -> list[TurnSubject]:
    """What the other gates judged of it, in the order of time."""
    found = [one for gate in gates() if gate.of_turn for one in gate.of_turn(turn.pipeline_id, turn.turn_id)]
    return sorted(found, key=lambda one: one.at)


def answered_context(pk: int) -> tuple[str, str] | None:
    """Turn id and the last attempt's context.md with section 7 appended; None for a turn without attempts."""
    last = Attempt.objects.select_related("turn").filter(turn=pk).order_by("-number").first()
    return (last.turn.turn_id, context_with_blocks(last)) if last else None
