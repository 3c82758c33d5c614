"""Assesses stale beliefs: updates vectors, marks beliefs that depend on a change, then assesses in batches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q

from beliefs.actions.dependents import Inputs, mark_dependents
from beliefs.actions.moved import mark_neighbours
from beliefs.actions.recording import Audit, RecordedAssessment, record_assessments
from beliefs.actions.vectors import Progress, embed_missing, with_progress
from beliefs.domain.belief import Belief
from beliefs.domain.corpus import Kind
from beliefs.domain.nearest import NOT_MEASURED, Nearest, Query, Space, find, read_vectors
from beliefs.domain.parse import parse, text_hash
from beliefs.domain.signals import negated
from beliefs.gate import BELIEF_VERSION, AssessmentContext, assess
from beliefs.models import BeliefRecord, BeliefVectors
from beliefs.queries.known import read_known, read_space
from beliefs.queries.texts import StoredTexts
from validation.embeddings.protocol import Embedder
from validation.models import Policy

BATCH = 200


def assess_stale(
    *,
    pipeline: str,
    policy: Policy,
    embedder: Embedder | None,
    now: datetime,
    everything: bool = False,
    changed_only: bool = False,
    progress: Progress | None = None,
) -> int:
    """Assesses beliefs of one pipeline, or of `common`: those that changed or depend on a change, those last assessed
    without an embedder, and, unless `changed_only`, those assessed on another day, under another policy or by another
    version. Returns how many. Raises EmbeddingFailed."""
    settings = policy.read().belief
    if embedder is not None:
        embed_missing(pipeline=pipeline, embedder=embedder, progress=progress)
        mark_neighbours(pipeline=pipeline, embedder=embedder.name, threshold=settings.medium_evidence)
    inputs = Inputs(pipeline, read_known(pipeline=pipeline), StoredTexts(pipeline))
    mark_dependents(inputs)
    made_by = _made_by(embedder)
    rows = BeliefRecord.objects.filter(pipeline=pipeline)
    if changed_only:
        rows = rows.filter(Q(stale=True) | Q(made_by=_made_by(None)) if embedder else Q(stale=True))
    elif not everything:
        current = rows.filter(stale=False, assessed_on=now.date(), policy=policy.number, made_by=made_by)
        rows = rows.exclude(pk__in=current.values("pk"))
    found = rows.order_by("name").values_list("pk", "name", "content_sha256", "assessed_at", "stale")
    wanted = {
        pk: _Seen(sha, at, stale) for pk, name, sha, at, stale in found if (Kind.BELIEF, name) in inputs.known.corpus
    }
    if not wanted:
        return 0
    space = read_space(pipeline=pipeline, embedder=embedder.name) if embedder else None
    audit = Audit(inputs, policy, settings, made_by, now)
    for some in with_progress(list(wanted.items()), BATCH, "beliefs assessed", progress):
        _assess_batch(audit, space, dict(some))
    return len(wanted)


def _made_by(embedder: Embedder | None) -> str:
    return f"beliefs {BELIEF_VERSION} with {embedder.name if embedder else 'no embedder'}"


class _Seen(NamedTuple):
    """The state of a belief before its neighbours were read."""

    content_sha256: str
    assessed_at: datetime | None
    stale: bool


@transaction.atomic
def _assess_batch(audit: Audit, space: Space | None, wanted: Mapping[int, _Seen]) -> None:
    """Locks and assesses the records. Skips those that were added, edited, assessed or marked since `wanted` was read,
    because the other inputs may be older; the next audit takes them."""
    locked = list(BeliefRecord.objects.select_for_update().filter(pk__in=wanted).order_by("pk"))
    seen = {record.pk: _Seen(record.content_sha256, record.assessed_at, record.stale) for record in locked}
    records = [record for record in locked if seen[record.pk] == wanted[record.pk]]
    overtaken = [record.pk for record in locked if record.assessed_at != wanted[record.pk].assessed_at]
    BeliefRecord.objects.filter(pk__in=overtaken).update(stale=True)
    records = records if space is None else embedded(records)
    beliefs = [parse(record.markdown) for record in records]
    audit.inputs.texts.prefetch(_quoted(beliefs, audit.inputs.known))
    made: list[RecordedAssessment] = []
    for record, belief, found in zip(records, beliefs, nearest_of(records, space), strict=True):
        assessment = assess(
            belief,
            known=audit.inputs.known,
            texts=audit.inputs.texts,
            nearest=found,
            today=audit.now.date(),
            policy=audit.settings,
        )
        made.append(RecordedAssessment(record, assessment, found))
    record_assessments(audit, made)


def nearest_to(belief: Belief, *, space: Space, embedder: Embedder) -> Nearest:
    """The neighbours of a belief that is not stored."""
    opposite = negated(belief.statement)
    vectors = embedder.embed([belief.statement, *([opposite] if opposite else [])])
    return find(space, [Query(belief.id, vectors[0], vectors[1] if opposite else None)])[0]


def _quoted(beliefs: Sequence[Belief], known: AssessmentContext) -> Iterator[tuple[str, str]]:
    """The sources in which quotes of these beliefs will be looked up."""
    for belief in beliefs:
        for item in belief.evidence:
            for link in item.links if item.quotes else ():
                found = known.corpus.resolve(link.target)
                if found.resolved:
                    yield found.found_kind, found.found_id


def embedded(records: Sequence[BeliefRecord]) -> list[BeliefRecord]:
    """The records whose vectors match their current statement."""
    hashes = dict(BeliefVectors.objects.filter(belief__in=records).values_list("belief_id", "sha256"))
    return [record for record in records if hashes.get(record.pk) == text_hash(record.statement)]


def nearest_of(records: Sequence[BeliefRecord], space: Space | None) -> list[Nearest]:
    """The neighbours of `embedded` records; NOT_MEASURED without a space."""
    if space is None:
        return [NOT_MEASURED] * len(records)
    rows = BeliefVectors.objects.filter(belief__in=records).values_list("belief_id", "statement", "negated")
    vectors = {
        pk: (read_vectors(statement), read_vectors(against) if against else None) for pk, statement, against in rows
    }
    return find(space, [Query(one.name, *vectors[one.pk]) for one in records])
