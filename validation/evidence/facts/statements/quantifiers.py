"""Of how many: claims that say of everything, of both or of one alone what the evidence says of some."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import FactIndex
from validation.evidence.language.lexicon import FRAME
from validation.evidence.quantities.numbers import NUMBER_WORDS
from validation.evidence.words import blank

_ALL = r"all|every|each|always|everyone|everybody|everything|everywhere|any|anyone|anything|whole|entire(?:ly)?|both"
_NONE = r"nobody|none|never|no one|nothing|nowhere"
_ONLY = r"only|solely|exclusively"
_CLASSES = tuple(re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for words in (_ALL, _NONE, _ONLY))
_IDIOM = re.compile(
    r"\b(?:above all|after all|in all|at all|all in all|all day|any (?:more|longer|other|further)|"
    r"each (?:for|at)|at any time|all you|anything else|let me know|if any|in any case|not only|(?:its|their|the) only|"
    rf"only (?:an?|the|if|when|for|by|about|around|\d+|{'|'.join(NUMBER_WORDS)}))\b",
    re.IGNORECASE,
)
_AS_GOOD = (
    re.compile(r"\b(?:daily|only|no|never|without|per|of the (?:day|week|month|year))\b", re.IGNORECASE),
    re.compile(r"\b(?:no|not any|without|all|every)\b", re.IGNORECASE),
    re.compile(
        r"\b(?:sole|just|alone|nothing else|nothing but|except|unless|not|no|none|without|never)\b", re.IGNORECASE
    ),
)
"""What also speaks of everything, of nothing, or of this alone."""
_COMPUTED = tuple(
    re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
    for words in (
        r"both(?!(?: \w+){1,4} and\b)",
        "the same|identical|equally|alike",
        "the only|its only|their only|sole",
    )
)
"""Of sentences carried but for these half are wrong: .40, .46 and .58 of 48, 56 and 45 are supported, where
.73 of all are (`training/worlds/scenes`)."""


def unsupported_quantifiers(
    claim: Statement, text: str, candidates: Sequence[Statement], index: FactIndex
) -> tuple[str, ...]:
    """The words of the claim that speak of everything or nothing without the evidence doing so. `text` is the masked
    response."""
    said = _IDIOM.sub(blank, text[claim.start : claim.end])
    held = [index.text[one.start : one.end] for one in candidates]
    found = []
    for words, alike in zip(_CLASSES, _AS_GOOD, strict=True):
        match = words.search(said)
        told = match is not None and any(words.search(one) or alike.search(one) for one in held[:6])
        if match and not told:
            found.append(match[0])
    return (*found, *_untold(claim, text, candidates, index))


def _untold(claim: Statement, text: str, candidates: Iterable[Statement], index: FactIndex) -> Iterator[str]:
    """`both`, `the same` and `the only` where no statement that shares a word with the claim says so itself."""
    said, keys = text[claim.start : claim.end], claim.concepts - FRAME
    near = [index.text[one.start : one.end] for one in candidates if not keys.isdisjoint(one.concepts)]
    for words in _COMPUTED:
        match = words.search(said)
        if match and not any(words.search(one) for one in near):
            yield match[0]
