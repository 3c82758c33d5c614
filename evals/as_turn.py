"""A grounding item as the turn a pipeline would hand over: its query is section 0, each passage an item of section 4
with a `source_ref`. An item that carries its whole turn is handed over as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from evals.datasets_io import GroundingItem, Passage
from validation.evidence.grounding.text.structured import records
from validation.evidence.text.sentences import sentence_spans

_OPENS_SECTION = re.compile(r"^(\s{0,3})#", re.MULTILINE)
_LONG = 1_000
_NO_REF = re.compile(r"[^\w.:#/-]+")


def as_context(item: GroundingItem) -> str:
    """A context.md. Headings inside the query or a passage are escaped, so that they open no section."""
    if item.context_md:
        return item.context_md
    results = "\n".join(_result(number, passage) for number, passage in enumerate(item.evidence, 1))
    return (
        f"# Context Document\n\n## 0. User Query\n{_plain(item.query) or 'State what the evidence says.'}\n\n"
        f"## 4. Execution Progress\n\n{results}"
    )


def _result(number: int, passage: Passage) -> str:
    ref = _NO_REF.sub("_", passage.ref).strip("_") or f"p{number}"
    text = "\n\n".join(f"{part} (source_ref: {ref})" for part in _parts(_plain(passage.text)))
    return f"### Result {number} (source_ref: {ref})\n\n{text}\n"


def _parts(text: str) -> Iterator[str]:
    """Paragraphs short enough that each shows whose it is; data in braces stays whole."""
    for paragraph in re.split(r"\n\s*\n", text):
        start = 0
        for _, end in () if records(paragraph) else sentence_spans(paragraph):
            if end - start > _LONG:
                yield paragraph[start:end].strip()
                start = end
        if paragraph[start:].strip():
            yield paragraph[start:].strip()


def _plain(text: str) -> str:
    return _OPENS_SECTION.sub(r"\1\\#", text.strip())
