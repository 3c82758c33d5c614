"""A markdown text with all that is no content blanked, every offset kept: link targets, sources, marks."""

from __future__ import annotations

import re

from validation.domain.text.letters import blank_spans
from validation.evidence.addresses.commonmark import code_blocks
from validation.evidence.language.stating import states
from validation.evidence.words import any_of, blank, pattern_of

_LINK_ASIDE = re.compile(r"\((?:[^()\[\]\n]{0,40})!?\[[^\[\]\n]{0,300}\]\([^()\n]{0,2000}\)[^()\n]{0,20}\)")
"""`([shop](https://...))`: only a source."""
_TARGET = re.compile(r"(?<=\])\([^()\n]{0,2000}\)")
_URL = re.compile(r"<?(?:https?://|www\.)[^\s<>)\]|]{1,2000}>?")
_KEY = r"(?:[a-z][\w-]{0,40}(?:[./:#]{1,3}[\w-]{1,60}){1,8}|turn_\d{3,9})"
_NAMED_SOURCE = re.compile(
    r"\(?\b(?:source_ref|source ref|ref)s?:[ \t]{0,3}[^\s()|,]{1,200}(?:,[ \t]?[\w.]+:[^\s()|,]{1,100}){0,20}\)?",
    re.IGNORECASE,
)
_REFERENCE = re.compile(
    rf"[(\[](?:source:?[ \t])?{_KEY}(?:[,;][ \t]?{_KEY}){{0,20}}[)\]](?!\()|\[\^?\d{{1,3}}\](?!\()", re.IGNORECASE
)
_SOURCE_LINE = re.compile(
    r"(?im)^[ \t]{0,8}(?:[-*][ \t]+)?[*_]{0,3}(?:sources?|references?|quellen?)[*_]{0,3}:[*_]{0,3}[^\n]{0,400}$"
)
_NOUN = (
    r"(?:search[ \t])?(?:passages?|sources?|documents?|docs?|snippets?|chunks?|results?|excerpts?|contexts?|citations?)"
)
_NUMBERS = rf"[ \t_-]?#?\d{{1,3}}(?:[ \t]?(?:[,;&–-]|and|to)[ \t]?(?:{_NOUN}[ \t])?#?\d{{1,3}}){{0,9}}"
_NUMBERED_SOURCE = re.compile(
    rf"[(\[](?:(?:see|from|per|cf\.?|in|via)[ \t])?{_NOUN}{_NUMBERS}"
    r"(?:,[ \t](?:steps?|pages?|p\.|sections?|lines?|paragraphs?|rows?|items?)[ \t]?\d{1,4}(?:[–-]\d{1,4})?)?[)\]]"
    r"|【\d{1,3}(?::\d{1,3})?(?:†[\w./:-]{1,40})?】"
    r"|(?<=[\w.)”\"][ \t])\[\d{1,3}(?:[ \t]?[,;–-][ \t]?\d{1,3}){1,9}\](?=[\s.,;:!?]|$)",
    re.IGNORECASE,
)
"""`(passage 3)`, `[Source 1]`, `[1, 2]`, `【2†source】`: how models cite what was numbered for them. Nothing else may
stand there, since nobody would read it."""
_PLACE = (
    rf"(?:{_NOUN}|documentation|information|text|article|evidence|data|records?|page|website|site|leaflet|policy|faq|manual|"
    r"guide|handbook|notes?|report|listings?|schedule|timetable|table|e-?mail|files?|logs?|knowledge base)"
)
_KIND = f"(?:{pattern_of('masking.kind')})"
_NAMED = (
    rf"(?:(?:the|your|our|this|these|their|its|my)[ \t])?(?:{_KIND}[ \t]){{0,2}}"
    rf"{_PLACE}(?:{_NUMBERS})?(?:[ \t](?:provided|given|above))?"
)
_ATTRIBUTED = (
    r"(?:according to|as (?:stated|described|mentioned|noted|listed|shown|explained|given|specified) (?:in|by|on))"
)
_SAYS = r"(?:says?|states?|notes?|mentions?|explains?|confirms?|shows?|indicates?)[ \t]that"
_ATTRIBUTION = re.compile(
    rf"(?:(?<=[.!?:;\n][ \t])|(?<=\n)|^)(?:(?:{_ATTRIBUTED}|based on)[ \t]{_NAMED},|{_NAMED}[ \t]{_SAYS})(?=[ \t])"
    rf"|,[ \t]{_ATTRIBUTED}[ \t]{_NAMED}(?:,|(?=[.;!?\n]|$))"
    rf"|[(](?![^()\n]*\d)(?:{_ATTRIBUTED}|see|source:|per(?=[ \t](?:the|your|our|this)\b))[ \t]{_NAMED}[)]",
    re.IGNORECASE,
)
"""`According to the leaflet, ...`: where it is from, which says nothing about the matter. Of the old leaflet, or of
another's, it would."""
_LABEL = re.compile(r"\[[^\[\]\n]{0,300}\]")
_MARKS = re.compile(r"[*`]+|(?<![^\W_])_+|_+(?![^\W_])|~~")
_STRUCK = re.compile(
    r"\\[!-/:-@\[-`{-~]|(?<!(?<!\\)`)(?P<mark>`++)(?:[^`\n]|\n(?![ \t]*\n)|(?!(?P=mark)(?!`))`++){1,500}(?P=mark)(?!`)"
    r"|(?P<struck>(?<!~)(?:(?<!\w)~~|~~(?=\w))(?=[^\s~])(?:[^~`\n\\]|\\.|`[^`\n]{1,200}`){1,500}(?<!\s)(?:(?<=\w)~~|~~(?!\w))(?!~)"
    r"|<(?P<tag>del|s|strike)(?![\w-])[^<>]{0,200}(?<!/)>(?:[^<>`\n]|`[^`\n]{1,200}`){0,500}</(?P=tag)>)",
    re.IGNORECASE,
)
"""What a page shows struck out: it is taken back. Escaped marks and code are shown as they are written."""
_DAY_BEHIND = re.compile(r"(?<=\d )\(((?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6})\)", re.IGNORECASE)
"""`2026-04-08 (Wed)`: the weekday of this date, and no aside between it and the next."""
_TAG = any_of("masking.tag", front="</?", behind=r"(?:[\s/][^<>]{0,500})?>")
_NO_CONTENT = (
    _LINK_ASIDE,
    _TARGET,
    _TAG,
    _SOURCE_LINE,
    _URL,
    _NAMED_SOURCE,
    _REFERENCE,
    _NUMBERED_SOURCE,
    _MARKS,
    _ATTRIBUTION,
)
"""In this order: targets and marks go before what is read across them."""


def mask(text: str, *, keeps_struck: bool = False) -> str:
    """`text` with the same length and the same offsets. The label of a link stays where it is part of a sentence, what
    is struck out only if `keeps_struck`."""
    if not keeps_struck:
        text = without_struck(text)
    for pattern in _NO_CONTENT:
        text = pattern.sub(_blank_source if pattern is _SOURCE_LINE else blank, text)
    return _DAY_BEHIND.sub(r" \1 ", text)


def without_struck(text: str) -> str:
    """`text` with what it strikes out blanked. Code is told by the whole text, so hand in no part of it."""
    struck = [match.span() for match in _STRUCK.finditer(text) if match["struck"]]
    if not struck:
        return text
    code = tuple(code_blocks(text))
    return blank_spans(text, [one for one in struck if not any(start <= one[0] < end for start, end in code)])


def _blank_source(match: re.Match[str]) -> str:
    """A line that names its sources; what else it says stays."""
    _, _, named = match[0].partition(":")
    says_more = states(_LABEL.sub(" ", named))
    return " " * (len(match[0]) - len(named)) + named if says_more else blank(match)
