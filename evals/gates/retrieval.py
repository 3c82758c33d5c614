"""Evaluates the retrieval gate on labelled retrievals: chunks, presence of an answer, quotes, quality.

Metrics use the gate's output as users get it, except the AUC, which needs a score. Chunk metrics are resampled by item,
since the chunks of an item are not independent.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from evals.datasets_io import by_dataset
from evals.kinds import kind_figures
from evals.metrics import Estimate, Flags, Floats, auroc, estimated, f1, measured_set, precision, recall, share
from evals.retrieval_data import LabelledRetrieval, labelled_retrievals
from retrieval.domain.output.vocabulary import fixed_texts
from retrieval.domain.result import AnswerPresent, Quality, RetrievalResult
from retrieval.gate import validate_retrieval
from validation.embeddings.cache import CachedEmbedder, MemoryCache
from validation.embeddings.local import fast_embedder
from validation.embeddings.protocol import Embedder
from validation.judge.protocol import LlmClient

SPEC_TARGETS = {
    "chunk_accuracy": 0.95,
    "yes_precision": 0.98,
    "yes_recall": 0.90,
    "quote_verbatim": 1.0,
    "own_words_only": 1.0,
}
"""Spec 5, SC-001, SC-003, SC-004, SC-005 and SC-006."""

_WORD = re.compile(r"\w+")

ANSWERABLE = "answerable"
CURVE = tuple(round(0.05 * step, 2) for step in range(1, 20))


@dataclass(frozen=True, slots=True)
class JudgedRetrieval:
    """A labelled retrieval with the gate's result and its duration in `seconds`."""

    item: LabelledRetrieval
    result: RetrievalResult
    seconds: float


def measure(path: Path, *, judge: LlmClient | None = None, held_back: bool = False) -> list[dict[str, Any]]:
    """Per data set in the file: all items; those held back from training; and of both those with an answer. With
    `held_back` only the latter two. Raises DatasetUnreadable."""
    embedder = CachedEmbedder(fast_embedder(), MemoryCache())
    items = [item for item in labelled_retrievals(path) if item.held_back or not held_back]
    judged = [_judge(item, embedder=embedder, judge=judge) for item in items]
    everything: dict[str, Callable[[LabelledRetrieval], bool]] = {
        "all": lambda _: True,
        ANSWERABLE: lambda item: item.answer_present,
    }
    tasks: dict[str, Callable[[LabelledRetrieval], bool]] = {
        **({} if held_back else everything),
        "held_back": lambda item: item.held_back,
        f"held_back_{ANSWERABLE}": lambda item: item.held_back and item.answer_present,
    }
    return [
        figures(task, part)
        for one in by_dataset(judged, lambda each: each.item.dataset)
        for task, belongs in tasks.items()
        if (part := [each for each in one if belongs(each.item)])
    ]


def _judge(item: LabelledRetrieval, *, embedder: Embedder, judge: LlmClient | None) -> JudgedRetrieval:
    chunks = [{"id": chunk.ref, "text": chunk.text} for chunk in item.chunks]
    started = time.perf_counter()
    result = validate_retrieval(item.query, chunks, embedder=embedder, judge=judge)
    return JudgedRetrieval(item, result, time.perf_counter() - started)


def figures(task: str, judged: Sequence[JudgedRetrieval]) -> dict[str, Any]:
    """`quality_table[expected][rated]` counts items; the curve is precision and recall of Yes by threshold; `kinds` are
    wrong and missed Yes by kind. Metrics without labels are omitted."""
    found = measured_set(
        judged[0].item.dataset,
        task,
        len(judged),
        seconds_per_item=float(np.mean([each.seconds for each in judged])),
        figures={**_chunk_metrics(judged), **_answer_metrics(judged), **_quote_metrics(judged)},
    )
    by_kind = [(each.item.kind, each.item.answer_present, _says_yes(each)) for each in judged]
    kinds = () if task.endswith(ANSWERABLE) else kind_figures(by_kind)
    return {
        **found,
        "targets": {name: target for name, target in SPEC_TARGETS.items() if name in found["metrics"]},
        "quality_table": quality_table(judged),
        "precision_recall_curve": precision_recall_curve(judged),
        "kinds": [{**asdict(kind), "share": kind.share} for kind in kinds],
    }


def precision_recall_curve(judged: Sequence[JudgedRetrieval]) -> list[dict[str, float]]:
    """Precision and recall of Yes by the policy's threshold, including rules for direct evidence. Omits thresholds that
    no item reaches; empty if all or no items have an answer."""
    truth = np.array([each.item.answer_present for each in judged])
    score = np.array([each.result.answer_score for each in judged])
    if truth.all() or not truth.any():
        return []
    return [
        {
            "threshold": at,
            "precision": precision(truth, score >= at),
            "recall": recall(truth, score >= at),
            "yes": int((score >= at).sum()),
        }
        for at in CURVE
        if (score >= at).any()
    ]


