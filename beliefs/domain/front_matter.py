"""Parses the front matter of a belief file, with the position of its `confidence` block.

YAML is composed into nodes but not constructed, so every scalar keeps its source text (null becomes empty) and every
key its position.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from beliefs.domain.belief import BeliefUnreadable
from validation.domain.text.storable import check_storable

MAX_CHARACTERS = 20_000
MAX_DEPTH = 6
_OPENING = re.compile(r"---[ \t]*$", re.MULTILINE)
_FENCE = re.compile(r"^---[ \t]*$", re.MULTILINE)
_NULL = "tag:yaml.org,2002:null"

Value = str | list["Value"] | dict[str, "Value"]


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """Offsets are into the whole text. `yaml_end` is the start of the closing fence."""

    values: dict[str, Value]
    lines: dict[str, int]
    starts: dict[str, int]
    yaml_end: int
    body_start: int

    def text(self, key: str) -> str:
        value = self.values.get(key, "")
        return value.strip() if isinstance(value, str) else ""

    def line(self, key: str) -> int:
        """The line in the file; 1 if the key is missing."""
        return self.lines.get(key, 1)


@lru_cache(maxsize=4)
def read_front_matter(text: str) -> FrontMatter:
    """Raises BeliefUnreadable with the line in the file. Cached, since parsing, hashing and writing back read the same
    text in a row; callers must not modify the result."""
    start, end, body = _bounds(text)
    node = _compose(text[start:end])
    if not isinstance(node, MappingNode):
        raise BeliefUnreadable(2, "the front matter holds no keys; write for example 'id: my-belief'")
    values: dict[str, Value] = {}
    lines: dict[str, int] = {}
    starts: dict[str, int] = {}
    for key, value in _pairs(node):
        values[key.value] = _plain(value, 1)
        lines[key.value] = key.start_mark.line + 2
        starts[key.value] = start + key.start_mark.index
    return FrontMatter(values, lines, starts, end, body)


def _bounds(text: str) -> tuple[int, int, int]:
    start = 1 if text.startswith("\ufeff") else 0
    flat = text.replace("\r\n", " \n")
    opening = _OPENING.match(flat, start)
    if opening is None:
        raise BeliefUnreadable(1, "the file must begin with front matter between two lines '---'")
    closing = _FENCE.search(flat, opening.end())
    if closing is None:
        raise BeliefUnreadable(1, "the front matter is not closed by a line '---'")
    if closing.start() - opening.end() > MAX_CHARACTERS:
        raise BeliefUnreadable(1, f"the front matter is longer than {MAX_CHARACTERS} characters")
    return min(opening.end() + 1, closing.start()), closing.start(), min(closing.end() + 1, len(text))


def _compose(yaml_text: str) -> Node | None:
    try:
        # Without plug-ins, since searching for them takes a fifth of the time.
        node: Node | None = YAML(typ="safe", pure=True, plug_ins=[]).compose(yaml_text)
        return node
    except MarkedYAMLError as error:
        line = error.problem_mark.line if error.problem_mark else 0
        raise BeliefUnreadable(line + 2, f"broken YAML, {error.problem or 'it cannot be read'}") from error
    except (YAMLError, ValueError) as error:
        raise BeliefUnreadable(2, f"broken YAML, {str(error).splitlines()[0][:200]}") from error
    except RecursionError:
        raise BeliefUnreadable(2, "the front matter is nested too deeply") from None


def _pairs(node: MappingNode) -> list[tuple[ScalarNode, Node]]:
    seen: set[str] = set()
    for key, _ in node.value:
        line = key.start_mark.line + 2
        if not isinstance(key, ScalarNode):
            raise BeliefUnreadable(line, "a key must be plain text")
        _check(key)
        if key.value in seen:
            raise BeliefUnreadable(line, f"the key '{key.value}' stands twice")
        seen.add(key.value)
    return list(node.value)


def _plain(node: Node, depth: int) -> Value:
    if node.anchor is not None or depth > MAX_DEPTH:
        raise BeliefUnreadable(node.start_mark.line + 2, "anchors and deep nesting are not read here; write it plainly")
    if isinstance(node, SequenceNode):
        return [_plain(item, depth + 1) for item in node.value]
    if isinstance(node, MappingNode):
        return {key.value: _plain(value, depth + 1) for key, value in _pairs(node)}
    _check(node)
    return "" if str(node.tag) == _NULL else str(node.value)


def _check(node: Node) -> None:
    """Rejects characters that databases cannot store, which YAML escapes can produce."""
    try:
        check_storable(str(node.value))
    except ValueError as error:
        raise BeliefUnreadable(node.start_mark.line + 2, f"the front matter {error}") from None
