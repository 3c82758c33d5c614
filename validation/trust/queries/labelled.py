"""Audited decisions as a labelled data set for `run_evals response`: one JSON object per item, with the whole turn in
`context_md`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any
from uuid import UUID

from validation.domain.trust.audit import ENDED
from validation.domain.trust.truth import TruthRow
from validation.domain.verdict import Decision
from validation.models import AttemptText, Turn
from validation.platform.paging.filters import SpanFilter
from validation.trust.estimates.disagreements import DisagreementFilter
from validation.trust.queries.audited import read_audited
from validation.trust.queries.truth_rows import audited_decisions, truth_rows

_CHUNK = 50


def labelled_rows(span: SpanFilter, wanted: DisagreementFilter | None) -> Iterable[TruthRow]:
    """Disagreements that match the filter, worst first; without a filter all audits, newest first, read lazily. Only
    ended audits, because the others may still have open questions that must be answered blind."""
    if wanted is not None:
        return (one.row for one in read_audited(span).disagreements if wanted.keeps(one))
    return (row for row in truth_rows(audited_decisions(span)) if row.state in ENDED)


def queries_of(rows: Sequence[TruthRow]) -> dict[UUID, str]:
    """The shortened query of each attempt."""
    attempts = [row.attempt_id for row in rows]
    return dict(Turn.objects.filter(attempts__in=attempts).values_list("attempts", "query"))


def labelled_lines(rows: Iterable[TruthRow]) -> Iterator[str]:
    """JSON lines; reads texts in chunks and skips rows without a truth."""
    known = (row for row in rows if row.truth_route)
    while chunk := list(islice(known, _CHUNK)):
        texts = AttemptText.objects.in_bulk([row.attempt_id for row in chunk])
        for row in chunk:
            if text := texts.get(row.attempt_id):
                yield json.dumps(_item(row, text), ensure_ascii=False) + "\n"


def _item(row: TruthRow, text: AttemptText) -> dict[str, Any]:
    """`label_grounded`: people would have approved; `spans`: the sentences they marked as unsupported."""
    sound = row.truth_route == Decision.APPROVE
    return {
        "id": str(row.item_id),
        "dataset": "audits",
        "task": row.pipeline,
        "query": "",
        "evidence": [],
        "context_md": text.context_md,
        "user_query": text.user_query,
        "response": text.response_md,
        "label_grounded": sound,
        "spans": [{"start": start, "end": end} for start, end in _marked(row)],
        "kind": f"{row.route} should be {row.truth_route}" if row.route != row.truth_route else row.route,
        "truth": row.truth_route,
        "truth_source": row.truth_source,
        "decided": row.route,
        "confidence": row.confidence,
        "judge": f"{row.judge} {row.model}".strip(),
        "prompt": row.prompt,
        "policy": row.policy,
        "language": row.language,
        "probability": row.probability,
    }


def _marked(row: TruthRow) -> list[tuple[int, int]]:
    """Spans marked by the adjudicator, else by everyone whose decision equals the truth."""
    last = row.answers[-1:] if row.truth_source == "adjudicated" else row.answers
    return sorted({span for answer in last if answer.decision == row.truth_route for span in answer.unsupported})
