"""Records assessments: score, checks, links, history, and the inputs that the next audit compares."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from beliefs.actions.dependents import Inputs, as_stored
from beliefs.domain.nearest import Nearest, remember
from beliefs.gate import Assessment
from beliefs.models import BeliefHistory, BeliefLink, BeliefRecord
from validation.domain.policy import BeliefPolicy
from validation.models import Policy
from validation.platform.live import Topic, publish


@dataclass(frozen=True, slots=True)
class Audit:
    """What the assessments of one audit share."""

    inputs: Inputs
    policy: Policy
    settings: BeliefPolicy
    made_by: str
    now: datetime


@dataclass(frozen=True, slots=True)
class RecordedAssessment:
    """`record` is locked, and filled by `record_assessments`."""

    record: BeliefRecord
    found: Assessment
    nearest: Nearest


def record_assessments(audit: Audit, made: Sequence[RecordedAssessment]) -> None:
    """Runs in the transaction that holds the locks."""
    if not made:
        return
    words = _last_words([one.record for one in made])
    history: list[BeliefHistory] = []
    for one in made:
        record = one.record
        before = (record.score, record.status, record.validation_status, words.get(record.pk))
        values = _values(one, audit)
        for name, value in values.items():
            setattr(record, name, value)
        after = {name: values[name] for name in ("score", "status", "validation_status")}
        if before != (*after.values(), record.content_sha256):
            sha = record.content_sha256
            number = audit.policy.number
            history.append(BeliefHistory(belief=record, at=audit.now, content_sha256=sha, policy=number, **after))
    # An upsert of locked rows: bulk_update would write a CASE for each field and row, which is many times slower.
    BeliefRecord.objects.bulk_create(
        [one.record for one in made],
        update_conflicts=True,
        unique_fields=["pipeline", "name"],
        update_fields=list(values),
    )
    BeliefHistory.objects.bulk_create(history)
    _put_links(made, audit.inputs)
    publish(Topic.BELIEFS, *(one.record.name for one in made))


def _last_words(records: Sequence[BeliefRecord]) -> dict[int, str]:
    """The content hash of the newest row of each history."""
    rows = BeliefHistory.objects.filter(belief__in=records).order_by("at", "pk")
    return dict(rows.values_list("belief_id", "content_sha256"))


def _values(one: RecordedAssessment, audit: Audit) -> dict[str, Any]:
    """The values to store, by field of the record."""
    found, signals, confidence = one.found, one.found.signals, one.found.confidence
    unverified = len(signals.content_match.quotes) - signals.content_match.verified
    parts = [{"name": p.name, "weight": p.weight, "value": p.value, "points": p.points} for p in confidence.parts]
    return {
        "stale": False,
        "score": confidence.score,
        "status": confidence.status.value,
        "validation_status": found.validation.status.value,
        "broken_links": sum(not link.resolution.resolved for link in found.links),
        "unverified_quotes": unverified,
        "age_days": signals.temporal.age_days,
        "in_degree": signals.graph_support.in_degree,
        "confidence": _plain(found.confidence_schema(audit.now)),
        "validation": _plain(found.validation.as_schema(audit.now)),
        "waterfall": {"parts": parts, "decay": confidence.decay, "score": confidence.score},
        "assessed_at": audit.now,
        "assessed_on": audit.now.date(),
        "policy": audit.policy.number,
        "made_by": audit.made_by,
        "near": remember(one.nearest.results, one.nearest.candidates, threshold=audit.settings.medium_evidence),
        "inputs": audit.inputs.of(one.record.name, unverified=unverified > 0),
    }


def _plain(schema: dict[str, Any]) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(json.dumps(schema, cls=DjangoJSONEncoder))
    return plain


def _put_links(made: Sequence[RecordedAssessment], inputs: Inputs) -> None:
    """Replaces the links of beliefs whose link targets changed."""
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


def _links(one: RecordedAssessment, inputs: Inputs) -> list[tuple[object, ...]]:
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
