"""Data and pages that stand as strings in JSON, as tools and protocols pack them, as what they are.

Every offset stays: what an escape took is blank.
"""

from __future__ import annotations

import json
import re

from validation.evidence.text.blocks import BlockKind, scan
from validation.evidence.text.json_paths import is_json

_STRING = re.compile(r'(?<!\\)"(?P<said>(?:[^"\\]++|\\.)*+)"', re.DOTALL)
_PACKED = re.compile(r'\s*(?:\\[nrt]\s*)*[{\[](?:\s|\\[nrt])*+(?:\\"|[{\[\]}\d])')
_ESCAPE = re.compile(r"(?<! ) *+(?P<run>\\++)(?P<of>.)(?P<ends>(?=\s*+(?:\\[nrt]\s*+)*+[,:}\]]))?", re.DOTALL)
_LINE_END = re.compile(r"(?<!\\)\\n(?![ \t]*(?:```|~~~))")
_CODED = re.compile(r"(?P<before>(?<!\\)(?:\\\\)*+)(?P<run>(?:\\u[0-9A-Fa-f]{4})++)")
_KEPT = frozenset('"\\<>')
"""Characters that would end a string, or open a tag that nobody has looked at."""
_PAGE = 120
"""Characters from which a string is running text, in which line ends say something."""
_DEEPEST = 4
_CONTROLS = 0x1F


def unescaped(text: str) -> str:
    """`text` with the same length: strings that hold JSON are that JSON, the lines of long ones are lines, and letters
    that are coded, `Caf\\u00e9`, themselves, with blanks behind their string. Linear for each level that is packed in
    another; never raises."""
    if "\\" not in text or '"' not in text:
        return text
    parts, at = [], 0
    for block in scan(text):
        if is_json(text[block.start : min(block.end, block.start + 200)]):
            data = text[block.start : block.end]
            for _ in range(_DEEPEST):
                opened = _STRING.sub(_opened, data)
                if opened == data:
                    break
                data = opened
            if "\\u" in data:
                data = _STRING.sub(_decoded, data)
            if block.kind is BlockKind.FENCE:
                data = _STRING.sub(_with_lines, data)
            parts += [text[at : block.start], data]
            at = block.end
    return "".join((*parts, text[at:]))


def _opened(match: re.Match[str]) -> str:
    if not _PACKED.match(match["said"]):
        return match[0]
    try:
        held = json.loads(json.loads(match[0], strict=False), strict=False)
    except (ValueError, RecursionError):
        return match[0]
    return f" {_ESCAPE.sub(_unescaped, match['said'])} " if isinstance(held, dict | list) else match[0]


def _unescaped(match: re.Match[str]) -> str:
    """The mark that opens a string stands behind its blank, one that closes it before."""
    pairs, is_escape = divmod(len(match["run"]), 2)
    of = match["of"]
    if of == "/":
        return match[0]  # addresses are read with it
    if is_escape and of == '"' and not pairs:
        return '"'.rjust(len(match[0])) if match["ends"] is None else '"'.ljust(len(match[0]))
    said = of if not is_escape else "\\u" if of == "u" else " " if of in "nrtbf" else of
    return ("\\" * pairs + said).rjust(len(match[0]))


def _decoded(match: re.Match[str]) -> str:
    if "\\u" not in match["said"]:
        return match[0]
    return f'"{_CODED.sub(_characters, match["said"])}"'.ljust(len(match[0]))


def _characters(match: re.Match[str]) -> str:
    """What can be seen of a run of coded characters; what cannot, or opens something, stays coded."""
    said = json.loads(f'"{match["run"]}"')
    shown = (" " if char.isspace() and ord(char) > _CONTROLS else char for char in said)
    known = "".join(char if char.isprintable() and char not in _KEPT else f"\\u{ord(char):04x}" for char in shown)
    return match["before"] + known


def _with_lines(match: re.Match[str]) -> str:
    return _LINE_END.sub(" \n", match[0]) if len(match[0]) > _PAGE else match[0]
