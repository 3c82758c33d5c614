"""Sentences of real responses beside the evidence that says most about them, with the spans people marked."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

from evals.datasets_io import rows
from evals.held_back import is_held_back
from training.examples import Example, Group, Label, Span
from training.sources.windows import best_stretch, sentence_spans
from validation.reader.words import find_words

_SHORTEST, _LONGEST = 25, 450
_WINDOW = 850
_LEAST_SHARED = 0.4
"""Of a sentence's words, for it to count as carried by one window: people judged it beside the whole evidence."""


def read_ragtruth(path: Path) -> list[Group]:
    """One group a response and window; sources held back for measuring stay out."""
    groups = []
    for row in rows(path):
        passages = [one["text"] for one in row["evidence"]]
        if row["spans"] is not None and not is_held_back(passages):
            groups += _groups(row, passages)
    return groups


def _groups(row: dict[str, Any], passages: list[str]) -> list[Group]:
    evidence = "\n".join(readable_record(text) for text in passages)
    question = row["query"] if row["task"] == "QA" else ""
    examples = []
    for begin, end in sentence_spans(row["response"]):
        claim = row["response"][begin:end].rstrip()
        if _SHORTEST <= len(claim) <= _LONGEST:
            example = _example(row, claim, begin, evidence, question)
            if example.label is not Label.ENTAILED or _shared(claim, example.window) >= _LEAST_SHARED:
                examples.append(example)
    bad = [one for one in examples if one.label is not Label.ENTAILED]
    good = [one for one in examples if one.label is Label.ENTAILED]
    return [[one, *good[number : number + 1]] for number, one in enumerate(bad)] or [[one] for one in good[:1]]


def _example(row: dict[str, Any], claim: str, begin: int, evidence: str, question: str) -> Example:
    made_up = tuple(_overlaps(row["spans"], begin, begin + len(claim)))
    first, last = best_stretch(claim, evidence, _WINDOW)
    label = Label.NOT_ENTAILED if made_up else Label.ENTAILED
    kinds = {one["type"] for one in row["spans"] if one["start"] < begin + len(claim) and one["end"] > begin}
    if made_up and all("conflict" in kind.lower() for kind in kinds):
        label = Label.CONTRADICTED
    window = evidence[first:last].strip()
    source = f"ragtruth_{row['task'].lower()}"
    return Example(source, "", claim, window, question=question, label=label, made_up=made_up)


def _shared(claim: str, window: str) -> float:
    keys = {word.key for word in find_words(claim)}
    return len(keys & {word.key for word in find_words(window)}) / max(len(keys), 1)


def _overlaps(spans: list[dict[str, Any]], begin: int, end: int) -> list[Span]:
    found = [(max(one["start"], begin) - begin, min(one["end"], end) - begin) for one in spans]
    return [(first, last) for first, last in found if last > first]


def readable_record(text: str) -> str:
    """A printed dict as lines with the key path written out, any other text as it is."""
    stripped = text.strip().removesuffix("Overview:").strip()
    if not stripped.startswith("{"):
        return text.strip()
    try:
        record = ast.literal_eval(stripped)
    except (ValueError, SyntaxError):
        return text.strip()
    return "\n".join(_lines(record, record.get("name", "") if isinstance(record, dict) else ""))


def _lines(value: Any, path: str) -> list[str]:
    if isinstance(value, dict):
        plain = [f"{key}: {one}" for key, one in value.items() if not isinstance(one, (dict, list))]
        lines = [f"{path}; " + "; ".join(plain)] if plain else []
        for key, one in value.items():
            if isinstance(one, (dict, list)):
                lines += _lines(one, f"{path}; {key}" if path else str(key))
        return lines
    if isinstance(value, list):
        return [line for one in value for line in _lines(one, path)]
    return [f"{path}: {value}"]