def quality_table(judged: Sequence[JudgedRetrieval]) -> dict[str, dict[str, int]]:
    table = {expected.value: {rated.value: 0 for rated in Quality} for expected in Quality}
    for each in judged:
        if each.item.relevant is not None and each.result.retrieval_quality:
            table[_expected_quality(each.item).value][each.result.retrieval_quality.value] += 1
    return table


def _expected_quality(item: LabelledRetrieval) -> Quality:
    if item.answer_present:
        return Quality.GOOD
    return Quality.PARTIAL if item.relevant else Quality.POOR


def _chunk_metrics(judged: Sequence[JudgedRetrieval]) -> dict[str, Estimate | None]:
    """One row per chunk; the bootstrap draws items with all their chunks."""
    labelled = [each for each in judged if each.item.relevant is not None]
    rows = [_chunk_rows(each) for each in labelled]
    measures: dict[str, Callable[[Flags, Flags, Floats], float]] = {
        "chunk_accuracy": lambda truth, said, _: share(truth == said),
        "chunk_precision": lambda truth, said, _: precision(truth, said),
        "chunk_recall": lambda truth, said, _: recall(truth, said),
        "chunk_f1": lambda truth, said, _: f1(truth, said),
        "chunk_auc": lambda truth, _, score: auroc(truth, score),
    }
    return {name: _by_item(rows, each) for name, each in measures.items()} if rows else {}


def _chunk_rows(each: JudgedRetrieval) -> np.ndarray:
    """Columns are label, verdict and score; shape (chunks, 3)."""
    named = {chunk.id for chunk in each.result.relevant_chunks}
    scores = {score.chunk_id: score.relevance for score in each.result.scores}
    relevant = each.item.relevant or frozenset()
    return np.array(
        [(chunk.ref in relevant, chunk.ref in named, scores.get(chunk.ref, 0.0)) for chunk in each.item.chunks],
        dtype=float,
    ).reshape(-1, 3)


def _by_item(rows: Sequence[np.ndarray], measure: Callable[[Flags, Flags, Floats], float]) -> Estimate | None:
    def drawn(numbers: np.ndarray) -> float:
        table = np.concatenate([rows[number] for number in numbers])
        return measure(table[:, 0] > 0, table[:, 1] > 0, table[:, 2])

    return estimated(drawn, len(rows))


def _answer_metrics(judged: Sequence[JudgedRetrieval]) -> dict[str, Estimate | None]:
    truth = np.array([each.item.answer_present for each in judged])
    says_yes = np.array([_says_yes(each) for each in judged])
    right = estimated(lambda drawn: precision(truth[drawn], says_yes[drawn]), len(judged))
    return {
        "yes_precision": None if truth.all() else right,  # no Yes can be wrong if every item has an answer
        "yes_recall": estimated(lambda drawn: recall(truth[drawn], says_yes[drawn]), len(judged)),
    }


def _quote_metrics(judged: Sequence[JudgedRetrieval]) -> dict[str, Estimate | None]:
    verbatim = np.array([_is_verbatim(each) for each in judged if each.result.evidence])
    own = np.array([not foreign_words(each.item, each.result) for each in judged])
    answered = [each for each in judged if each.item.answers and each.item.answer_present and _says_yes(each)]
    holding = np.array([_holds_answer(each) for each in answered])
    return {
        "own_words_only": estimated(lambda drawn: share(own[drawn]), len(own)),
        "quote_verbatim": estimated(lambda drawn: share(verbatim[drawn]), len(verbatim)) if verbatim.size else None,
        "quote_has_answer": estimated(lambda drawn: share(holding[drawn]), len(holding)) if holding.size else None,
    }


def _says_yes(each: JudgedRetrieval) -> bool:
    return each.result.answer_present is AnswerPresent.YES


def _is_verbatim(each: JudgedRetrieval) -> bool:
    texts = {chunk.ref: chunk.text for chunk in each.item.chunks}
    return all(line.quote == texts[line.chunk_id][line.start : line.end] for line in each.result.evidence)


def _holds_answer(each: JudgedRetrieval) -> bool:
    quotes = [_plain(line.quote) for line in each.result.evidence]
    return any(_plain(answer) in quote for answer in each.item.answers for quote in quotes)


def foreign_words(item: LabelledRetrieval, result: RetrievalResult) -> set[str]:
    """Words of the result that are neither in the input nor in the fixed vocabulary (spec 5, SC-006)."""
    given = words_of([item.query, *(chunk.ref for chunk in item.chunks), *(chunk.text for chunk in item.chunks)])
    return words_of(result.as_document()) - given - words_of(fixed_texts())


def words_of(value: object) -> set[str]:
    """Words of all nested texts, without field names."""
    if isinstance(value, Mapping):
        return set().union(*(words_of(each) for each in value.values()))
    if isinstance(value, list | tuple):
        return set().union(*(words_of(each) for each in value))
    return set(_WORD.findall(value)) if isinstance(value, str) else set()


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
