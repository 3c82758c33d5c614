"""What a ruling that overturns a decision may affect (DESIGN, section 8): approvals based on the same evidence, and
records that cite the turn. Read on demand, for a limited number of the latest approvals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import F

from validation.domain.attempt import Route
from validation.models import Attempt, ClaimRecord, ImprovementPrinciple, Turn
from validation.platform.gates import Citation, gates
from validation.response.queries.blind_attempts import turns_of

LOOKED_AT = 300
"""How many of the pipeline's latest approvals are compared."""
SHOWN = 20


@dataclass(frozen=True, slots=True)
class BlastRadius:
    """`sources` are the urls and global references that support the attempt's claims. `approvals` come with the number
    of quotes that share one; `compared` counts the approvals compared, `more` those not shown."""

    turn_id: str
    sources: tuple[str, ...]
    approvals: tuple[tuple[Attempt, int], ...]
    more: int
    compared: int
    principles: tuple[ImprovementPrinciple, ...]
    citations: tuple[Citation, ...]


def blast_radius(attempt_id: UUID, hidden: frozenset[UUID] = frozenset()) -> BlastRadius | None:
    """None if the attempt does not exist. Leaves out turns with an attempt in `hidden`, whose verdict the reader must
    not see yet."""
    attempt = Attempt.objects.select_related("turn__pipeline").filter(pk=attempt_id).first()
    if attempt is None:
        return None
    sources = frozenset(source for links in _links([attempt.pk]).values() for link in links for source in _of(link))
    compared = _approvals(attempt, hidden) if sources else []
    found = sorted(_sharing(compared, sources), key=lambda pair: -pair[1])
    lessons = ImprovementPrinciple.objects.filter(approved__turn=attempt.turn).order_by("-made_at")
    return BlastRadius(
        turn_id=attempt.turn.turn_id,
        sources=tuple(sorted(sources)),
        approvals=tuple(found[:SHOWN]),
        more=max(0, len(found) - SHOWN),
        compared=len(compared),
        principles=tuple(lessons[:SHOWN]),
        citations=_citations(attempt.turn),
    )


def _approvals(attempt: Attempt, hidden: frozenset[UUID]) -> list[Attempt]:
    rows = Attempt.objects.filter(pipeline=attempt.pipeline_id, route=Route.APPROVE).exclude(pk=attempt.pk)
    if hidden:
        rows = rows.exclude(turn__in=turns_of(hidden))
    return list(rows.select_related("turn").order_by("-submitted_at", "-pk")[:LOOKED_AT])


def _sharing(approvals: list[Attempt], sources: frozenset[str]) -> list[tuple[Attempt, int]]:
    links = _links([one.pk for one in approvals])
    counts = {pk: sum(not sources.isdisjoint(_of(link)) for link in claim_links) for pk, claim_links in links.items()}
    return [(one, counts[one.pk]) for one in approvals if counts.get(one.pk)]


def _links(attempts: list[UUID]) -> dict[UUID, list[dict[str, Any]]]:
    """Evidence links of current judgements, by attempt."""
    rows = ClaimRecord.objects.filter(
        judgement__attempt__in=attempts, judgement__number=F("judgement__attempt__judgement_number")
    ).values_list("judgement__attempt_id", "evidence")
    found: dict[UUID, list[dict[str, Any]]] = {}
    for attempt, evidence in rows:
        found.setdefault(attempt, []).extend(evidence)
    return found


def _of(link: dict[str, Any]) -> tuple[str, ...]:
    """The global sources of a link: its url, or a reference with a colon such as `memory:light`. Other references are
    only unique within a turn."""
    ref = link.get("source_ref") or ""
    return tuple(source for source in (link.get("url") or "", ref if ":" in ref else "") if source)


def _citations(turn: Turn) -> tuple[Citation, ...]:
    found: list[Citation] = []
    for gate in gates():
        found += gate.citing(turn.pipeline.name, turn.turn_id, SHOWN) if gate.citing else ()
    return tuple(found)
