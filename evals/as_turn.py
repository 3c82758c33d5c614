"""Converts a grounding item to a turn: the query becomes section 0, each passage an item of section 4 with a
`source_ref`. An item with a whole turn is used unchanged. `among_others` adds unrelated passages, as in real
retrievals."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from evals.datasets_io import GroundingItem, Passage
from validation.evidence.grounding.text.structured import records
from validation.evidence.text.sentences import sentence_spans

_OPENS_SECTION = re.compile(r"^(\s{0,3})#", re.MULTILINE)
_LONG = 1_000
_NO_REF = re.compile(r"[^\w.:#/-]+")


def as_context(item: GroundingItem) -> str:
    """The context.md. Headings in query and passages are escaped, so that they open no section."""
    if item.context_md:
        return item.context_md
    results = "\n".join(_result(number, passage) for number, passage in enumerate(item.evidence, 1))
    return (
        f"# Context Document\n\n## 0. User Query\n{escape_headings(item.query) or 'State what the evidence says.'}\n\n"
        f"## 4. Execution Progress\n\n{results}"
    )


def _result(number: int, passage: Passage) -> str:
    ref = _NO_REF.sub("_", passage.ref).strip("_") or f"p{number}"
    text = "\n\n".join(f"{part} (source_ref: {ref})" for part in _parts(escape_headings(passage.text)))
    return f"### Result {number} (source_ref: {ref})\n\n{text}\n"


def _parts(text: str) -> Iterator[str]:
    """Paragraphs, split so that each part can have a reference; records in braces are kept whole."""
    for paragraph in re.split(r"\n\s*\n", text):
        start = 0
        for _, end in () if records(paragraph) else sentence_spans(paragraph):
            if end - start > _LONG:
                yield paragraph[start:end].strip()
                start = end
        if paragraph[start:].strip():
            yield paragraph[start:].strip()


def escape_headings(text: str) -> str:
    """Escapes headings, so that they open no section."""
    return _OPENS_SECTION.sub(r"\1\\#", text.strip())


def add_distractors(items: Sequence[GroundingItem], least: int) -> Iterator[GroundingItem]:
    """Adds passages of other items, drawn by the item's id, until the evidence has `least` characters or none are left,
    in random order. Items with a whole turn are unchanged."""
    pool = {passage.text: passage for item in items for passage in item.evidence}
    for item in items:
        yield item if item.context_md else replace(item, evidence=_among(item, pool, least))


def _among(item: GroundingItem, pool: dict[str, Passage], least: int) -> tuple[Passage, ...]:
    chance = random.Random(item.id)
    own = {passage.text for passage in item.evidence}
    others = [passage for text, passage in pool.items() if text not in own]
    found, length = list(item.evidence), sum(map(len, own))
    for number, other in enumerate(chance.sample(others, len(others)), 1):
        if length >= least:
            break
        found.append(Passage(f"other{number}", other.text))
        length += len(other.text)
    if len(found) > len(item.evidence):
        chance.shuffle(found)
    return tuple(found)
