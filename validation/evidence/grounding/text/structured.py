"""Key and value pairs of JSON, or of the Python literals that pipelines print instead, found inside a passage.

A scanner with its own stack instead of a parser: cut-off and slightly broken objects still give their pairs, and
nesting costs no recursion.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

Value = str | bool | None


@dataclass(frozen=True, slots=True)
class Pair:
    """`keys` are the keys from the outside in, camelCase and snake_case taken apart into words."""

    keys: tuple[str, ...]
    value: Value

    @property
    def path(self) -> str:
        return " ".join(self.keys)


@dataclass(frozen=True, slots=True)
class Record:
    """One object in `text[start:end]`."""

    start: int
    end: int
    pairs: tuple[Pair, ...]


_OPENS = re.compile(r"\{\s{0,50}[\"']\w")
_PIECE = re.compile(
    r"(?P<string>\"(?:[^\"\\]++|\\.)*+(?:\"|\\?\Z)|'(?:[^'\\]++|\\.)*+(?:'|\\?\Z))|(?P<open>[\[{])|(?P<close>[\]}])|(?P<colon>:)|(?P<comma>,)"
    r"|(?P<bare>[\w.+-]+)",
    re.DOTALL,
)
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WORDS = {"true": True, "false": False, "null": None, "none": None}
_DEEPEST = 40
_FEWEST_PAIRS = 2


def records(text: str) -> tuple[Record, ...]:
    """The objects of a passage in order; braces in prose are none. Linear in the length."""
    found = []
    at = 0
    while opening := _OPENS.search(text, at):
        record = _Scan(text, opening.start()).record()
        at = record.end
        if len(record.pairs) >= _FEWEST_PAIRS:
            found.append(record)
    return tuple(found)


class _Scan:
    """One pass over one object. `path` has an entry for every open bracket: the key under which it stands."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.start = start
        self.path: list[str] = []
        self.key = ""
        self.last: Value = ""
        self.pending = False
        self.pairs: list[Pair] = []

    def record(self) -> Record:
        end = len(self.text)
        for piece in _PIECE.finditer(self.text, self.start):
            if not self._take(str(piece.lastgroup), piece[0]):
                end = piece.end()
                break
        return Record(self.start, end, tuple(self.pairs))

    def _take(self, kind: str, raw: str) -> bool:
        """False when the object is closed."""
        if kind == "open":
            self._open()
        elif kind == "colon":
            self.key, self.pending = str(self.last), False
        elif kind in ("comma", "close"):
            self._emit()
            return kind == "comma" or self._close()
        else:
            self.last, self.pending = (_unquoted(raw) if kind == "string" else _WORDS.get(raw.lower(), raw)), True
        return True

    def _open(self) -> None:
        if len(self.path) < _DEEPEST:
            self.path.append(self.key)
        self.key, self.pending = "", False

    def _close(self) -> bool:
        if self.path:
            self.path.pop()
        self.key = ""
        return bool(self.path)

    def _emit(self) -> None:
        if self.pending:
            keys = tuple(spoken(key) for key in (*self.path, self.key) if key)
            self.pairs.append(Pair(keys, self.last))
        self.pending = False


def spoken(key: str) -> str:
    """`RestaurantsTakeOut` and `take_out` as words."""
    return _CAMEL.sub(" ", key).replace("_", " ").replace("-", " ")


def _unquoted(raw: str) -> str:
    return _ESCAPE.sub(_unescaped, raw[1:-1]) if "\\" in raw else raw[1:-1]


def _unescaped(match: re.Match[str]) -> str:
    escape = match[1]
    if escape[0] == "u" and len(escape) > 1:
        return chr(int(escape[1:], 16))
    return {"n": "\n", "t": " ", "r": " "}.get(escape, escape)
