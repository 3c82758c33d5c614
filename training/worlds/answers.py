"""Cases of whole turns: a query, its evidence, answers that it carries, and edits that make one sentence of them wrong.

They lie in `answers/*.jsonl`, written by hand for this reader alone; one case a line:

    {"id", "task", "query", "evidence": [{"ref", "text"}] or "context_md",
     "answers": [{"text", "edits": [{"kind", "replace": [[words of the answer, words in their place]]}]}],
     "off": [{"kind", "text"}]}

The words in their place hold what is wrong between ⟦ and ⟧. `off`: responses that the evidence carries and that do not
answer the query; not every case has any.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
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
    | {"digit", "date", "weekday", "clock_time", "stale_value", "wrong_kind_of_item", "comparison", "count", "sum"}
    | {"duration", "difference"}
)
ADDING = frozenset({"added_detail", "invented_feature"})
"""Of the other kinds it depends on the case whether the evidence speaks against them or is silent."""
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
    off: tuple[str, ...] = ()

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
        answers = tuple(_answer(row["id"], answer) for answer in row["answers"])
        off = tuple(one["text"] for one in row.get("off", ()))
        yield Case(row["id"], row["task"], row["query"], context, answers, off)


def _answer(name: str, row: dict[str, Any]) -> Answer:
    return Answer(row["text"], tuple(_edited(name, row["text"], edit) for edit in row["edits"]))


def _edited(name: str, text: str, edit: dict[str, Any]) -> Edited:
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
    return Edited("".join((*parts, text[at:])), edit["kind"], tuple(places), tuple(before))
