"""Assessing what is stale, and recording it: score, checks, links, history."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import numpy as np
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction

from beliefs.actions.stale import mark_near
from beliefs.actions.vectors import Progress, embed_missing
from beliefs.domain.belief import Belief
from beliefs.domain.contradictions import negated
from beliefs.domain.nearest import Query, Space, find
from beliefs.domain.parse import parse
from beliefs.gate import BELIEF_VERSION, NOT_MEASURED, Assessment, Nearest, assess
from beliefs.models import BeliefHistory, BeliefLink, BeliefRecord, BeliefVectors
from beliefs.queries.known import Known, known, space
from beliefs.queries.policy import PolicyInForce
from beliefs.queries.texts import StoredTexts
from validation.domain.policy import BeliefPolicy
from validation.embeddings.protocol import Embedder

BATCH = 200

_ASSESSED = [
    "stale",
    "score",
    "status",
    "validation_status",
    "broken_links",
    "unverified_quotes",
    "age_days",
    "in_degree",
    "confidence",
    "validation",
    "waterfall",
    "assessed_at",
    "assessed_on",
    "policy",
    "made_by",
]


def assess_stale(
    *,
    policy: PolicyInForce,
    embedder: Embedder | None,
    now: datetime,
    everything: bool = False,
    progress: Progress | None = None,
) -> int:
    """Assesses what changed since, what depends on it, and whatever was assessed on another day, under another policy
    or by another version. Returns how many. Raises EmbeddingFailed."""
    made_by = f"beliefs {BELIEF_VERSION} with {embedder.name if embedder else 'no embedder'}"
    if embedder is not None:
        moved = embed_missing(embedder=embedder, progress=progress)
        mark_near(moved=moved, embedder=embedder.name, policy=policy.belief)
    rows = BeliefRecord.objects.all()
    if not everything:
        current = rows.filter(stale=False, assessed_on=now.date(), policy=policy.number, made_by=made_by)
        rows = rows.exclude(pk__in=current.values("pk"))
    wanted = list(rows.order_by("name").values_list("pk", flat=True))
    if not wanted:
        return 0
    held = known()
    room = space(embedder=embedder.name) if embedder else None
    texts = StoredTexts()
    for at in range(0, len(wanted), BATCH):
        _assess_batch(wanted[at : at + BATCH], held, room, texts, policy, made_by, now)
        if progress is not None:
            progress("beliefs assessed", min(at + BATCH, len(wanted)), len(wanted))
    return len(wanted)


@transaction.atomic
def _assess_batch(
    pks: Sequence[int],
    held: Known,
    room: Space | None,
    texts: StoredTexts,
    policy: PolicyInForce,
    made_by: str,
    now: datetime,
) -> None:
    records = list(BeliefRecord.objects.filter(pk__in=pks).order_by("name"))
    nearest = _nearest(records, room)
    history: list[BeliefHistory] = []
    links: list[BeliefLink] = []
    for record, near in zip(records, nearest, strict=True):
        found = judge(parse(record.markdown), held=held, texts=texts, nearest=near, policy=policy.belief, now=now)
        before = (record.score, record.status, record.validation_status)
        fill(record, found, policy=policy.number, made_by=made_by, now=now)
        if before != (record.score, record.status, record.validation_status) or _new_words(record):
            history.append(_history(record, now))
        links += _links(record, found)
    BeliefRecord.objects.bulk_update(records, _ASSESSED, batch_size=100)
    BeliefHistory.objects.bulk_create(history)
    BeliefLink.objects.filter(belief__in=records).delete()
    BeliefLink.objects.bulk_create(links, batch_size=500)


def judge(
    belief: Belief, *, held: Known, texts: StoredTexts, nearest: Nearest, policy: BeliefPolicy, now: datetime
) -> Assessment:
    return assess(
        belief,
        corpus=held.corpus,
        texts=texts,
        graph=held.graph,
        nearest=nearest,
        last_referenced=held.last_referenced.get(belief.id),
        today=now.date(),
        policy=policy,
    )


def nearest_to(belief: Belief, *, room: Space, embedder: Embedder) -> Nearest:
    """For a belief that is not stored."""
    opposite = negated(belief.statement)
    vectors = embedder.embed([belief.statement, *([opposite] if opposite else [])])
    found = find(room, [Query(belief.id, vectors[0], vectors[1] if opposite else None)])[0]
    return Nearest(found.results, found.candidates)


def _nearest(records: Sequence[BeliefRecord], room: Space | None) -> Iterator[Nearest]:
    if room is None:
        return iter([NOT_MEASURED] * len(records))
    rows = BeliefVectors.objects.filter(belief__in=records).values_list("belief_id", "statement", "negated")
    held = {pk: (statement, against) for pk, statement, against in rows}
    queries = [Query(record.name, _vector(held[record.pk][0]), _opposite(held[record.pk][1])) for record in records]
    return iter([Nearest(found.results, found.candidates) for found in find(room, queries)])


def _vector(data: bytes) -> np.ndarray:
    return np.frombuffer(data, dtype=np.float32)


def _opposite(data: bytes | None) -> np.ndarray | None:
    return _vector(data) if data is not None else None


def fill(record: BeliefRecord, found: Assessment, *, policy: int, made_by: str, now: datetime) -> None:
    """Puts an assessment on a record, which is not saved."""
    signals, confidence = found.signals, found.confidence
    record.stale = False
    record.score, record.status = confidence.score, confidence.status.value
    record.validation_status = found.validation.status.value
    record.broken_links = sum(not one.resolution.resolved for one in found.links)
    content = signals.content_match
    record.unverified_quotes = len(content.quotes) - content.verified
    record.age_days, record.in_degree = signals.temporal.age_days, signals.graph_support.in_degree
    record.confidence = _plain(found.confidence_schema(now))
    record.validation = _plain(found.validation.as_schema(now))
    parts = [{"name": p.name, "weight": p.weight, "value": p.value, "points": p.points} for p in confidence.parts]
    record.waterfall = {"parts": parts, "decay": confidence.decay, "score": confidence.score}
    record.assessed_at, record.assessed_on = now, now.date()
    record.policy, record.made_by = policy, made_by


def _plain(schema: dict[str, Any]) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(json.dumps(schema, cls=DjangoJSONEncoder))
    return plain


def _new_words(record: BeliefRecord) -> bool:
    last = record.history.order_by("-at", "-pk").values_list("content_sha256", flat=True).first()
    return last != record.content_sha256


def _history(record: BeliefRecord, now: datetime) -> BeliefHistory:
    return BeliefHistory(
        belief=record,
        at=now,
        score=record.score or 0.0,
        status=record.status,
        validation_status=record.validation_status,
        content_sha256=record.content_sha256,
        policy=record.policy or 0,
    )


def _links(record: BeliefRecord, found: Assessment) -> list[BeliefLink]:
    lines = found.belief.defeated_lines
    return [
        BeliefLink(
            belief=record,
            target=one.link.target,
            kind=one.resolution.kind.value,
            section=one.link.section[:200],
            line=one.link.line,
            defeated=one.link.line in lines,
            found_kind=one.resolution.found_kind,
            found_name=one.resolution.found_id,
            why=one.resolution.why[:700],
        )
        for one in found.links
    ]
