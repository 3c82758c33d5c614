"""The visible development cases as claims beside windows: what a gate would ask the reader, in its simplest form."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from training.examples import Example
from training.sources.windows import sentence_spans
from validation.reader.words import find_words

WINDOWS = 3
_SOURCE = re.compile(r"\s*\((?:source_ref: ?)?[\w.-]+[:/][^\s)]*\)|\s*\(?\[[^\]]*\]\([^)]*\)\)?|https?://\S+")
_WINDOW = 500


@dataclass(frozen=True, slots=True)
class CaseClaim:
    """A sentence or list item, with the windows it is read beside."""

    case: str
    kind: str
    is_good: bool
    examples: tuple[Example, ...]


def read_cases(path: Path) -> list[CaseClaim]:
    return [claim for line in path.read_text("utf-8").splitlines() for claim in _claims(json.loads(line))]


def _claims(case: dict[str, Any]) -> Iterator[CaseClaim]:
    windows = list(_windows([*case["evidence"], *_context_evidence(case.get("context_md", ""))]))
    for begin, end in sentence_spans(case["response"]):
        said = case["response"][begin:end]
        claim = _SOURCE.sub("", said).strip()
        if len(find_words(claim)) < 3 or set(claim) <= set("|-: "):
            continue
        spans = case["spans"] or []
        is_good = not any(one["start"] < end and one["end"] > begin for one in spans)
        near = sorted(windows, key=lambda one: -_shared(claim, one))[:WINDOWS]
        joined = "\n".join(near)
        if len(near) > 1 and len(joined) <= 2 * _WINDOW:
            near.append(joined)
        examples = tuple(Example("cases", case["kind"], claim, window, question=case["query"]) for window in near)
        if examples:
            yield CaseClaim(case["id"], case["kind"], is_good, examples)


def _context_evidence(context_md: str) -> Iterator[dict[str, str]]:
    """The rows and lines of sections 2 and 4."""
    for number in ("2", "4"):
        section = re.search(rf"^## {number}\..*?\n(.*?)(?=^## |\Z)", context_md, re.DOTALL | re.MULTILINE)
        for line in section[1].splitlines() if section else ():
            if line.startswith("|") and not set(line) <= set("|-: ") and "source_ref" not in line:
                yield {"text": line.strip("| ").split(" | ")[0]}
            elif line.startswith("- ") or (number == "2" and line and line[0] not in "#*`|"):
                yield {"text": line.removeprefix("- ")}


def _windows(evidence: list[dict[str, str]]) -> Iterator[str]:
    for one in evidence:
        lines = [line for line in one["text"].splitlines() if line.strip() and not line.startswith("url:")]
        text = "\n".join(lines)
        if len(text) <= _WINDOW:
            yield text
            continue
        for begin, end in _stretches(text):
            yield text[begin:end].strip()


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    """Overlapping runs of sentences of at most _WINDOW characters."""
    spans = sentence_spans(text)
    first = 0
    while first < len(spans):
        last = first
        while last + 1 < len(spans) and spans[last + 1][1] - spans[first][0] <= _WINDOW:
            last += 1
        yield spans[first][0], spans[last][1]
        if last + 1 >= len(spans):
            return
        first = max(first + 1, last)


def _shared(claim: str, window: str) -> float:
    keys = {word.key for word in find_words(claim)}
    return len(keys & {word.key for word in find_words(window)}) / max(len(keys), 1)
