"""Writes computed confidence into a belief file: replaces the `confidence` block and leaves all other text unchanged.

A file with only `endorsed: true` gets its block after that line. Comments inside the block are kept.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from datetime import datetime
from io import StringIO
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.nodes import ScalarNode
from ruamel.yaml.representer import RoundTripRepresenter

from beliefs.domain.belief import BeliefUnreadable
from beliefs.domain.front_matter import FrontMatter, read_front_matter
from validation.domain.codes.problems import ProblemCode

_PLAIN = re.compile(r"(?!(?:true|false|null|yes|no|on|off|y|n)$)[a-z][a-z0-9_-]{0,80}")
_TAG = "tag:yaml.org,2002:"
_COMPUTED_AT = re.compile(r"^[ ]{2}computed_at:.*$", re.MULTILINE)
_COMMENT = re.compile(r"(?:^|[ \t])(#.*)$")


def write_back(text: str, confidence: Mapping[str, Any]) -> str:
    """`confidence` is in the spec's schema, with dates as dates. Returns `text` itself if only the time of computation
    differs, so that a second run changes nothing. Raises BeliefUnreadable, and InputRejected
    `confidence_not_writable` if the other keys would change, as in flow-style front matter."""
    front = read_front_matter(text)
    start, end = confidence_span(text, front)
    old = text[start:end]
    newline = "\r\n" if "\r\n" in text[: front.body_start] else "\n"
    new = newline.join(_block(confidence, _comments(old))) + newline
    if _timeless(new) == _timeless(old):
        return text
    written = text[:start] + new + text[end:]
    if not _same_otherwise(written, front):
        raise ProblemCode.CONFIDENCE_NOT_WRITABLE.error(field="markdown")
    return written


def _same_otherwise(written: str, before: FrontMatter) -> bool:
    try:
        after = read_front_matter(written)
    except BeliefUnreadable:
        return False
    return after.values.keys() - before.values.keys() <= {"confidence"} and all(
        after.values.get(key) == value for key, value in before.values.items() if key != "confidence"
    )


def _timeless(block: str) -> str:
    return _COMPUTED_AT.sub("", block.replace("\r\n", "\n"))


def confidence_span(text: str, front: FrontMatter) -> tuple[int, int]:
    """The range of the block, or the empty range where it belongs."""
    if "confidence" in front.starts:
        return front.starts["confidence"], _end_of_entry(text, front.starts["confidence"], front)
    if "endorsed" in front.starts:
        end = _end_of_entry(text, front.starts["endorsed"], front)
        return end, end
    return front.yaml_end, front.yaml_end


def _end_of_entry(text: str, start: int, front: FrontMatter) -> int:
    """The end of the last line of a key's value: indented lines, or a flow value that continues up to the next key."""
    following = min((place for place in front.starts.values() if place > start), default=front.yaml_end)
    end = _line_end(text, start, following)
    at = end
    while at < following:
        stop = _line_end(text, at, following)
        line = text[at:stop]
        if line[:1] in " \t}]" and line.strip():
            end = stop
        at = stop
    return end


def _line_end(text: str, at: int, limit: int) -> int:
    found = text.find("\n", at, limit)
    return limit if found < 0 else found + 1


def _comments(block: str) -> dict[str, list[str]]:
    """Comments by the key of their line; those on separate lines under the empty key."""
    kept: dict[str, list[str]] = {}
    for line in block.splitlines():
        found = _COMMENT.search(line)
        if found is None or _inside_quotes(line, found.start(1)):
            continue
        key = line.split(":", 1)[0].strip() if not line.lstrip().startswith("#") else ""
        kept.setdefault(key if key in ("confidence", "score", "computed_at") else "", []).append(found[1])
    return kept


def _inside_quotes(line: str, at: int) -> bool:
    before = line[:at]
    return before.count('"') % 2 == 1 or before.count("'") % 2 == 1


def _block(confidence: Mapping[str, Any], comments: Mapping[str, list[str]]) -> list[str]:
    head, *values = _yaml({"confidence": dict(confidence)}).splitlines()
    lines = [head, *(f"  {comment}" for comment in comments.get("", ())), *values]
    for key in ("confidence", "score", "computed_at"):
        for place, line in enumerate(lines):
            if line.lstrip().startswith(f"{key}:") and comments.get(key):
                lines[place] = f"{line} {' '.join(comments[key])}"
                break
    return lines


class _Representer(RoundTripRepresenter):
    """Quotes anything but plain words, so that no parser reads text as a number, date or boolean."""

    def represent_text(self, text: str) -> ScalarNode:
        return self.represent_scalar(f"{_TAG}str", text, style=None if _PLAIN.fullmatch(text) else '"')

    def represent_time(self, at: datetime) -> ScalarNode:
        return self.represent_scalar(f"{_TAG}timestamp", f"{at:%Y-%m-%dT%H:%M:%SZ}")

    def represent_null(self, _: None) -> ScalarNode:
        return self.represent_scalar(f"{_TAG}null", "null")


_Representer.add_representer(str, _Representer.represent_text)
_Representer.add_representer(datetime, _Representer.represent_time)
_Representer.add_representer(type(None), _Representer.represent_null)


def _yaml(values: dict[str, Any]) -> str:
    """Keeps the order of keys; each scalar is on one line."""
    yaml = YAML(pure=True, plug_ins=[])
    yaml.Representer, yaml.width = _Representer, sys.maxsize
    yaml.indent(mapping=2, sequence=4, offset=2)
    written = StringIO()
    yaml.dump(values, written)
    return written.getvalue()
