"""What only looks like a quantity: versions, addresses, references, numbers of lists and headings."""

from __future__ import annotations

import re

_MASKED = re.compile(
    r"(?<![\w.,])v?\d{1,3}\.\d{1,2}\.\d(?![\w.,]?\w)|\b24/7\b|(?<=[A-Z]-)\d{1,4}\b(?![.,]\d|[ \t]?(?:[€$£%°]|[A-Z]{3}\b))|https?://[^\s<>)\]|]{1,2000}|\bwww\.[^\s<>)\]|]{1,2000}|(?<=\]\()[^()\n]{0,2000}(?=\))"
    r"|\[(?!\d{1,2}:\d\d|\d{4}-\d\d)[\w.:#^/-]{1,60}\](?!\()|\((?:source_ref|source|ref):[^()\n]{1,120}\)|\b[a-z]\d{1,3}\.r\d{1,4}\b"
    r"|(?m:^[ \t]{0,20}(?:>[ \t]?)?\d{1,3}[.)](?=[ \t]))|(?m:^#{1,6}[ \t]{1,4}\d{1,3}(?:\.\d{1,3}){0,4}[.):]?(?=[ \t]))"
    r"|(?m:^[ \t]{0,20}\**\d{1,2}[.)](?=[ \t]))"
)


def mask(text: str) -> str:
    """The text with what only looks like a quantity blanked, every offset kept."""
    return _MASKED.sub(lambda match: " " * len(match[0]), text)
