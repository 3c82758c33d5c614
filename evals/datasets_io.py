"""Reads labelled data sets: JSON lines, gzipped or plain, in the five schemas of the shared data folder."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO, TypeVar

from pydantic import ConfigDict, ValidationError
from pydantic.dataclasses import dataclass

T = TypeVar("T")
STRICT = ConfigDict(strict=True)


class DatasetUnreadable(Exception):
    """The file is missing, is not JSON lines, or lacks a field; the message names file, line and field."""


@dataclass(frozen=True, slots=True, config=STRICT)
class Passage:
    ref: str
    text: str


@dataclass(frozen=True, slots=True, config=STRICT)
class GroundingItem:
    """A response to judge against its evidence. `spans` are hallucinated spans of `response`, None if not annotated.
    `kind` is the kind of error or difficulty. `context_md` is the whole turn, if passages cannot express it (memory,
    goals, tool calls); `evidence` is then empty, and `user_query` is what the user typed, if known."""

    id: str
    dataset: str
    task: str
    query: str
    evidence: tuple[Passage, ...]
    response: str
    grounded: bool
    spans: tuple[tuple[int, int], ...] | None
    kind: str | None = None
    context_md: str | None = None
    user_query: str = ""

    @property
    def passages(self) -> tuple[str, ...]:
        """The evidence: the passages, or the whole turn."""
        return (self.context_md,) if self.context_md else tuple(passage.text for passage in self.evidence)


def by_dataset(items: Iterable[T], dataset_of: Callable[[T], str]) -> list[list[T]]:
    """The items grouped by data set, ordered by its name."""
    parts: dict[str, list[T]] = {}
    for item in items:
        parts.setdefault(dataset_of(item), []).append(item)
    return [parts[name] for name in sorted(parts)]


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """Each line as an object. Raises DatasetUnreadable."""
    try:
        with _opened(path) as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield _object(line, path, number)
    except (OSError, UnicodeDecodeError, EOFError) as error:
        raise DatasetUnreadable(f"{path}: {error}") from error


def _opened(path: Path) -> TextIO:
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8")
    return path.open(encoding="utf-8")


def _object(line: str, path: Path, number: int) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise DatasetUnreadable(f"{path}, line {number}: no JSON ({error})") from error
    if not isinstance(found, dict):
        raise DatasetUnreadable(f"{path}, line {number}: a JSON object is expected")
    return found


def read_items(path: Path, read: Callable[[dict[str, Any]], T]) -> Iterator[T]:
    """Applies `read` to each line. Raises DatasetUnreadable, naming the item, if a field is missing or malformed."""
    for number, row in enumerate(rows(path), 1):
        try:
            yield read(row)
        except (KeyError, TypeError) as error:
            raise DatasetUnreadable(f"{path}, item {number}: missing or malformed field {error}") from error
        except ValidationError as error:
            first = error.errors()[0]
            field = f"{'.'.join(map(str, first['loc']))} ({first['msg']})"
            raise DatasetUnreadable(f"{path}, item {number}: missing or malformed field {field}") from error


def grounding_items(path: Path) -> Iterator[GroundingItem]:
    """Raises DatasetUnreadable."""
    return read_items(path, _grounding)


def _grounding(row: dict[str, Any]) -> GroundingItem:
    spans = row.get("spans")
    return GroundingItem(
        id=row["id"],
        dataset=row["dataset"],
        task=row.get("task") or row["dataset"],
        query=row["query"] or "",
        evidence=tuple(Passage(passage["ref"], passage["text"]) for passage in row["evidence"]),
        response=row["response"],
        grounded=bool(row["label_grounded"]),
        spans=None if spans is None else tuple((span["start"], span["end"]) for span in spans),
        kind=row.get("kind"),
        context_md=row.get("context_md"),
        user_query=row.get("user_query") or "",
    )
