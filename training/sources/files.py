"""The labelled public files as examples, cut to what one window holds."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from evals.datasets_io import rows
from training.examples import Example, Group, Label, Span
from training.sources.windows import choose_window, window_around

LABELS = {
    "entailment": Label.ENTAILED,
    "contradiction": Label.CONTRADICTED,
    "neutral": Label.NEUTRAL,
    "not_entailment": Label.NOT_ENTAILED,
}
LONGEST_WINDOW = 1000
"""Characters, some 230 tokens."""
_ASKED, _ANSWERED = "Question: ", " Answer: "


def read_entailment(path: Path) -> list[Group]:
    return _grouped(((row["premise"], _entailment_example(row)) for row in rows(path)), most=4)


def read_answerability(path: Path) -> list[Group]:
    return _grouped(((row["passage"], _answerability_example(row)) for row in rows(path)), most=3)


def _grouped(examples: Iterable[tuple[str, Example]], *, most: int) -> list[Group]:
    """Those of one passage stand together, `most` in a group."""
    groups: dict[str, Group] = {}
    done: list[Group] = []
    for passage, example in examples:
        group = groups.setdefault(passage[:200], [])
        group.append(example)
        if len(group) == most:
            done.append(groups.pop(passage[:200]))
    return [*done, *groups.values()]


def _entailment_example(row: dict[str, Any]) -> Example:
    question, claim = "", row["hypothesis"]
    if claim.startswith(_ASKED) and _ANSWERED in claim:
        question, claim = claim[len(_ASKED) :].split(_ANSWERED, 1)
    window = choose_window(f"{question} {claim}", row["premise"], LONGEST_WINDOW)
    label = LABELS[row["label"]]
    made_up: tuple[Span, ...] | None = () if label is Label.ENTAILED else None
    return Example(row["source"], row.get("kind", ""), claim, window, question=question, label=label, made_up=made_up)


def _answerability_example(row: dict[str, Any]) -> Example:
    answer, passage = _first_span(row), row["passage"]
    if len(passage) > LONGEST_WINDOW:
        if answer:
            begin, passage = window_around(passage, answer, LONGEST_WINDOW)
            answer = (answer[0] - begin, answer[1] - begin)
        elif not row["answerable"]:
            passage = choose_window(row["question"], passage, LONGEST_WINDOW)
        else:
            passage = passage[: 2 * LONGEST_WINDOW]
    return Example(
        f"ask_{row['source']}",
        row.get("kind", ""),
        row["question"],
        passage,
        answerable=row["answerable"],
        answer=answer,
    )


def _first_span(row: dict[str, Any]) -> Span | None:
    for answer in row["answers"]:
        start, text = answer["start"], answer["text"]
        if row["answerable"] and start >= 0 and row["passage"][start : start + len(text)] == text:
            return start, start + len(text)
    return None


def read_clapnq(path: Path) -> list[Group]:
    """A question beside the passage that answers it, or beside the one that only seems to."""
    groups: list[Group] = []
    for row in rows(path):
        relevant = set(row["relevant_ids"] or ())
        chunks = sorted(row["chunks"], key=lambda chunk: chunk["id"] not in relevant)[: 2 if relevant else 1]
        group = [_clapnq_example(row, chunk, chunk["id"] in relevant) for chunk in chunks]
        groups.append(group)
    return groups


def _clapnq_example(row: dict[str, Any], chunk: dict[str, str], answers: bool) -> Example:
    window = choose_window(" ".join([row["query"], *(row.get("gold_sentences") or ())]), chunk["text"], LONGEST_WINDOW)
    return Example("ask_clapnq", "", row["query"], window, answerable=bool(row["answer_present"] and answers))


def read_wice(path: Path) -> list[Group]:
    """Claims beside the best stretch of the article they cite. One that is not wholly carried is not entailed."""
    groups: list[Group] = []
    for row in rows(path):
        text = "\n".join(one["text"] for one in row["evidence"])
        window = choose_window(row["response"], text, LONGEST_WINDOW)
        label = Label.ENTAILED if row["label_grounded"] else Label.NOT_ENTAILED
        groups.append([Example("wice", "", row["response"], window, label=label)])
    return groups
