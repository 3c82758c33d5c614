"""Every destination that a Markdown renderer would make of a text, and the text it would show.

A CommonMark parse, raw HTML included, so that nothing counts but what a reader's browser is handed: entities decoded,
reference definitions resolved, attributes of tags read. Each destination comes with its place in the text as written.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from html.parser import HTMLParser
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from validation.evidence.words import words_of

DEEPEST = 60
"""Levels of nesting that are parsed; a text that nests deeper is not read to its end, and `complete` says so."""
_LINE = re.compile(r"\r\n?|\n")
_URL_ATTRIBUTES = frozenset(
    {"href", "src", "action", "formaction", "poster", "data", "background", "cite", "ping", "longdesc", "xlink:href"}
)
_WITHIN = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]*:)?[/\\]{2}[^\s\"'<>(),;]+|(?<=url=)[^\s\"'<>]+|(?<=url\()[^\s\"'()]+")
"""Addresses inside an attribute that holds more: `srcset`, `style`, `content`."""
_SET_APART = words_of("html.apart")
_RAISED, _STRUCK = ("sup", "sub"), ("del", "s", "strike")
MARK = "\x00"
"""Of a tag that raises, lowers or strikes; no text holds it, since CommonMark replaces it."""
_GAPS = {"softbreak": "\n", "hardbreak": "\n", "s_open": MARK, "s_close": MARK, "image": " "}


@dataclass(frozen=True, slots=True)
class Piece:
    """A destination or a run of text as it is shown; `start` and `end` are the lines it stands in."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class RenderedText:
    """`shown` is what is shown, code too, as its characters follow each other on the page: a tag between two letters is
    gone, one that sets them apart is not. `complete` is false where nesting hid a part of the text from the parser."""

    destinations: tuple[Piece, ...]
    shown: tuple[Piece, ...]
    complete: bool


@lru_cache(maxsize=2)
def render(text: str) -> RenderedText:
    """What becomes of a Markdown text. Not linear where nesting is hostile: hand in no more than is judged."""
    tokens, environment = _parsed(text)
    if tokens is None:
        return RenderedText((), (), complete=False)
    lines = _Lines(text)
    # Reference definitions, used or not: the first of a name counts for a browser, a reader sees the others too.
    defined = [*environment.get("references", {}).values(), *environment.get("duplicate_refs", ())]
    found = [Piece(*lines.between(*entry["map"]), entry["href"]) for entry in defined]
    shown: list[Piece] = []
    for token in tokens:
        span = lines.span(token)
        if token.type == "inline":
            found += (Piece(*span, target) for child in token.children or () for target in _targets(child))
            shown.append(Piece(*span, "".join(map(_shown, token.children or ()))))
        elif token.type == "html_block":
            read = _read_html(token.content)
            found += (Piece(*span, target) for target in read.targets)
            shown.append(Piece(*span, "".join(read.text)))
        elif token.type in ("fence", "code_block"):
            shown.append(Piece(*span, token.content))
    deepest = max((one.level for token in tokens for one in (token, *(token.children or ()))), default=0)
    by_place = sorted(found, key=lambda one: one.start)
    return RenderedText(tuple(by_place), tuple(shown), deepest < DEEPEST - 1)


def _parsed(text: str) -> tuple[list[Token] | None, dict[str, Any]]:
    """The tokens, None where they nest too deep, and what the text defines."""
    environment: dict[str, Any] = {}
    try:
        return _parser().parse(text, environment), environment
    except RecursionError:
        return None, {}


@cache
def _parser() -> MarkdownIt:
    """Parses every scheme, and keeps destinations as they are."""
    parser = MarkdownIt("commonmark", {"html": True, "maxNesting": DEEPEST, "store_labels": True}).enable(
        ["table", "strikethrough"]
    )
    parser.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005
    parser.normalizeLink = lambda url: url  # type: ignore[method-assign]
    return parser


def code_blocks(text: str) -> Iterator[tuple[int, int]]:
    """The lines of code, in fences or indented, whose marks are shown as they are written; those of a whole text that
    nests too deep to be parsed."""
    try:
        tokens = _block_parser().parse(text)
    except RecursionError:
        yield 0, len(text)
        return
    lines = _Lines(text)
    yield from (lines.span(token) for token in tokens if token.type in ("fence", "code_block"))


@cache
def _block_parser() -> MarkdownIt:
    """Without what stands within the lines."""
    return MarkdownIt("commonmark", {"maxNesting": DEEPEST}).disable("inline")


def unused_definitions(text: str) -> Iterator[tuple[int, int]]:
    """The lines of reference definitions that no link or image of the text uses: a reader sees nothing of them."""
    tokens, environment = _parsed(text)
    lines = _Lines(text)
    used = {child.meta.get("label") for token in tokens or () for child in _nested(token)}
    references = environment.get("references", {})
    unused = [entry for label, entry in references.items() if label not in used]
    for entry in (*unused, *environment.get("duplicate_refs", ())):
        yield lines.between(*entry["map"])


def _nested(token: Token) -> Iterator[Token]:
    """Images stand within links."""
    for child in token.children or ():
        yield child
        yield from _nested(child)


class _Lines:
    """Turns lines of the parser into offsets of the text."""

    def __init__(self, text: str) -> None:
        self.starts = [0, *(match.end() for match in _LINE.finditer(text)), len(text)]

    def span(self, token: Token) -> tuple[int, int]:
        return self.between(*(token.map or (0, len(self.starts) - 1)))

    def between(self, first: int, last: int) -> tuple[int, int]:
        return self.starts[min(first, len(self.starts) - 1)], self.starts[min(last, len(self.starts) - 1)]


def _targets(token: Token) -> list[str]:
    if token.type == "html_inline":
        return _read_html(token.content).targets
    target = token.attrs.get("href") or token.attrs.get("src")
    return [str(target)] if target else []


def _shown(token: Token) -> str:
    if token.type == "html_inline":
        return "".join(_read_html(token.content).text)
    return _GAPS.get(token.type, token.content)


class _Page(HTMLParser):
    """Its text with a blank for a tag that begins a line or a cell, `MARK` for one that raises, lowers or strikes."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.targets: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self.text.append(MARK if tag in _RAISED else _gap(tag))
        for name, value in attrs:
            if value and name in _URL_ATTRIBUTES:
                self.targets.append(value)
            elif value:
                self.targets += _WITHIN.findall(value)

    def handle_endtag(self, tag: str) -> None:
        self.text.append("" if tag in _RAISED else _gap(tag))

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def _read_html(content: str) -> _Page:
    page = _Page()
    tags, end, rest = content.rpartition(">")
    page.feed(tags + end)
    page.close()
    page.text.append(html.unescape(rest))  # no tag is complete there, and to look for one takes quadratic time
    return page


def _gap(tag: str) -> str:
    return MARK if tag in _STRUCK else " " if tag in _SET_APART else ""


_APART = re.compile(r"[（），；！？…]")
"""Signs of which compatibility makes such as may stand in an address."""


def visible(text: str) -> str:
    """Without invisible characters, compatibility forms as plain letters: `ｅｖｉｌ．example`."""
    if text.isascii():
        return text
    text = _APART.sub(" ", "".join(char for char in text if unicodedata.category(char) != "Cf"))
    return unicodedata.normalize("NFKC", text)
