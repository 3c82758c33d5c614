"""Cases of whole turns: a query, its evidence, answers that it carries, and edits that make one sentence of them wrong.

They lie in `answers/*.jsonl`, written by hand for this reader alone; one case a line:

    {"id", "task", "query", "evidence": [{"ref", "text"}] or "context_md",
     "answers": [{"text", "edits": [{"kind", "replace": [[words of the answer, words in their place]]}]}]}

The words in their place hold what is wrong between ⟦ and ⟧.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evals.as_turn import as_context
from evals.datasets_io import GroundingItem, Passage
from training.examples import Label, Span
from training.held_out import hash_number
from training.worlds.scenes import MEASURED_SHARE

FOLDER = Path(__file__).with_name("answers")
CONTRADICTING = frozenset(
    {"negation", "antonym", "swapped_values", "swapped_roles", "superlative", "order_of_events", "person", "unit"}
    | {"digit", "date", "weekday", "clock_time", "stale_value", "wrong_kind_of_item"}
)
ADDING = frozenset({"added_detail", "invented_feature"})
"""Of the other kinds it depends on the case whether the evidence speaks against them or is silent."""
MIRRORED = frozenset(
    {"digit", "date", "weekday", "clock_time", "duration", "unit", "antonym", "person", "wrong_kind_of_item"}
    | {"swapped_values", "swapped_roles", "order_of_events"}
)
"""Where the words replaced stand in the evidence too, putting the others there makes the wrong answer right."""
_LONGEST_MIRRORED = 4
"""Words."""
_MARKED = re.compile("⟦(.*?)⟧", re.DOTALL)


class AnswersError(ValueError):
    """A case that cannot be read; names it and says what is wrong."""


@dataclass(frozen=True, slots=True)
class Edited:
    """An answer with something wrong in it. `places`: spans of its wrong words; `places_before`: of what stood there in
    the right answer."""

    text: str
    kind: str
    places: tuple[Span, ...]
    places_before: tuple[Span, ...]
    mirror: str | None = None
    """A context in which this answer is right and the one it was made from is wrong."""

    @property
    def label(self) -> Label:
        if self.kind in ADDING:
            return Label.NEUTRAL
        return Label.CONTRADICTED if self.kind in CONTRADICTING else Label.NOT_ENTAILED


@dataclass(frozen=True, slots=True)
class Answer:
    text: str
    edits: tuple[Edited, ...]


@dataclass(frozen=True, slots=True)
class Case:
    id: str
    task: str
    query: str
    context_md: str
    answers: tuple[Answer, ...]

    @property
    def is_measured(self) -> bool:
        return hash_number(self.id) % MEASURED_SHARE == 0


def read_answers(folder: Path = FOLDER) -> list[Case]:
    """All cases of a folder, in the order of its files. Raises AnswersError."""
    return [case for path in sorted(folder.glob("*.jsonl")) for case in _cases(path)]


def _cases(path: Path) -> Iterator[Case]:
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        evidence = tuple(Passage(one["ref"], one["text"]) for one in row.get("evidence", ()))
        item = GroundingItem("", "", "QA", row["query"], evidence, "", grounded=True, spans=None)
        context = row.get("context_md") or as_context(item)
        answers = tuple(_answer(row["id"], answer, context) for answer in row["answers"])
        yield Case(row["id"], row["task"], row["query"], context, answers)


def _answer(name: str, row: dict[str, Any], context: str) -> Answer:
    return Answer(row["text"], tuple(_edited(name, row["text"], edit, context) for edit in row["edits"]))


def _edited(name: str, text: str, edit: dict[str, Any], context: str) -> Edited:
    parts, places, before, at = [], [], [], 0
    for old, new in sorted(edit["replace"], key=lambda pair: text.find(pair[0])):
        if text.count(old) != 1:
            raise AnswersError(f"{name}: {old[:40]!r} stands {text.count(old)} times in the answer.")
        start = text.index(old)
        parts.append(text[at:start])
        length = sum(map(len, parts))
        for number, match in enumerate(_MARKED.finditer(new)):
            begin = length + match.start() - 2 * number  # without the marks before it
            places.append((begin, begin + len(match[1])))
        parts.append(new.replace("⟦", "").replace("⟧", ""))
        before.append((start, start + len(old)))
        at = start + len(old)
    mirror = _mirror(context, edit["replace"]) if edit["kind"] in MIRRORED else None
    return Edited("".join((*parts, text[at:])), edit["kind"], tuple(places), tuple(before), mirror)


def _mirror(context: str, replaced: Sequence[tuple[str, str]]) -> str | None:
    """None unless each of the words replaced, without what both sides share, stands once in the context."""
    instead = {}
    for old, new in replaced:
        short = _differing(old.split(), new.replace("⟦", "").replace("⟧", "").split())
        if not all(1 <= len(words) <= _LONGEST_MIRRORED for words in short):
            return None
        before, after = (" ".join(words).strip(".,;:*()") for words in short)
        instead[before] = after
        if not (before and after and len(re.findall(rf"(?<!\w){re.escape(before)}(?!\w)", context)) == 1):
            return None
    phrases = "|".join(map(re.escape, sorted(instead, key=len, reverse=True)))
    return re.sub(rf"(?<!\w)(?:{phrases})(?!\w)", lambda match: instead[match[0]], context)


def _differing(old: list[str], new: list[str]) -> tuple[list[str], list[str]]:
    """Both without the words that they begin and end with alike."""
    while old and new and old[0] == new[0]:
        old, new = old[1:], new[1:]
    while old and new and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    return old, new
