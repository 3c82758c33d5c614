"""Labelled retrievals, and which of them are held back from training."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic.dataclasses import dataclass

from evals.datasets_io import STRICT, Passage, read_items
from evals.held_back import source_number

HELD_BACK = 3
"""One in this many sources is never used for training, chosen by its hash."""


@dataclass(frozen=True, slots=True, config=STRICT)
class LabelledRetrieval:
    """A question with its chunks. `relevant` is None if chunks are not labelled; `answers` are the gold sentences of
    the chunks if the set has them, else gold answers, or empty."""

    id: str
    dataset: str
    query: str
    chunks: tuple[Passage, ...]
    relevant: frozenset[str] | None
    answer_present: bool
    answers: tuple[str, ...]
    kind: str | None = None

    @property
    def source(self) -> str:
        """The unit of the split: the article if chunk ids name it, else the passages."""
        first = self.chunks[0].ref if self.chunks else self.id
        article, mark, paragraph = first.partition("p")
        if mark and article[:1] == "a" and article[1:].isdigit() and paragraph.isdigit():
            return article
        return "\0".join(sorted(chunk.text for chunk in self.chunks))

    @property
    def held_back(self) -> bool:
        return source_number([self.dataset, self.source]) % HELD_BACK == 0


def labelled_retrievals(path: Path) -> Iterator[LabelledRetrieval]:
    """Raises DatasetUnreadable."""
    return read_items(path, _read)


def _read(row: dict[str, Any]) -> LabelledRetrieval:
    relevant = row["relevant_ids"]
    return LabelledRetrieval(
        id=row["id"],
        dataset=row["dataset"],
        query=row["query"],
        chunks=tuple(Passage(chunk["id"], chunk["text"]) for chunk in row["chunks"]),
        relevant=None if relevant is None else frozenset(relevant),
        answer_present=bool(row["answer_present"]),
        answers=tuple(row.get("gold_sentences") or row["answers"]),
        kind=row.get("kind"),
    )
