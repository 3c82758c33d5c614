"""Quotations of five or more words must be verbatim in the evidence.

Kinds of marks, white space and punctuation do not count as differences; an apostrophe opens nothing.
An ellipsis inside a quotation divides it into parts that must each be verbatim, in order. Marks around the whole
answer, a question or words to use quote nobody.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from operator import itemgetter

from validation.domain.codes.findings import FindingCode
from validation.domain.finding import Finding
from validation.evidence.context.items import Evidence
from validation.evidence.text.blocks import Block, BlockKind
from validation.evidence.text.lookup import holding
from validation.evidence.text.sentences import Span, sentence_spans
from validation.evidence.text.words import shorten
from validation.evidence.words import any_of

MIN_WORDS = 5
_WHOLE, _LONG = 0.8, 300
"""Of the answer, as a share, and characters: a short answer may be a quotation."""


_MARKED = re.compile(
    r"“([^“”\n]{1,2000})”|„([^„“”\n]{1,2000})[“”]|«([^«»\n]{1,2000})»|»([^«»\n]{1,2000})«"
    r"|(?<![\w\"])\"(?=[^\s\"])([^\"\n]{1,2000})(?<!\s)\"(?![\w\"])"
)
_WORD = re.compile(r"[\w'’]+")
_SPACE = re.compile(r"\s+")
_MARKUP = re.compile(r"\\[nrt\"']|[*_`>\\]|\]\([^()\s]{0,2000}\)|\[")
_GAP = re.compile(r"\[?(?:\.{3}|…)\]?|\[[^\[\]\n]{0,60}\]")
_SIGNS = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "–": "-", "—": "-"})
_WORDING = any_of("quotes.wording", behind=r"\b[^\w\"“”„«»]{0,6}(?:is|be|was|of|would be)?[^\w\"“”„«»]{0,6}[\"“„«»]\Z")
_OWN = any_of(
    "quotes.own",
    front=r"(?:^|[\n.!?])[^\w\"“”„«»]{0,6}",
    behind=r"(?: (?:is|would be))?[^\w:\"“”„«»]{0,6}:[^\w:\"“”„«»]{0,6}[\"“„«»]\Z",
)
_NEAR = 100
"""Characters in front of a quotation in which it is said whose words these are."""
_PUNCTUATION = re.compile(
    r"(?<!\d)[.,:](?!\d)|(?<=\d)[.,:](?!\d)|(?<!\d)[.,:](?=\d)|[;!?\"()\[\]{}|-]|(?<!\w)'|'(?!\w)"
)


def find_quotations(text: str, blocks: tuple[Block, ...]) -> list[Span]:
    """What stands between marks, and whole block quotes, of at least `MIN_WORDS` words; none in code."""
    fences = [block for block in blocks if block.kind is BlockKind.FENCE]
    found = [match.span(match.lastindex or 0) for match in _MARKED.finditer(text)]
    found += [(block.start, block.end) for block in blocks if block.kind is BlockKind.QUOTE]
    return [
        (start, end)
        for start, end in sorted(found, key=itemgetter(0))
        if len(_WORD.findall(text, start, end)) >= MIN_WORDS and holding(fences, start) is None
    ]


def check_quotes(response_md: str, blocks: tuple[Block, ...], evidence: Evidence) -> Iterator[Finding]:
    """A certain finding for every quotation that is not verbatim in evidence or query."""
    quotations = find_quotations(response_md, blocks)
    held = normal(evidence.register + "\n" + evidence.query) if quotations else ""
    for start, end in quotations:
        said = response_md[start:end]
        is_answer = end - start >= max(_LONG, _WHOLE * len(response_md.strip()))
        is_wording = any(one.search(response_md, max(0, start - _NEAR), start) for one in (_WORDING, _OWN))
        if not is_answer and not is_wording and not _is_verbatim(said, held):
            yield FindingCode.QUOTE_NOT_VERBATIM.at(start, end, quote=shorten(said, 80))


def normal(text: str) -> str:
    """Text as quotations are compared: its words and figures, in lower case. Commas and stops are the editor's."""
    bare = _MARKUP.sub(" ", html.unescape(text).translate(_SIGNS)).lower()
    return _SPACE.sub(" ", _PUNCTUATION.sub(" ", bare)).strip()


def _is_verbatim(quotation: str, held: str) -> bool:
    """Whether all its parts stand there in order. A sentence is one, since `“One,” she said. “Two.”` may be quoted as
    one."""
    at = 0
    for part in _GAP.split(quotation):
        for start, end in sentence_spans(part):
            said = normal(part[start:end])
            found = held.find(said, at)
            if found < 0:
                return False
            at = found + len(said)
    return True
