"""Every destination that a Markdown renderer would make of a text, and the text it would show.

A CommonMark parse, raw HTML included, so that nothing counts but what a reader's browser is handed: entities decoded,
reference definitions resolved, attributes of tags read. Each destination comes with its place in the text as written.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from html import unescape
from html.parser import HTMLParser
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
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
_HTML = re.compile(r"<!--.*?(?:-->|\Z)|<(?P<slash>/?)(?P<name>[A-Za-z][A-Za-z0-9-]*)[^<>]*>", re.DOTALL)
_WITHIN_A_LINE = words_of("html.inline")
_GAPS = {"softbreak": "\n", "hardbreak": "\n", "s_open": "~", "s_close": "~", "image": " "}
_PLACED = ("link_open", "image", "html_inline")


@dataclass(frozen=True, slots=True)
class Piece:
    """Of what is written in `text[start:end]`, a destination or a run of text as it is shown. Where the exact place of
    a destination cannot be told, that is the lines it stands in."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class RenderedText:
    """`complete` is false where nesting hid a part of the text from the parser. `page` is what is shown, code too, as
    its characters follow each other on the page: a tag between two letters is gone, one that sets them apart is not."""

    destinations: tuple[Piece, ...]
    shown: tuple[Piece, ...]
    complete: bool
    page: tuple[Piece, ...] = ()


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
    page: list[Piece] = []
    for token in tokens:
        span = lines.span(token)
        if token.type == "inline" and token.children is not None:
            found += _inline(token, lines)
            said = {"softbreak": "\n", "hardbreak": "\n", "html_inline": ""}
            shown.append(Piece(*span, _visible("".join(said.get(one.type, one.content) for one in token.children))))
            page.append(Piece(*span, _on_page(token.children)))
        elif token.type == "html_block":
            read = _read_html(token.content)
            found += (Piece(*span, target) for target in read.targets)
            shown.append(Piece(*span, _visible("".join(read.text))))
            page.append(Piece(*span, unescape(_without_tags(token.content))))
        elif token.type in ("fence", "code_block"):
            page.append(Piece(*span, token.content))
    deepest = max((one.level for token in tokens for one in (token, *(token.children or ()))), default=0)
    by_place = sorted(found, key=lambda one: one.start)
    return RenderedText(tuple(by_place), tuple(shown), deepest < DEEPEST - 1, tuple(page))


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
    for rule in parser.inline.ruler.__rules__:
        if rule.name in ("link", "image", "autolink", "html_inline"):
            parser.inline.ruler.at(rule.name, _placing(rule.fn))
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


def _placing(rule: Callable[[StateInline, bool], bool]) -> Callable[[StateInline, bool], bool]:
    """The rule, noting in the token it makes where in the inline text that begins and ends."""

    def run(state: StateInline, silent: bool) -> bool:
        start, before = state.pos, len(state.tokens)
        found = rule(state, silent)
        if found and not silent:
            token = next((one for one in state.tokens[before : before + 2] if one.type in _PLACED), None)
            if token is not None:
                token.meta["place"] = start, state.pos
        return found

    return run


class _Lines:
    """Turns lines of the parser into offsets of the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0, *(match.end() for match in _LINE.finditer(text)), len(text)]

    def span(self, token: Token) -> tuple[int, int]:
        return self.between(*(token.map or (0, len(self.starts) - 1)))

    def between(self, first: int, last: int) -> tuple[int, int]:
        return self.starts[min(first, len(self.starts) - 1)], self.starts[min(last, len(self.starts) - 1)]

    def place(self, token: Token, start: int, end: int) -> tuple[int, int]:
        """Where `token.content[start:end]` stands; its whole line where the content is not written as it is parsed."""
        first = (token.map or (0, 0))[0] + token.content.count("\n", 0, start)
        begin, stop = self.starts[min(first, len(self.starts) - 1)], self.starts[min(first + 1, len(self.starts) - 1)]
        line_at = token.content.rfind("\n", 0, start) + 1
        line = token.content[line_at:].partition("\n")[0]
        at = self.text.find(line, begin, stop)
        if at < 0:
            return begin, stop
        begin = at + start - line_at
        return begin, min(begin + end - start, len(self.text))


def _inline(token: Token, lines: _Lines) -> Iterator[Piece]:
    for child in token.children or ():
        place = child.meta.get("place")
        span = lines.place(token, *place) if place else lines.span(token)
        target = child.attrs.get("href") or child.attrs.get("src")
        if child.type in ("link_open", "image") and target:
            yield Piece(*span, str(target))
        elif child.type == "html_inline":
            yield from (Piece(*span, found) for found in _read_html(child.content).targets)


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.targets: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:  # noqa: ARG002
        for name, value in attrs:
            if value and name in _URL_ATTRIBUTES:
                self.targets.append(value)
            elif value:
                self.targets += _WITHIN.findall(value)

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def _read_html(content: str) -> _Page:
    page = _Page()
    page.feed(content)
    page.close()
    return page


def _on_page(children: Sequence[Token]) -> str:
    return "".join(
        _GAPS.get(child.type) or (_without_tags(child.content) if child.type == "html_inline" else child.content)
        for child in children
    )


def _without_tags(html: str) -> str:
    """A blank for a tag that begins a line or a cell, a mark for one that raises, lowers or strikes out."""
    return _HTML.sub(lambda tag: "" if not tag["name"] else _gap(tag["name"].lower(), tag["slash"]), html)


def _gap(name: str, slash: str) -> str:
    if name in ("sup", "sub"):
        return "" if slash else "^"
    return "~" if name in ("del", "s", "strike") else "" if name in _WITHIN_A_LINE else " "


_APART = re.compile(r"[（），；！？…]")
"""Signs of which compatibility makes such as may stand in an address."""


def _visible(text: str) -> str:
    """Without invisible characters, compatibility forms as plain letters: `ｅｖｉｌ．example`."""
    if text.isascii():
        return text
    text = _APART.sub(" ", "".join(char for char in text if unicodedata.category(char) != "Cf"))
    return unicodedata.normalize("NFKC", text)
