"""Groups the issues that judges raised into topics, outside of requests because embedding is slow."""

from __future__ import annotations

import hashlib

import numpy as np
from django.db import transaction

from validation.embeddings.protocol import Embedder
from validation.models import IssueTopic, QueryAnalysisIssue
from validation.query_analysis.gate.topics import Topic, issue_template, meanings_of, topic_of

JUDGE = "judge"
"""Code of an issue that no rule raised."""

_AT_ONCE = 200


def sort_issues(*, embedder: Embedder | None) -> int:
    """Returns how many distinct messages got a topic; call it until it returns 0. Without an embedder, messages that
    differ only in values share a topic. Raises EmbeddingFailed, after which all are still unsorted."""
    waiting = QueryAnalysisIssue.objects.filter(code=JUDGE, topic="").order_by("message").values("message").distinct()
    wordings = [row["message"] for row in waiting[:_AT_ONCE]]
    if not wordings:
        return 0
    if embedder is None:
        for wording in wordings:
            template = hashlib.sha256(issue_template(wording).encode()).hexdigest()[:16]
            _give(wording, f"{JUDGE}:words-{template}")
        return len(wordings)
    for wording, meaning in zip(wordings, meanings_of(wordings, embedder), strict=True):
        _sort(wording, meaning, embedder.name)
    return len(wordings)


@transaction.atomic
def _sort(wording: str, meaning: np.ndarray, made_by: str) -> None:
    known = QueryAnalysisIssue.objects.filter(code=JUDGE, message=wording).exclude(topic="").first()
    if known is not None:
        _give(wording, known.topic)
        return
    rows = IssueTopic.objects.select_for_update().filter(embedder=made_by)
    topics = [Topic(row.pk, np.frombuffer(bytes(row.total), dtype=np.float32), row.wordings) for row in rows]
    near = topic_of(meaning, topics)
    if near is None:
        key = IssueTopic.objects.create(embedder=made_by, total=meaning.tobytes(), wordings=1).pk
    else:
        key = near.key
        total = (near.total + meaning).astype(np.float32)
        IssueTopic.objects.filter(pk=key).update(total=total.tobytes(), wordings=near.wordings + 1)
    _give(wording, f"{JUDGE}:{key}")


def _give(wording: str, topic: str) -> None:
    QueryAnalysisIssue.objects.filter(code=JUDGE, message=wording, topic="").update(topic=topic)
