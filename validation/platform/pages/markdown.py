"""Submitted Markdown as HTML that cannot hurt: rendered without raw HTML, then sanitised all the same."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

_LONGEST = 200_000
"""Code points; what is longer is shown as text only."""
_TAGS = {
    "p", "br", "hr", "em", "strong", "s", "code", "pre", "blockquote", "ul", "ol", "li", "a",
    "h1", "h2", "h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td",
}  # fmt: skip
_ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}


def can_render(text: str) -> bool:
    return len(text) <= _LONGEST


def rendered(text: str) -> SafeString:
    """Empty for a text that is too long. Images are dropped: a reviewer's browser fetches nothing a stranger names."""
    if not can_render(text):
        return mark_safe("")
    parser = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable(["table", "strikethrough"])
    clean = nh3.clean(
        parser.render(text),
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        url_schemes={"http", "https"},
        link_rel="noopener noreferrer nofollow",
        set_tag_attribute_values={"a": {"target": "_blank"}},
    )
    return mark_safe(clean)  # noqa: S308 - nh3 has just cleaned it


Span = tuple[int, int]
"""Code points, end exclusive."""

_LINK = re.compile(
    r"(!?\[)[^\[\]\n]{1,1000}"
    r"(\]\([^()\s]{0,2000}(?:\([^()\s]{0,300}\)[^()\s]{0,500})?(?: \"[^\"\n]{0,300}\")?\))"
)
_CODE = re.compile(r"(?<![`\\])(`{1,2})(?!`)[^`\n]{1,2000}(\1)(?!`)")
_STRONG = re.compile(r"(?<![\\*])(\*{2,3})(?=[^\s*])[^*\n]{0,2000}?[^\s*\\](\1)(?!\*)")
_EMPHASIS = re.compile(r"(?<![\\*\w])(\*)(?=[^\s*])(?:[^*\n]{0,500}?[^\s*\\])?(\*)(?![*\w])")
_UNDERLINED = re.compile(r"(?<![\\\w])(__?)(?=[^\s_])(?:[^_\n]{0,500}?[^\s_\\])?(\1)(?!\w)")
_STRUCK = re.compile(r"(~~)[^~\n]{1,1000}(~~)")
_PAIRS = (_LINK, _CODE, _STRONG, _EMPHASIS, _UNDERLINED, _STRUCK)
_LINE_SIGNS = re.compile(
    r"^[ \t]{0,12}(?:>[ \t]?|#{1,6}[ \t]{1,9}|[-*+][ \t]{1,9}|\|[ \t]{0,99}){1,99}|[ \t]{0,99}\|[ \t]{0,99}$",
    re.MULTILINE,
)
_RULE = re.compile(r"^[ \t]{0,3}\|?[ \t:|-]*-{2,}[ \t:|-]*$", re.MULTILINE)


def syntax_spans(markdown: str) -> tuple[Span, ...]:
    """In order and apart. Linear: every pattern is bounded and stays within its line."""
    found = sorted({span for span in _found(markdown) if span[0] < span[1]})
    merged: list[Span] = []
    for start, end in found:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


def _found(markdown: str) -> Iterator[Span]:
    for pattern in _PAIRS:
        for match in pattern.finditer(markdown):
            yield match.span(1)
            yield match.span(2)
    for pattern in (_LINE_SIGNS, _RULE):
        for match in pattern.finditer(markdown):
            yield match.span()


def within(spans: Sequence[Span], start: int, end: int) -> tuple[Span, ...]:
    """The parts of the spans inside `start` to `end`, counted from `start`."""
    at = max(0, bisect_left(spans, (start, start)) - 1)
    found = []
    for span in spans[at:]:
        if span[0] >= end:
            break
        if span[1] > start:
            found.append((max(span[0], start) - start, min(span[1], end) - start))
    return tuple(found)
