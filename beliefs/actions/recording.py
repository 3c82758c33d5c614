"""Recording assessments: score, checks, links, history, and what the next audit compares."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from beliefs.actions.dependents import Inputs, as_stored
from beliefs.domain.nearest import Nearest
from beliefs.domain.neighbours import remember
from beliefs.gate import Assessment
from beliefs.models import BeliefHistory, BeliefLink, BeliefRecord
from beliefs.queries.policy import PolicyInForce

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
    "near",
    "inputs",
]


@dataclass(frozen=True, slots=True)
class Recorded:
    """`record` is locked and filled here."""

    record: BeliefRecord
    found: Assessment
    nearest: Nearest


def record_assessments(
    made: Sequence[Recorded], *, inputs: Inputs, policy: PolicyInForce, made_by: str, now: datetime
) -> None:
    """In the transaction that holds the locks."""
    words = _last_words([one.record for one in made])
    history: list[BeliefHistory] = []
    for one in made:
        record = one.record
        before = (record.score, record.status, record.validation_status, words.get(record.pk))
        _fill(one, inputs=inputs, policy=policy, made_by=made_by, now=now)
        if before != (record.score, record.status, record.validation_status, record.content_sha256):
            history.append(_history(record, now))
    # An upsert of locked rows: Django's bulk_update writes one CASE a field and row, many times slower.
    BeliefRecord.objects.bulk_create(
        [one.record for one in made], update_conflicts=True, unique_fields=["pipeline", "name"], update_fields=_ASSESSED
    )
    BeliefHistory.objects.bulk_create(history)
    _put_links(made, inputs)


def _last_words(records: Sequence[BeliefRecord]) -> dict[int, str]:
    """The content hash of the newest row of each history."""
    rows = BeliefHistory.objects.filter(belief__in=records).order_by("at", "pk")
    return dict(rows.values_list("belief_id", "content_sha256"))


def _fill(one: Recorded, *, inputs: Inputs, policy: PolicyInForce, made_by: str, now: datetime) -> None:
    record, found = one.record, one.found
    signals, confidence = found.signals, found.confidence
    record.stale = False
    record.score, record.status = confidence.score, confidence.status.value
    record.validation_status = found.validation.status.value
    record.broken_links = sum(not link.resolution.resolved for link in found.links)
    content = signals.content_match
    record.unverified_quotes = len(content.quotes) - content.verified
    record.age_days, record.in_degree = signals.temporal.age_days, signals.graph_support.in_degree
    record.confidence = _plain(found.confidence_schema(now))
    record.validation = _plain(found.validation.as_schema(now))
    parts = [{"name": p.name, "weight": p.weight, "value": p.value, "points": p.points} for p in confidence.parts]
    record.waterfall = {"parts": parts, "decay": confidence.decay, "score": confidence.score}
    record.assessed_at, record.assessed_on = now, now.date()
    record.policy, record.made_by = policy.number, made_by
    record.near = remember(one.nearest.results, one.nearest.candidates, threshold=policy.belief.medium_evidence)
    record.inputs = inputs.of(record.name, unverified=record.unverified_quotes > 0)


def _plain(schema: dict[str, Any]) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(json.dumps(schema, cls=DjangoJSONEncoder))
    return plain


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


def _put_links(made: Sequence[Recorded], inputs: Inputs) -> None:
    """Replaces the links of the beliefs whose links now lead elsewhere."""
    stored: dict[int, list[tuple[object, ...]]] = {}
    rows = BeliefLink.objects.filter(belief__in=[one.record for one in made]).order_by("pk")
    for belief, *link in rows.values_list("belief_id", *_FIELDS):
        stored.setdefault(belief, []).append(tuple(link))
    changed = [(one.record, links) for one in made if (links := _links(one, inputs)) != stored.get(one.record.pk, [])]
    BeliefLink.objects.filter(belief__in=[record for record, _ in changed]).delete()
    BeliefLink.objects.bulk_create(
        [
            BeliefLink(belief=record, **dict(zip(_FIELDS, link, strict=True)))
            for record, links in changed
            for link in links
        ],
        batch_size=500,
    )


_FIELDS = ("target", "section", "line", "defeated", "kind", "found_kind", "found_name", "why", "text_sha256")


def _links(one: Recorded, inputs: Inputs) -> list[tuple[object, ...]]:
    belief = one.found.belief
    defeated = belief.defeated_lines
    quoted = {link for item in belief.evidence if item.quotes for link in item.links}
    return [
        (
            found.link.target,
            found.link.section[:200],
            found.link.line,
            found.link.line in defeated,
            *as_stored(found.resolution),
            inputs.texts.sha256_of(found.resolution) if found.link in quoted and found.resolution.resolved else "",
        )
        for found in one.found.links
    ]
