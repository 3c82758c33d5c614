"""Splits a response into claims with exact spans (spec 1, section 10.1, step 1).

A claim is a sentence, a list item or a table row. Headings, questions, offers, greetings, introductions and lines that
hold nothing but links state nothing; they are kept, marked as not factual, so that the whole response is accounted for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from validation.evidence.document.masking import mask
from validation.evidence.text.blocks import Block, BlockKind, plain, scan
from validation.evidence.text.sentences import Span, sentence_spans


@dataclass(frozen=True, slots=True)
class ClaimSpan:
    """`text == response_md[start:end]`. `context` is what the claim stands under: the heading, the line that
    introduces its list, and the header cells of its table, joined by ` | `. `heading` is the heading alone,
    `header` the header cells alone."""

    id: str
    start: int
    end: int
    text: str
    factual: bool
    context: str
    kind: BlockKind
    heading: str = ""
    header: tuple[str, ...] = ()


_LINK = re.compile(r"!?\[[^\[\]\n]{0,500}\]\([^()\n]{0,2000}\)|<?https?://[^\s<>]{1,2000}>?|\[[\w.:#/-]{1,80}\]")
_LINK_WORDS = re.compile(
    r"\b(?:sources?|references?|links?|see|view|via|from|here|more|read|visit|buy|shop|details?|and|und|quellen?|at|url)\b",
    re.IGNORECASE,
)
_ADDRESS = re.compile(
    r"(?:hi|hello|hey|hallo|dear|good (?:morning|afternoon|evening)|thanks|thank you|you're welcome|welcome|sure|"
    r"of course|certainly|absolutely|great question|no problem|enjoy|have a|"
    r"happy (?:to|shopping|reading|running|hiking)|i hope|hope (?:this|that)|sorry|i apologi[sz]e|"
    r"best regards|cheers|glad)\b",
    re.IGNORECASE,
)
_OFFER = re.compile(
    r"(?:let me know|feel free|please (?:let|tell|ask)|would you|do you (?:want|need|prefer)|shall i|should i|"
    r"want me to|if you(?:'d| would)? (?:like|want|need|prefer|have|tell|share)|just (?:say|ask|let|tell)|tell me|"
    r"i(?:'d be| am|'m) happy to|i can (?:also )?(?:help|compare|look|check|search|find|narrow|show)|i could also|"
    r"don't hesitate|anything else)\b",
    re.IGNORECASE,
)
_STATED = re.compile(
    r"(?:[,;:–—]|[ ]-|\b(?:say|tell you|report|confirm|inform you)(?: that)?)[ ]"
    r"(?!(?:(?:and|but|so|then)[ ])?(?:I|we|you|let|please|here|if|as|what|happy|glad|feel|just|do|would|anything)\b)"
    r"(?:(?:it|they|he|she|this|that|these|those|the|its|their|all|both|every|no|there)(?:['’]s)?[ ]"
    r"|[^,;:.!?]{1,60}?[ ](?:is|are|was|were|has|have|can|costs?|comes?)\b)(?!.{0,200}\b(?:I|me|my|we|our)\b)",
    re.IGNORECASE,
)
"""What a courtesy leads up to: a statement with a subject of its own, and not about who is speaking."""
_INTRODUCTION = re.compile(
    r"(?:here(?:'s| is| are)|below|the following|these are|this is (?:what|how)|"
    r"i(?:'ve| have)? (?:found|compared|looked|checked|put together|gathered)|"
    r"based on|let's|in short|in summary|summary|overview|sources?|references?)\b",
    re.IGNORECASE,
)
_RHETORICAL = re.compile(
    r"(?:did you know|guess what|have you heard|why\?|isn't|aren't|doesn't|wasn't)\b", re.IGNORECASE
)
_SOURCE_HEADING = re.compile(r"(?:sources?|references?|links|citations|further reading|quellen)\W*$", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_DATA_FENCES = ("", "json", "jsonl", "yaml", "yml", "csv", "tsv", "text", "txt", "md", "markdown", "table", "plain")


def split_claims(response_md: str) -> tuple[ClaimSpan, ...]:
    """The claims of a response in order, ids `c1`, `c2`, ...; spans do not overlap. Linear in the length."""
    return claims_of(response_md, scan(response_md))


def claims_of(response_md: str, blocks: tuple[Block, ...]) -> tuple[ClaimSpan, ...]:
    """As `split_claims`, for a response whose blocks are known."""
    found: list[ClaimSpan] = []
    for block in blocks:
        for start, end in _pieces(response_md, block):
            found.append(_claim(response_md, block, (start, end), f"c{len(found) + 1}"))
    return tuple(found)


def _pieces(text: str, block: Block) -> Iterator[Span]:
    if block.kind is BlockKind.TABLE_RULE:
        return
    if block.kind is BlockKind.FENCE:
        yield from _lines(text, block.start, block.end)
    elif block.kind in (BlockKind.HEADING, BlockKind.TABLE_HEADER, BlockKind.TABLE_ROW):
        yield block.start, block.end
    else:
        yield from sentence_spans(text, block.start, block.end)


def _lines(text: str, start: int, end: int) -> Iterator[Span]:
    for line in text[start:end].split("\n"):
        bare = line.strip()
        if bare:
            begin = start + len(line) - len(line.lstrip())
            yield begin, begin + len(bare)
        start += len(line) + 1


def _claim(text: str, block: Block, span: Span, name: str) -> ClaimSpan:
    start, end = span
    said = text[start:end]
    return ClaimSpan(
        id=name,
        start=start,
        end=end,
        text=said,
        factual=_is_factual(said, block),
        context=_context(block),
        kind=block.kind,
        heading=block.heading,
        header=block.header,
    )


def _context(block: Block) -> str:
    if block.kind is BlockKind.HEADING:
        return ""
    named = block.header if block.kind is BlockKind.TABLE_ROW else ()
    return " | ".join(part for part in (block.heading, block.lead, *named) if part)


def _is_factual(said: str, block: Block) -> bool:
    if not _WORD.search(mask(said)):
        return False
    if block.kind in (BlockKind.HEADING, BlockKind.TABLE_HEADER):
        return False
    if block.kind is BlockKind.FENCE:
        language = block.info.split()[0].lower() if block.info else ""
        return language in _DATA_FENCES and bool(_WORD.search(said))
    if block.kind is BlockKind.TABLE_ROW:
        return bool(_WORD.search(_LINK.sub("", said)))
    return _states_something(plain(said), block)


def _states_something(said: str, block: Block) -> bool:
    bare = said.rstrip(" )\"'”’»")
    if bare.endswith(("?", "？")):
        return bool(_RHETORICAL.match(said))
    if _OFFER.match(said) or (_ADDRESS.match(said) and not _has_figure(said)):
        return bool(_STATED.search(said))
    if bare.endswith(":") and (_INTRODUCTION.match(said) or not _has_figure(said)):
        return False
    return not _only_links(said, block)


def _has_figure(said: str) -> bool:
    return any(char.isdigit() for char in _LINK.sub("", said))


def _only_links(said: str, block: Block) -> bool:
    """True of `Source: [maker](...)` and of the entries of a closing source list."""
    rest, links = _LINK.subn(" ", said)
    words = _WORD.findall(_LINK_WORDS.sub(" ", rest))
    if links and _SOURCE_HEADING.match(block.heading or block.lead):
        return len(words) <= 12
    return not words
