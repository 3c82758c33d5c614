"""Validates a belief before it is created: computes everything, and stores nothing about the belief."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from beliefs.actions.assess import nearest_to
from beliefs.actions.store import Change, put_belief
from beliefs.actions.vectors import embed_missing
from beliefs.domain.belief import Belief
from beliefs.domain.nearest import NOT_MEASURED, Nearest
from beliefs.domain.parse import content_hash, normalized_name, parse
from beliefs.gate import Assessment, assess
from beliefs.models import BeliefRecord, Origin
from beliefs.queries.known import read_known, read_space
from beliefs.queries.texts import StoredTexts
from validation.domain.codes.problems import ProblemCode
from validation.domain.errors import FieldError
from validation.embeddings.configured import configured_embedder
from validation.embeddings.protocol import EmbeddingFailed
from validation.platform.policies import policy_in_force

MAX_INLINE_EMBEDDINGS = 64
"""Most sessions, and most statements, that are embedded while a user waits; takes some seconds."""


def check_markdown(*, pipeline: str, markdown: str, now: datetime, most: int | None = None) -> Assessment:
    """Assesses the belief against everything visible to the pipeline, after embedding at most `most` new sessions and
    statements. Raises BeliefUnreadable."""
    belief = parse(markdown)
    policy = policy_in_force().read().belief
    nearest = _nearest(pipeline, belief, most)
    known, texts = read_known(pipeline=pipeline, incoming=belief), StoredTexts(pipeline)
    return assess(belief, known=known, texts=texts, nearest=nearest, today=now.date(), policy=policy)


def _nearest(pipeline: str, belief: Belief, most: int | None) -> Nearest:
    embedder = configured_embedder()
    if embedder is None:
        return NOT_MEASURED
    try:
        embed_missing(pipeline=pipeline, embedder=embedder, most=most)
        return nearest_to(belief, space=read_space(pipeline=pipeline, embedder=embedder.name), embedder=embedder)
    except EmbeddingFailed:
        return NOT_MEASURED


def weak_evidence(found: Assessment) -> tuple[str, ...]:
    """The warnings that must be confirmed before the belief is created."""
    reason = found.confidence.reason
    return (*found.validation.warnings, *([reason] if reason else []))


def replaced(belief: Belief, markdown: str, *, pipeline: str) -> tuple[str, ...]:
    """A warning if a different belief with that id exists, which the new one would replace."""
    own = BeliefRecord.objects.filter(pipeline=pipeline, name=belief.id)
    taken = own.exclude(content_sha256=content_hash(markdown)).exists()
    return (f"There is a belief '{belief.id}' already; storing this one replaces its words.",) if taken else ()


def stored_hash(name: str, *, pipeline: str) -> str:
    """The content hash of the pipeline's own belief with that id; empty without one."""
    own = BeliefRecord.objects.filter(pipeline=pipeline, name=name)
    return own.values_list("content_sha256", flat=True).first() or ""


def create(
    *,
    pipeline: str,
    markdown: str,
    name: str | None,
    confirm: bool,
    by: str,
    now: datetime,
    replaces: str | None = None,
) -> tuple[Change, Sequence[str]]:
    """Stores the belief for the pipeline. `replaces` is what `stored_hash` said; None replaces whatever is stored.
    Raises InputRejected if `name` is not its id; Conflict `confirmation_needed` with the warnings if its evidence is
    weak and `confirm` is false, and if another text was stored since."""
    found = check_markdown(pipeline=pipeline, markdown=markdown, now=now)
    if name is not None and found.belief.id != normalized_name(name):
        raise ProblemCode.ID_MISMATCH.error(name=name[:150], id=found.belief.id, field="id")
    warnings = weak_evidence(found)
    if warnings and not confirm:
        fields = tuple(FieldError("markdown", one) for one in warnings)
        raise ProblemCode.CONFIRMATION_NEEDED.error("evidence", warnings="; ".join(warnings[:3]), fields=fields)
    belief = found.belief
    change = put_belief(
        pipeline=pipeline,
        belief=belief,
        markdown=markdown,
        origin=Origin.API,
        by=by,
        now=now,
        replaces=replaces,
    )
    return change, warnings
