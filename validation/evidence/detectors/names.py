"""Items and features that no evidence names (spec 1, section 4.2: no item, no feature that was not found).

An item name is the first cell of a row, a bold lead, or a capitalised name inside a sentence. A feature is what
something is said to have, or a property in one word (`waterproof`). Both findings are likely, not certain: a name may
be a paraphrase.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from validation.domain.codes.findings import FindingCode
from validation.domain.finding import Finding
from validation.evidence.language.lexicon import LABELS
from validation.evidence.language.names import keys_of
from validation.evidence.language.stems import is_german, stem
from validation.evidence.text.blocks import BlockKind, cells, plain
from validation.evidence.text.claims import ClaimSpan
from validation.evidence.text.words import content_words, shorten
from validation.evidence.words import any_of, blank, words_of

_LINK = re.compile(r"!?\[([^\[\]\n]{0,500})\]\([^()\n]{0,2000}\)|https?://[^\s<>)\]|]{1,2000}|`[^`\n]{1,500}`")
_BOLD = re.compile(r"\*\*([^*\n]{2,80})\*\*")
_TOKEN = re.compile(r"[^\W_]+(?:[-'’&.][^\W_]+)*")
_NAME = r"[A-ZÄÖÜ][^\W_]{0,40}(?:[-'’][^\W_]{1,40})?"
_RUN = re.compile(rf"(?<=[\w,;)])[ \t]({_NAME}(?:[ \t]{_NAME}){{0,5}})")
_GENERIC = words_of("names.generic")
_FEATURE = re.compile(
    r"\b(?:(?:features|comes with|equipped with|boasts|made (?:of|from))[ \t]+(?:(?:an?|the|many|several)[ \t]+)?"
    r"|sports[ \t]+(?:an?|the|its)[ \t]+)((?:[a-z][a-z-]{2,30}[ \t]?){1,3})",
)
_PROPERTY = any_of("names.property")
_ACRONYM = re.compile(r"[A-Z]{2,}(?:['’]?s)?")
_SPELT_OUT = re.compile(r"(?:[ \t]+of)?[ \t]*\(([A-Z]{2,5})s?\)")
_OF_A_PLACE = re.compile(r"(?:ians?|eans?|ans?|ish|ese|ional|al|ity|en|ey|[aeiouy])$")
_KNOWN_SHARE = 0.5


def roots_of(vocabulary: frozenset[str]) -> frozenset[str]:
    """What a place and its people have in common: `turk` of Turkey and Turkish."""
    return frozenset(_root(word) for word in vocabulary)


def unknown_names(claim: ClaimSpan, vocabulary: frozenset[str], short: frozenset[str]) -> Iterator[Finding]:
    """Item names of a claim of which no evidence holds the telling words. `vocabulary` are stems and roots, `short` the
    abbreviations the evidence uses (`CA` knows California)."""
    until = 0
    for start, end in sorted(_candidates(claim)):
        text = claim.text[start - claim.start : end - claim.start]
        spelt_out = _SPELT_OUT.match(claim.text, end - claim.start)
        if start >= until and not (spelt_out and spelt_out[1] in short) and _is_unknown(text, vocabulary, short):
            until = end
            yield FindingCode.NAME_NOT_IN_EVIDENCE.at(start, end, claim_id=claim.id, words=shorten(plain(text), 100))


def unknown_features(claim: ClaimSpan, vocabulary: frozenset[str]) -> Iterator[Finding]:
    """Features and properties a claim states of which no evidence holds a single word."""
    text = _LINK.sub(blank, claim.text)
    for pattern, group in ((_PROPERTY, 0), (_FEATURE, 1)):
        for match in pattern.finditer(text):
            words = content_words(match[group])
            if words and not any(_known(word, vocabulary) for word in words):
                said, start = match[group].strip(), claim.start + match.start(group)
                code = FindingCode.FEATURE_NOT_IN_EVIDENCE
                yield code.at(start, start + len(said), claim_id=claim.id, words=shorten(said, 100))


def _candidates(claim: ClaimSpan) -> Iterator[tuple[int, int]]:
    if claim.kind is BlockKind.TABLE_ROW:
        row = cells(claim.text, 0, len(claim.text))
        if row and row[0].text and not row[0].text[0].isdigit() and _may_name(row[0].text):
            yield claim.start + row[0].start, claim.start + row[0].end
        return
    for match in _BOLD.finditer(claim.text):
        labels = match[1].rstrip().endswith((":", ".", "!", "?")) or claim.text[match.end() : match.end() + 1] == ":"
        alone = plain(claim.text) == plain(match[0])
        said = match[1].strip()
        phrase = match.start() == 0 and " " in said and said[1:].islower()  # `**Medical costs** are covered`
        if not labels and not phrase and not (alone and not _may_name(match[1])):
            yield claim.start + match.start(1), claim.start + match.end(1)
    any_noun = is_german(_TOKEN.findall(claim.text))
    for match in _RUN.finditer(_LINK.sub(blank, claim.text)):
        if any_noun and " " not in match[1].strip():
            continue
        if not all(map(_ACRONYM.fullmatch, match[1].split())):  # FDA, TVs abbreviate what the evidence may spell out
            yield claim.start + match.start(1), claim.start + match.end(1)


def _may_name(cell: str) -> bool:
    """The name of a property (`Dose`, `Total`) is a label."""
    return "](" in cell or not keys_of(plain(cell)) <= LABELS


def _is_unknown(text: str, vocabulary: frozenset[str], short: frozenset[str]) -> bool:
    """No more than half of the capitalised words known, at least one of three letters unknown."""
    capitals = [word for word in _TOKEN.findall(_LINK.sub(r"\1 ", text)) if word[0].isupper()]
    telling = [word for word in capitals if _tells(word)]
    unknown = [word for word in telling if not any(_known(part, vocabulary) for part in content_words(word))]
    if not any(len(word) >= 3 for word in unknown) or len(unknown) <= _KNOWN_SHARE * len(telling) - 0.01:
        return False
    return short.isdisjoint(_abbreviations(telling) | _abbreviations(capitals))


def _abbreviations(words: list[str]) -> set[str]:
    """What may stand for them: `UN` for United Nations, `CA` for California, `TX` for Texas."""
    if len(words) > 1:
        return {"".join(word[0] for word in words)}
    name = words[0].upper()
    return {name[0] + letter for letter in name[1:]}


def _tells(word: str) -> bool:
    return (
        len(word) >= 3 and not _GENERIC & {word.lower(), word.lower().removesuffix("s")} and bool(content_words(word))
    )


def _known(word: str, vocabulary: frozenset[str]) -> bool:
    if word in vocabulary or stem(word) in vocabulary:
        return True
    if len(word) < 5:
        return False
    return not vocabulary.isdisjoint((word[:-1], word[:-2], word + "s", _root(word)))


def _root(word: str) -> str:
    root = _OF_A_PLACE.sub("", word)
    return root if len(root) >= 4 else word
