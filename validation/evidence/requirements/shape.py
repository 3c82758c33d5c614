"""The form that was asked for: a table, a list, JSON, one paragraph, in 50 words, short, with links."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from validation.domain.claim import Requirement
from validation.evidence.requirements.draft import Draft
from validation.evidence.requirements.parsed_query import ParsedQuery
from validation.evidence.text.blocks import BlockKind
from validation.evidence.text.sentences import sentence_spans

_TABLE = re.compile(
    r"\b(?:(?:in|as|into|with|using) (?:a|an) (?:\w{1,20} ){0,2}table|tables? format|comparison table|tabular|tabulate|"
    r"als tabelle)\b",
    re.IGNORECASE,
)
_LIST = re.compile(
    r"\b(?:(?:as|in) (?:a |an )?(?:\w{1,20} )?list\b|bullet(?:ed)?[- ](?:points?|list)|in bullets|numbered list|"
    r"list format|"
    r"als liste)",
    re.IGNORECASE,
)
_JSON = re.compile(
    r"\b(?:as|return|output|answer|reply|respond|give|show|list|format(?:ted)?|print|convert(?:ed)?|export)\b"
    r"(?:(?!\b(?:from|of|provided|given|based|read|data)\b)[^.\n]){0,40}?\bjson\b(?![ -](?:files?|schema|parser|"
    r"library|column))",
    re.IGNORECASE,
)
_PARAGRAPH = re.compile(r"\b(?:one|a single|a short|1|one short) paragraph\b", re.IGNORECASE)
_SHORT = re.compile(
    r"\b(?:briefly|keep it (?:short|brief|concise)|be (?:brief|concise)|(?:short|brief|concise|quick) (?:answer|reply|"
    r"summary|response|overview)|in short|in brief|tl;?dr|kurz gesagt)\b",
    re.IGNORECASE,
)
_LINKS = re.compile(
    r"\b(?:(?:with|include|including|give me|add|provide)(?: \w{1,12}){0,2} (?:links?|urls?)|link(?:s)? to)\b",
    re.IGNORECASE,
)
_WORDS = re.compile(
    r"\b(?:(?P<upper>under|at most|max(?:imum)?(?: of)?|no more than|less than|up to|within|fewer than)[ \t]|"
    r"(?P<about>in|about|around|of|exactly)[ \t](?:about |around |exactly |roughly )?|(?P<lower>at least)[ \t])"
    r"(?P<n>\d{1,5})[ \t-]words?\b|\b(?:(?P<from>\d{1,5}) ?(?:-|–|"
    r"to) ?)?(?P<bare>\d{1,5})[- ]words?\b(?P<after>[ \t](?:max(?:imum)?|or (?:less|fewer)))?",
    re.IGNORECASE,
)
_SENTENCES = re.compile(
    r"\b(?:in|with|of|than) (?P<n>one|two|three|four|five|[1-9]|a single) sentences?\b", re.IGNORECASE
)
_YES_NO = re.compile(r"\b(?:answer|reply|respond|say|just|only)(?: \w{1,10}){0,3} yes or no\b", re.IGNORECASE)
_YES = re.compile(r"\b(?:yes|no|ja|nein)\b", re.IGNORECASE)
_URL = re.compile(r"https?://")
_WORD = re.compile(r"\w[\w'’.,-]*")
_SMALL = {"one": 1, "a single": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_SHORT_WORDS = 200
_TOLERANCE = 1.5
"""A length is kept when it is missed by no more than half: words are counted in several ways, and writers estimate."""


@dataclass(frozen=True, slots=True)
class _Told:
    met: bool
    reason: str
    place: tuple[int, int] | None = None


def shape(asked: ParsedQuery, draft: Draft) -> Iterator[Requirement]:
    """Every form that the query names, each once."""
    for pattern, check in _CHECKS:
        if match := pattern.search(asked.text):
            told = check(match, draft)
            start, end = told.place or (None, None)
            yield Requirement(match[0].strip(), "format", told.met, told.reason, start, end)


def _table(_: re.Match[str], draft: Draft) -> _Told:
    return _of_kind(draft, (BlockKind.TABLE_ROW,), "table")


def _list(_: re.Match[str], draft: Draft) -> _Told:
    return _of_kind(draft, (BlockKind.LIST_ITEM,), "list")


def _of_kind(draft: Draft, kinds: tuple[BlockKind, ...], name: str) -> _Told:
    found = [block for block in draft.blocks if block.kind in kinds]
    if not found:
        return _Told(False, f"The response holds no {name}.")
    return _Told(True, f"The response holds a {name}.", (found[0].start, found[-1].end))


def _json(_: re.Match[str], draft: Draft) -> _Told:
    spans = [(block.start, block.end) for block in draft.blocks if block.kind is BlockKind.FENCE]
    for start, end in [*spans, (0, len(draft.text))]:
        if _is_json(draft.text[start:end].strip()):
            return _Told(True, "The response holds valid JSON.", (start, end))
    return _Told(False, "The response holds no valid JSON object or array.")


def _is_json(text: str) -> bool:
    if text[:1] not in ("{", "["):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _paragraph(_: re.Match[str], draft: Draft) -> _Told:
    own = [block for block in draft.blocks if not draft.text.endswith("?", 0, block.end)]
    own = [block for block in own if block.kind is not BlockKind.HEADING]
    met = len(own) <= 1 and all(block.kind is BlockKind.PARAGRAPH for block in own)
    return _Told(met, "The response is one paragraph." if met else f"The response has {len(own)} blocks of text.")


def _short(_: re.Match[str], draft: Draft) -> _Told:
    words = _length(draft)
    return _Told(words <= _SHORT_WORDS, f"The response has {words} words.")


def _words(match: re.Match[str], draft: Draft) -> _Told:
    words, wanted = _length(draft), int(match["n"] or match["bare"])
    low, high = int(match["from"] or wanted) / _TOLERANCE, wanted * _TOLERANCE
    if match["upper"] or match["after"]:
        low = 0
    if match["lower"]:
        low, high = wanted / _TOLERANCE, float("inf")
    return _Told(low <= words <= high, f"The response has {words} words.")


def _sentences(match: re.Match[str], draft: Draft) -> _Told:
    wanted = _SMALL.get(match["n"].lower()) or int(match["n"])
    prose = (block for block in draft.blocks if block.kind is not BlockKind.HEADING)
    spans = [span for block in prose for span in sentence_spans(draft.text, block.start, block.end)]
    told = [span for span in spans if not draft.text.endswith("?", 0, span[1])]
    return _Told(len(told) <= wanted, f"The response has {len(told)} sentences.")


def _links(_: re.Match[str], draft: Draft) -> _Told:
    match = _URL.search(draft.text)
    return _Told(True, "The response links.", match.span()) if match else _Told(False, "The response holds no link.")


def _yes_no(_: re.Match[str], draft: Draft) -> _Told:
    match = _YES.search(draft.text, 0, 200)
    return _Told(True, "It says so.", match.span()) if match else _Told(False, "The response says neither yes nor no.")


def _length(draft: Draft) -> int:
    return sum(1 for _ in _WORD.finditer(draft.spoken))


_CHECKS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], Draft], _Told]], ...] = (
    (_TABLE, _table),
    (_LIST, _list),
    (_JSON, _json),
    (_PARAGRAPH, _paragraph),
    (_SENTENCES, _sentences),
    (_WORDS, _words),
    (_SHORT, _short),
    (_LINKS, _links),
    (_YES_NO, _yes_no),
)
