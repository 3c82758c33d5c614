"""Quotations of five or more words must be verbatim in the evidence.

Kinds of marks, white space and punctuation do not count as differences; an apostrophe opens nothing.
An ellipsis inside a quotation divides it into parts that must each be verbatim, in order. Marks around a title or
around the whole answer quote nobody.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from validation.domain.check import CheckName
from validation.domain.finding import Finding, Severity
from validation.evidence.context.items import Evidence
from validation.evidence.text.blocks import Block, BlockKind
from validation.evidence.text.sentences import sentence_spans
from validation.evidence.words import words_of

MIN_WORDS = 5
_WHOLE, _LONG = 0.8, 300
"""Of the answer, as a share, and characters: a short answer may be a quotation."""
Edit = tuple[str, int, int, int, int]
"""What difflib calls an opcode."""

_LONGEST = 80
"""Words of a quotation; of longer ones nobody says that they were only slightly reworded."""
_SHARE = 0.3
_SLACK = 6
_LEAST_SPELT = 5
_LIGHT = words_of("quotes.light")
_TELLS = words_of("quotes.tells")


@dataclass(frozen=True, slots=True)
class Quotation:
    """`response_md[start:end]` is what stands between the marks."""

    start: int
    end: int
    text: str


_MARKED = re.compile(
    r"“([^“”\n]{1,2000})”|„([^„“”\n]{1,2000})[“”]|«([^«»\n]{1,2000})»|»([^«»\n]{1,2000})«"
    r"|(?<![\w\"])\"(?=[^\s\"])([^\"\n]{1,2000})(?<!\s)\"(?![\w\"])"
)
_WORD = re.compile(r"[\w'’]+")
_SPACE = re.compile(r"\s+")
_MARKUP = re.compile(r"\\[nrt\"']|[*_`>\\]|\]\([^()\s]{0,2000}\)|\[")
_GAP = re.compile(r"\[?(?:\.{3}|…)\]?|\[[^\[\]\n]{0,60}\]")
_SIGNS = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "–": "-", "—": "-"})
_WORDING = re.compile(
    r"\b(?:question|query|asked|asks|prompt|search(?:ing|ed)? for|(?:reply|respond|answer) with|response would be|"
    r"(?:you|one) (?:can|could|might) (?:say|write|ask|try)|for example|such as|example)\b[^\w\"“”„«»]{0,6}"
    r"(?:is|be|was|of|would be)?[^\w\"“”„«»]{0,6}[\"“„«»]$",
    re.IGNORECASE,
)
_ANSWER = re.compile(
    r"\b(?:answer|summary|response|reply|draft|message)\b[^\n:]{0,150}:\s{0,4}[\"“„«»]$", re.IGNORECASE
)
_PUNCTUATION = re.compile(
    r"(?<!\d)[.,:](?!\d)|(?<=\d)[.,:](?!\d)|(?<!\d)[.,:](?=\d)|[;!?\"()\[\]{}|-]|(?<!\w)'|'(?!\w)"
)


def find_quotations(text: str, blocks: tuple[Block, ...]) -> tuple[Quotation, ...]:
    """Quotations of at least `MIN_WORDS` words: between double marks, and whole block quotes; none in code."""
    fences = [(block.start, block.end) for block in blocks if block.kind is BlockKind.FENCE]
    quoted = [block for block in blocks if block.kind is BlockKind.QUOTE]
    found = [_between(match) for match in _MARKED.finditer(text)]
    found += [Quotation(block.start, block.end, text[block.start : block.end]) for block in quoted]
    return tuple(
        quotation
        for quotation in sorted(found, key=lambda quotation: quotation.start)
        if len(_WORD.findall(quotation.text)) >= MIN_WORDS
        and not any(start <= quotation.start < end for start, end in fences)
    )


def check_quotes(response_md: str, blocks: tuple[Block, ...], evidence: Evidence) -> tuple[Finding, ...]:
    """A finding for every quotation that is not verbatim in evidence or query: a likely one where only person or
    spelling differ, else a certain one."""
    quotations = find_quotations(response_md, blocks)
    if not quotations:
        return ()
    held = normal(evidence.register + "\n" + evidence.query)
    return tuple(
        _finding(quotation, reworded=is_reworded(normal(quotation.text).split(), held))
        for quotation in quotations
        if not _is_verbatim(quotation.text, held) and not _quotes_nobody(response_md, quotation)
    )


def normal(text: str) -> str:
    """Text as quotations are compared: its words and figures, in lower case. Commas and stops are the editor's."""
    bare = _MARKUP.sub(" ", text.translate(_SIGNS)).lower()
    return _SPACE.sub(" ", _PUNCTUATION.sub(" ", bare)).strip()


def _between(match: re.Match[str]) -> Quotation:
    group = match.lastindex or 0
    return Quotation(*match.span(group), text=match[group])


