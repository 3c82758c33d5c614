"""A grounding item as the turn a pipeline would hand over: its query is section 0, each passage an item of section 4
with a `source_ref`."""

from __future__ import annotations

import re

from evals.datasets_io import GroundingItem, Passage

_OPENS_SECTION = re.compile(r"^(\s{0,3})#", re.MULTILINE)
_NO_REF = re.compile(r"[^\w.:#/-]+")


def as_context(item: GroundingItem) -> str:
    """A context.md. Headings inside the query or a passage are escaped, so that they open no section."""
    results = "\n".join(_result(number, passage) for number, passage in enumerate(item.evidence, 1))
    return (
        f"# Context Document\n\n## 0. User Query\n{_plain(item.query) or 'State what the evidence says.'}\n\n"
        f"## 4. Execution Progress\n\n{results}"
    )


def _result(number: int, passage: Passage) -> str:
    ref = _NO_REF.sub("_", passage.ref).strip("_") or f"p{number}"
    return f"### Result {number} (source_ref: {ref})\n\n{_plain(passage.text)}\n\n(source_ref: {ref})\n"


def _plain(text: str) -> str:
    return _OPENS_SECTION.sub(r"\1\\#", text.strip())
