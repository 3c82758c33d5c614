"""Splits a response into claims with exact spans (spec 1, section 10.1, step 1).

A claim is a sentence, a list item or a table row. Questions, offers, greetings and lines that hold nothing but links
state nothing; they are kept, marked as not factual, so that the whole response is accounted for. Headings and lines
that introduce a list are labels: they make no claim that needs support, since most only name what follows, and yet
none may say what the evidence disputes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from validation.evidence.language.masking import mask, without_struck
from validation.evidence.language.stating import asks, can_be_wrong, states
from validation.evidence.text.blocks import Block, BlockKind, plain, scan
from validation.evidence.text.sentences import Span, line_spans, sentence_spans
from validation.evidence.text.words import content_words
from validation.evidence.words import any_of, pattern_of, words_of


class _Standing(StrEnum):
    """What a piece of a response is held to."""

    CLAIM = "claim"
    LABEL = "label"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class ClaimSpan:
    """`text == response_md[start:end]`. `context` is what the claim stands under: the heading, the line that
    introduces its list, and the header cells of its table, joined by ` | `. `heading` is the heading alone, `lead` the
    line or item that introduces it, `header` the header cells alone. `factual` is true of what needs support,
    `is_label` of what is only held against what disputes it; never both."""

    id: str
    start: int
    end: int
    text: str
    factual: bool
    context: str
    kind: BlockKind
    heading: str = ""
    lead: str = ""
    header: tuple[str, ...] = ()
    is_label: bool = False


_LINK = re.compile(r"!?\[[^\[\]\n]{0,500}\]\([^()\n]{0,2000}\)|<?https?://[^\s<>]{1,2000}>?|\[[\w.:#/-]{1,80}\]")
_LINK_WORDS = any_of("claims.link_words")
_ADDRESS = any_of("claims.address", front="")
_AGREES = re.compile(rf"(?:(?:{pattern_of('claims.agrees')})(?:,|!|\s[–—-])\s+)+", re.IGNORECASE)
_OFFERED = any_of("claims.offered", front="")
_OF_SPEAKER = re.compile(
    r"\b(?:I|me|my|we|us|let['’]s|our (?:(?:support|service) )?(?:team|apologies|pleasure|thanks))\b", re.IGNORECASE
)
"""`Our rooms` are no speaker."""
_EXCLAIMED = any_of("claims.exclaimed", front="", behind=r"\b(?: [^\W\d]+){0,3}[!.]?")
_OFFER = any_of("claims.offer", front="")
_TOLD = re.compile(r"\b(?:say|tell you|report|confirm|inform you)(?: that)?[ ]", re.IGNORECASE)
_BREAK = re.compile(r"[,;:!–—][ ]|[ ][–—-][ ]")
"""Behind which a courtesy may go on as a statement."""
_SHORT_IS = re.compile(r"\b(it|that|there)['’]s\b|\b(they)['’]re\b", re.IGNORECASE)
_INTRODUCTION = any_of("claims.introduction", front="")
_SOURCES = re.compile(r"(?:sources?|references?)\W*", re.IGNORECASE)
_RHETORICAL = any_of("claims.rhetorical", front="")
_FEWEST_WORDS = 2
_CLOSING = " )\"'”’»"
_ASKS = ("?", "？", "؟")
_FOLLOWED = re.compile(r" (?!(?:I|we|you|if|to|for|that|with|of)\b)\w", re.IGNORECASE)
"""A statement that a courtesy runs into without a mark: `Sorry the shop is closed`."""
_WORD = re.compile(r"[^\W_]+")
_LANGUAGE = re.compile(r"[\w+#-]+")
_CODE = frozenset(words_of("claims.code"))
"""Languages of fences that state nothing. What is in any other fence is data."""


def split_claims(response_md: str) -> tuple[ClaimSpan, ...]:
    """The claims of a response in order, ids `c1`, `c2`, ...; spans do not overlap. Linear in the length."""
    return claims_of(response_md, scan(response_md))


def claims_of(response_md: str, blocks: tuple[Block, ...]) -> tuple[ClaimSpan, ...]:
    """As `split_claims`, for a response whose blocks are known."""
    found: list[ClaimSpan] = []
    kept = without_struck(response_md)
    for block in blocks:
        for start, end in _pieces(response_md, block):
            said = response_md[start:end]
            standing = _standing_of(said, block) if _WORD.search(kept, start, end) else _Standing.SILENT
            found.append(
                ClaimSpan(
                    id=f"c{len(found) + 1}",
                    start=start,
                    end=end,
                    text=said,
                    factual=standing is _Standing.CLAIM,
                    context=_context(block),
                    kind=block.kind,
                    heading=block.heading,
                    lead=block.lead,
                    header=block.header,
                    is_label=standing is _Standing.LABEL,
                )
            )
    return tuple(found)


def _pieces(text: str, block: Block) -> Iterator[Span]:
    if block.kind is BlockKind.TABLE_RULE:
        return
    if block.kind is BlockKind.FENCE:
        yield from (line for line in line_spans(text, block.start, block.end) if line[0] < line[1])
    elif block.kind in (BlockKind.HEADING, BlockKind.TABLE_HEADER, BlockKind.TABLE_ROW):
        yield block.start, block.end
    else:
        yield from sentence_spans(text, block.start, block.end)


def _context(block: Block) -> str:
    if block.kind is BlockKind.HEADING:
        return ""
    named = block.header if block.kind is BlockKind.TABLE_ROW else ()
    return " | ".join(part for part in (block.heading, block.lead, *named) if part)


def _standing_of(said: str, block: Block) -> _Standing:
    if block.kind is BlockKind.TABLE_HEADER or not _WORD.search(mask(said, keeps_struck=True)):
        return _Standing.SILENT
    if block.kind is BlockKind.FENCE:
        return _claim_if(_CODE.isdisjoint(word.lower() for word in _LANGUAGE.findall(block.info)))
    if block.kind is BlockKind.TABLE_ROW:
        return _claim_if(bool(_WORD.search(_LINK.sub("", said))))
    bare = plain(said)
    if block.kind is BlockKind.HEADING or _SOURCES.fullmatch(block.lead):
        return _of_label(_LINK.sub(" ", bare))
    return _of_sentence(bare)


def _of_label(said: str) -> _Standing:
    """Of a heading or a lead: a claim where it makes a statement, a label where it can be
    wrong without a verb."""
    if len(_WORD.findall(said)) < _FEWEST_WORDS or said.rstrip(_CLOSING).endswith(_ASKS):
        return _Standing.SILENT
    if states(said):
        return _Standing.CLAIM
    return _Standing.LABEL if can_be_wrong(said) and not asks(said) else _Standing.SILENT


def _of_sentence(said: str) -> _Standing:
    bare = said.rstrip(_CLOSING)
    if bare.endswith(_ASKS):
        return _claim_if(bool(_RHETORICAL.match(said)))
    agrees = _AGREES.match(said)
    if agrees and not _OF_SPEAKER.search(said, agrees.end()):
        return _of_sentence(said[agrees.end() :])  # which begins with no courtesy: all of them are taken at once
    if _OFFERED.match(said):
        return _Standing.CLAIM
    address = _ADDRESS.match(said)
    if _OFFER.match(said) or (address and not _has_figure(said)):
        followed = address is not None and _FOLLOWED.match(said, address.end()) is not None
        return _claim_if((followed and states(said)) or _states_behind(said))
    if bare.endswith(":") and (_INTRODUCTION.match(said) or not _has_figure(said)):
        return _Standing.SILENT if _INTRODUCTION.match(said) else _of_label(said)
    if _EXCLAIMED.fullmatch(said) and not states(said):
        return _Standing.SILENT
    return _claim_if(not _only_links(said))


def _states_behind(said: str) -> bool:
    """Whether a courtesy or an offer leads up to a statement that is not about who is speaking. What `you` do is one
    only with a figure: `If you stay longer, you pay 12 EUR`."""
    found = _TOLD.search(said) or _BREAK.search(said)
    rest = _SHORT_IS.sub(r"\1\2 is", said[found.end() :]) if found else ""
    if _OF_SPEAKER.search(rest):
        return False
    return _has_figure(rest) if rest.lower().startswith(("you ", "then you ")) else states(rest)


def _claim_if(stated: bool) -> _Standing:
    return _Standing.CLAIM if stated else _Standing.SILENT


def _has_figure(said: str) -> bool:
    return any(char.isdigit() for char in _LINK.sub("", said))


def _only_links(said: str) -> bool:
    """True of `See [maker](...)`, where no label makes a statement."""
    rest = _LINK.sub(" ", said)
    return not _WORD.search(_LINK_WORDS.sub(" ", rest)) and not states(said.replace("[", "").replace("]", ""))


_REFERENCE = re.compile(r"[(\[][\w.-]{1,40}(?::[\w.:#/-]{0,80})?[)\]]")
_ANSWERS = frozenset(content_words(" ".join(words_of("claims.answers"))))


def is_bare_answer(text: str) -> bool:
    """Whether a sentence says only yes, no, done or where something is from."""
    return _ANSWERS.issuperset(content_words(_REFERENCE.sub(" ", text)))
