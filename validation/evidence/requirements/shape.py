"""The form that was asked for: a table, a list, JSON, one paragraph, in 50 words, short, with links, `top 3`."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import NamedTuple

from validation.domain.claim import Requirement
from validation.evidence.quantities.numbers import NUMBER_WORDS
from validation.evidence.quantities.quantity import Kind, find_quantities
from validation.evidence.requirements.draft import Draft, ParsedQuery
from validation.evidence.text.blocks import Block, BlockKind
from validation.evidence.text.sentences import sentence_spans
from validation.evidence.words import any_of

_TABLE = any_of("shape.table")
_LIST = re.compile(
    r"\b(?:(?:as|in) (?:a |an )?(?:\w{1,20} )?list\b|bullet(?:ed)?[- ](?:points?|list)|in bullets|numbered list|"
    r"list format|als liste)",
    re.IGNORECASE,
)
_JSON = re.compile(
    r"\b(?:as|return|output|answer|reply|respond|give|show|list|format(?:ted)?|print|convert(?:ed)?|export)\b"
    r"(?:(?!\b(?:from|of|provided|given|based|read|data)\b)[^.\n]){0,40}?\bjson\b(?![ -](?:files?|schema|parser|"
    r"library|column))"
    r"|\b(?:need|want)(?: it| them| this)?(?: as| in)? (?:a |an |valid |plain )?json\b"
    r"(?![ -](?:files?|schema|parser|library|column|support|api|editor|validator|viewer))",
    re.IGNORECASE,
)
_CSV = re.compile(
    r"\b(?:as|in|into|return|output|need|want) (?:a |plain )?csv\b"
    r"(?![ -](?:files?|parser|library|column|support|imports?|exports?))",
    re.IGNORECASE,
)
_PARAGRAPH = re.compile(r"\b(?:one|a single|a short|1|one short) paragraph\b", re.IGNORECASE)
_SHORT = any_of("shape.short")
_LINKS = re.compile(
    r"\b(?:(?:with|include|including|give me|add|provide)(?: \w{1,12}){0,2} (?:links?|urls?)|link(?:s)? to)\b",
    re.IGNORECASE,
)
_WORDS = re.compile(
    r"\b(?:(?P<upper>under|at most|max(?:imum)?(?: of)?|not? more than|less than|up to|within|fewer than)[ \t]|"
    r"(?P<about>in|about|around|of|exactly)[ \t](?:about |around |exactly |roughly )?|(?P<lower>at least)[ \t])"
    r"(?P<n>\d{1,5})[ \t-]words?\b|\b(?:(?P<from>\d{1,5}) ?(?:-|–|"
    r"to) ?)?(?P<bare>\d{1,5})[- ]words?\b(?P<after>[ \t](?:max(?:imum)?|or (?:less|fewer)))?",
    re.IGNORECASE,
)
_SENTENCES = re.compile(
    r"\b(?:in|with|of|than) (?P<n>one|two|three|four|five|[1-9]|a single) sentences?\b", re.IGNORECASE
)
_YES_NO = re.compile(
    r"(?:\b(?:answer|reply|respond|say|just|only)(?: \w{1,10}){0,3} |(?:^|[.!?\n][ ]))yes or no\b(?! questions?\b)",
    re.IGNORECASE,
)
_YES = re.compile(r"\b(?:yes|no|ja|nein)\b", re.IGNORECASE)
_URL = re.compile(r"https?://")
_WORD = re.compile(r"\w[\w'’.,-]*")
_SHORT_WORDS = 200
_ROW = re.compile(r"^[^\n,;\t]*[,;\t][^\n]*$", re.MULTILINE)
_CELL = re.compile(r"^(?![-*+#>{}\[\]])[^\n.!?:|]{1,60}$")
"""A row of a CSV with a single column."""
_DENIED = any_of("shape.denied", behind=r"\b[^.,;:!?\n]{0,24}$")
_BEFORE = 100
_ASKS_ABILITY = any_of("shape.asks_ability", front=r"(?:^|[.!?\n][ \t]{0,3})", behind=r"\b[^.!?\n]{0,60}$")
_OF_OTHERS = any_of(
    "shape.handles",
    front=r"\b(?:which|that(?! you)|who|how|(?:tool|app|program|service|library|script|software)s? (?:to|for|can))\b"
    r"[^.,;:!?\n]{0,60}?\b(?<!\band )(?:",
    behind=r")\b[^.,;:!?\n]{0,60}$",
)
"""`Which app exports as CSV?`; `tell me who sells it as CSV` orders the form."""
_TOLERANCE = 1.5
"""A length is kept when it is missed by no more than half: words are counted in several ways, and writers estimate."""


Place = tuple[int, int] | None
Told = tuple[bool, str, Place]
"""Whether it is met, a reason, and the place that shows it."""
Check = Callable[[re.Match[str], Draft], Told]


def shape(asked: ParsedQuery, draft: Draft) -> Iterator[Requirement]:
    """Every form that the query names, each once."""
    for pattern, check in _CHECKS:
        match = pattern.search(asked.text)
        if match and not _is_off(check, asked.text, match):
            met, reason, place = check(match, draft)
            yield Requirement(match[0].strip(), "format", met, reason, *(place or (None, None)))


def _is_off(check: Check, text: str, match: re.Match[str]) -> bool:
    """Whether a form is denied, `not as a table`, or only asked about, `can it export as CSV?`."""
    if check in _MEASURED:  # `not more than 50 words` is a limit
        return False
    before = text[max(0, match.start() - _BEFORE) : match.start()]
    if _DENIED.search(before):
        return True
    until = text[max(0, match.end() - _BEFORE) : match.end()]
    return check in _DATA and bool(_ASKS_ABILITY.search(before) or _OF_OTHERS.search(until))


def _of_kind(draft: Draft, kind: BlockKind, name: str) -> Told:
    found = [block for block in draft.blocks if block.kind is kind]
    place = (found[0].start, found[-1].end) if found else None
    return bool(found), f"The response holds {'a' if found else 'no'} {name}.", place


def _json(_: re.Match[str], draft: Draft) -> Told:
    spans = [(block.start, block.end) for block in draft.blocks if block.kind is BlockKind.FENCE]
    found = next((span for span in [*spans, (0, len(draft.text))] if _is_json(draft.text[slice(*span)].strip())), None)
    return found is not None, f"The response holds {'' if found else 'no '}valid JSON.", found


def _csv(_: re.Match[str], draft: Draft) -> Told:
    """Two lines or more, in a fence or as the whole response."""
    spans = [(block.start, block.end) for block in draft.blocks if block.kind is BlockKind.FENCE]
    spans = spans or [(0, len(draft.text.rstrip()))]
    found = next((span for span in spans if _is_csv(draft.text[slice(*span)].strip())), None)
    return found is not None, f"The response holds {'' if found else 'no '}CSV.", found


def _is_csv(text: str) -> bool:
    lines = text.splitlines()
    return len(lines) > 1 and any(all(row.match(line) for line in lines) for row in (_ROW, _CELL))


def _is_json(text: str) -> bool:
    try:
        return text[:1] in ("{", "[") and json.loads(text) is not None
    except (ValueError, RecursionError):
        return False


def _paragraph(_: re.Match[str], draft: Draft) -> Told:
    own = [block for block in draft.blocks if block.kind is not BlockKind.HEADING]
    own = [block for block in own if not draft.text.endswith("?", 0, block.end)]
    met = len(own) <= 1 and all(block.kind is BlockKind.PARAGRAPH for block in own)
    return met, f"The response has {len(own)} blocks of text.", None


def _sentences(match: re.Match[str], draft: Draft) -> Told:
    prose = (block for block in draft.blocks if block.kind is not BlockKind.HEADING)
    spans = [span for block in prose for span in sentence_spans(draft.text, block.start, block.end)]
    count = sum(not draft.text.endswith("?", 0, end) for _, end in spans)
    return count <= _number(match["n"]), f"The response has {count} sentences.", None


def _words(match: re.Match[str], draft: Draft) -> Told:
    wanted = int(match["n"] or match["bare"])
    low, high = int(match["from"] or wanted) / _TOLERANCE, wanted * _TOLERANCE
    low = 0 if match["upper"] or match["after"] else low
    return _within(draft, low, float("inf") if match["lower"] else high)


def _within(draft: Draft, low: float, high: float) -> Told:
    words = sum(1 for _ in _WORD.finditer(draft.spoken))
    return low <= words <= high, f"The response has {words} words.", None


def _links(_: re.Match[str], draft: Draft) -> Told:
    match = _URL.search(draft.text)
    return match is not None, f"The response holds {'a' if match else 'no'} link.", match and match.span()


def _yes_no(_: re.Match[str], draft: Draft) -> Told:
    match = _YES.search(draft.text, 0, 200)
    return match is not None, f"The response says {'so' if match else 'neither yes nor no'}.", match and match.span()


_MEASURED, _DATA = (_words, _sentences), (_json, _csv)
_CHECKS: tuple[tuple[re.Pattern[str], Check], ...] = (
    (_TABLE, lambda _, draft: _of_kind(draft, BlockKind.TABLE_ROW, "table")),
    (_LIST, lambda _, draft: _of_kind(draft, BlockKind.LIST_ITEM, "list")),
    *((_JSON, _json), (_CSV, _csv), (_PARAGRAPH, _paragraph), (_SENTENCES, _sentences), (_WORDS, _words)),
    (_SHORT, lambda _, draft: _within(draft, 0, _SHORT_WORDS)),
    *((_LINKS, _links), (_YES_NO, _yes_no)),
)


_N = r"(?P<n>[2-9]|[1-4]\d|two|three|four|five|six|seven|eight|nine|ten|twelve)(?![\w.,]*\d)"
_COUNT = re.compile(
    rf"\b(?P<top>top)[ -]{_N}\b(?![ -]?(?:percent|%))|\ba list of (?:exactly |the )?{_N.replace('n>', 'listed>')}\b"
    r"|(?<!\bthe )(?<!\bthese )(?<!\bthose )(?<!\bof )\b(?P<only>(?:exactly|only|just)[ \t]{1,2})?"
    rf"{_N.replace('n>', 'things>')}[ \t]{{1,2}}(?:(?:good|best|different|other|cheap|short|main|more)[ \t]{{1,2}})?"
    r"(?:options|alternatives|examples|suggestions|recommendations|ideas|items|products|choices|models|offers|"
    r"candidates|picks|reasons|ways|tips|facts|shops|stores|restaurants|hotels|books|articles|sources|results)\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"\b(?:find|show|give|name|list|recommend|suggest|tell)(?:[ \t](?:me|us))?[ \t]"
    r"(?:(?P<only>exactly|only|just)[ \t]|(?P<upper>no more than|not more than|at most|up to|maximum(?: of)?)[ \t]|"
    rf"(?:at least|all(?: the)?)[ \t])?{_N.replace('n>', 'asked>')}[ \t]"
    r"(?!(?:\w{1,12}[ \t])?(?:bedroom|bed|room|star|nights?|person|people|seat|door|stage|part|piece)\b)"
    r"(?:[a-z-]{2,20}[ \t]){0,2}?[a-z-]{2,20}s\b",
    re.IGNORECASE,
)
"""`Find me three cheap laptops`; `3 bedroom flats` are no three."""
_RANKED = re.compile(
    r"\b(?:what|which|who|find|show|give|name|list|recommend|suggest|tell)(?:[ \t](?:me|us|are|were))?[ \t]the[ \t]"
    rf"{_N}[ \t](?:(?!guest|test|rest|west|forest|interest|request|contest|harvest)[a-z]{{2,12}}est|best|worst|"
    r"(?:most|least) [a-z-]{3,20})[ \t][a-z-]{2,20}s\b",
    re.IGNORECASE,
)
"""`What are the 3 cheapest kettles?`; `the two options` are those that are known."""
_NO_MORE = any_of("shape.no_more")
_SOURCES = re.compile(r"\b(?:sources?|references?|links|citations)\b", re.IGNORECASE)


class Count(NamedTuple):
    """`least` and `most` are how many there may be."""

    text: str
    number: int
    least: int
    most: float


def count(asked: ParsedQuery, draft: Draft) -> Iterator[Requirement]:
    """Unmet only where the response has a list or table that can be counted."""
    wanted = next((found for text in asked.texts if (found := count_in(text))), None)
    if wanted is None:
        return
    sizes = list(_sizes(draft))
    if not sizes:
        yield Requirement(wanted.text, "count", True, "The response has no list that could be counted.")
        return
    shown = (*sizes, sum(sizes), len(sizes))
    size = wanted.number if wanted.number in shown else max(sizes)
    met = wanted.least <= size <= wanted.most or (size < wanted.least and bool(draft.find(_NO_MORE)))
    evidence_missing = size < wanted.least and not met and max(len(draft.items), *sizes) < wanted.number
    yield Requirement(wanted.text, "count", met, f"The response lists {size}.", evidence_missing=evidence_missing)


def count_in(text: str) -> Count | None:
    if (match := _NUMBERED.search(text)) and all(one.kind is Kind.NUMBER for one in find_quantities(match[0])):
        number = _number(match["asked"])
        most = number if match["upper"] or match["only"] else math.inf
        return Count(match[0], number, 0 if match["upper"] else number, most)
    if match := _RANKED.search(text):
        number = _number(match["n"])
        return Count(match[0], number, number, math.inf)
    if match := _COUNT.search(text):
        number = _number(match["n"] or match["listed"] or match["things"])
        return Count(match[0], number, number, number if match["top"] or match["only"] else math.inf)
    return None


def _number(said: str) -> int:
    """`A single` is one too."""
    return int(said) if said.isdigit() else NUMBER_WORDS.get(said.lower(), 1)


def _sizes(draft: Draft) -> Iterator[int]:
    """Of every table and list, but for those of sources."""
    blocks = [block for block in draft.blocks if not _SOURCES.search(f"{block.heading} {block.lead}")]
    for kind, run in groupby(blocks, key=lambda block: block.kind):
        if kind is BlockKind.TABLE_ROW:
            yield len(list(run))
        elif kind is BlockKind.LIST_ITEM:
            depths = [_depth(draft.text, block) for block in run]
            yield sum(depth <= min(depths) + 1 for depth in depths)


def _depth(text: str, block: Block) -> int:
    line = text[block.line : block.start]
    return len(line) - len(line.lstrip())
