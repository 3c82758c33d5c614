"""Markdown as it reads: what a person is shown of a claim. Spans stay those of the text as written."""

from __future__ import annotations

import re

from validation.evidence.text.blocks import plain

_LINK = re.compile(r"!?\[([^\[\]\n]{0,500})\]\([^()\n]{0,2000}\)")
_BARE = re.compile(r"<(https?://[^\s<>]{1,2000})>")
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+.!|>~-])")
_PRIVATE = 0xE000
"""Escaped marks are hidden among the private characters while the others go."""
_HIDDEN = re.compile("[\ue021-\ue07e]")
_STRUCK = re.compile(r"~~([^~\n]{1,500})~~")
_CELLS = re.compile(r"\s*(?<!\\)\|\s*")


def strip_markdown(text: str) -> str:
    """A link by its label, no emphasis, and the cells of a table row divided by a dot."""
    if text.startswith("|"):
        text = " · ".join(cell for cell in _CELLS.split(text) if cell)
    text = _BARE.sub(r"\1", _LINK.sub(r"\1", text))
    kept = _ESCAPED.sub(lambda match: chr(_PRIVATE + ord(match[1])), _STRUCK.sub(r"\1", text))
    return _HIDDEN.sub(lambda match: chr(ord(match[0]) - _PRIVATE), plain(kept))