def _quotes_nobody(response_md: str, quotation: Quotation) -> bool:
    """Marks that set off a title, the whole answer, a question or words to use, not words someone said."""
    if len(quotation.text) >= max(_LONG, _WHOLE * len(response_md.strip())) or _is_title(quotation.text):
        return True
    before = response_md[max(0, quotation.start - 200) : quotation.start]
    return bool(_WORDING.search(before[-60:]) or _ANSWER.search(before))


def _is_title(text: str) -> bool:
    long = [word for word in _WORD.findall(text) if len(word) > 4]
    return bool(long) and all(word[0].isupper() for word in long)


def _is_verbatim(quotation: str, held: str) -> bool:
    whole = [quotation[start:end] for start, end in sentence_spans(quotation)]
    return any(_stands(parts, held) for parts in (_parts(quotation), [p for one in whole for p in _parts(one)]))


def _stands(parts: Iterable[str], held: str) -> bool:
    """All parts, in order. By sentences, since `“One,” she said. “Two.”` may be quoted as one."""
    at = 0
    for part in parts:
        found = held.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return True


def _parts(quotation: str) -> Iterator[str]:
    for part in _GAP.split(quotation):
        bare = normal(part)
        if bare:
            yield bare


def _finding(quotation: Quotation, *, reworded: bool) -> Finding:
    shown = _SPACE.sub(" ", quotation.text if len(quotation.text) <= 80 else quotation.text[:79] + "…")
    exactly = (
        "the evidence has it in slightly other words" if reworded else "the evidence does not have it word for word"
    )
    return Finding(
        code="quote_not_verbatim",
        severity=Severity.LIKELY if reworded else Severity.CERTAIN,
        check=CheckName.NO_HALLUCINATIONS,
        start=quotation.start,
        end=quotation.end,
        message=f"“{shown}” is shown as a quotation but {exactly}.",
    )


def is_reworded(words: Sequence[str], held: str) -> bool:
    """Differs in nothing but person and spelling: `they've` for `I've`, `neighbours` for `neighbors`, a speaker left
    out (`“I'm sorry,” says Downey, “what are we doing?”`). `words` and `held` as quotations are compared, in lower case
    without punctuation. Linear in `held`."""
    if len(words) > _LONGEST:
        return False
    return any(_differs_lightly(words, near) for near in _places(words, held))


def _places(words: Sequence[str], held: str) -> list[list[str]]:
    """Stretches of the evidence that share three words in a row with the quotation, from its beginning, middle and
    end, as long as the quotation and a little more."""
    found = []
    for at in {0, (len(words) - 3) // 2, len(words) - 3}:
        place = f" {held} ".find(f" {' '.join(words[at : at + 3])} ")
        if place >= 0:
            before = held[max(0, place - _characters(words[:at])) : place].split()[-at - _SLACK :]
            behind = held[place : place + _characters(words[at:])].split()[: len(words) - at + _SLACK]
            found.append([*before, *behind])
    return found


def _characters(words: Sequence[str]) -> int:
    return sum(map(len, words)) + len(words) + 12 * _SLACK


def _differs_lightly(words: Sequence[str], near: Sequence[str]) -> bool:
    edits = _within(SequenceMatcher(None, words, near, autojunk=False).get_opcodes())
    changed = sum(end - start for kind, start, end, *_ in edits if kind != "equal")
    if changed > _SHARE * len(words):
        return False
    return all(kind == "equal" or _is_light(words[a:b], near[c:d]) for kind, a, b, c, d in edits)


def _within(told: Sequence[Edit]) -> list[Edit]:
    """Of what stands before and behind the quotation, no more than takes the place of its first and last words."""
    edits = list(told)
    kind, start, end, near_start, near_end = edits[0]
    edits[0] = (kind, start, end, max(near_start, near_end - (end - start)), near_end)
    kind, start, end, near_start, near_end = edits[-1]
    edits[-1] = (kind, start, end, near_start, min(near_end, near_start + (end - start)))
    return edits


def _is_light(said: Sequence[str], held: Sequence[str]) -> bool:
    if not said and len(held) <= _SLACK and not _TELLS.isdisjoint(held):
        return True
    if len(said) == len(held) and all(_same_spelt(one, other) for one, other in zip(said, held, strict=True)):
        return True
    return _LIGHT.issuperset((*said, *held))


def _same_spelt(one: str, other: str) -> bool:
    """Equal, both light, or one letter apart."""
    if one == other or _LIGHT.issuperset((one, other)):
        return True
    if min(len(one), len(other)) < _LEAST_SPELT or not (one.isalpha() and other.isalpha()):
        return False
    short, long = sorted((one, other), key=len)
    same = next((at for at, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    return short[same + (len(short) == len(long)) :] == long[same + 1 :]
