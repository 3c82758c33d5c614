"""Of how many: claims that say of everything, of both or of one alone what the evidence says of some."""

from __future__ import annotations

import re
from collections.abc import Sequence

from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import FactIndex
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
    return tuple(found)
