"""Submitted Markdown as HTML that cannot hurt: rendered without raw HTML, then sanitised all the same."""

from __future__ import annotations

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
