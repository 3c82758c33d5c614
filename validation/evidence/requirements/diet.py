"""What the user must not or will not eat, as section 2 holds it: no recommendation may contain it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from validation.domain.claim import Requirement
from validation.evidence.document.names import keys_of
from validation.evidence.document.terms import read_terms
from validation.evidence.requirements.asked import Asked
from validation.evidence.requirements.draft import Draft

_ALLERGY = re.compile(
    r"\b(?:allerg(?:ic|y|ies)(?: to)?|intoleran(?:t|ce)(?: to)?|avoids?|no|never eats?|must not eat|"
    r"does not eat|doesn't eat)"
    r"(?:[ \t]{0,2}[:=])?[ \t]{1,3}(?P<what>[a-z]{3,20}(?:(?:,| and| or)[ \t][a-z]{3,20}){0,4})",
    re.IGNORECASE,
)
_STRONG = re.compile(r"allerg|intoleran|eat|diet|food|meal", re.IGNORECASE)
_DIETS = {
    "vegetarian": "meat beef pork chicken ham bacon fish salmon tuna lamb turkey shrimp prawn anchovy",
    "vegan": "meat beef pork chicken ham bacon fish salmon tuna lamb turkey egg milk cheese butter cream honey yoghurt",
}
_WARNS = re.compile(
    r"\b(?:avoid|not suitable|unsuitable|unsafe|allerg\w*|careful|warning|skip|instead|excluded?|but it)\b", re.I
)
_SOURCE = re.compile(r"\([^()\n]{0,200}\)")


def diet(asked: Asked, draft: Draft) -> Iterator[Requirement]:
    """One requirement for each thing to keep away from; denied (`no peanuts`) or warned of, it may be named."""
    terms = read_terms(draft.spoken)
    named = {key for line in asked.texts for key in keys_of(line)}
    for text, kept_out in _restrictions(asked.gathered):
        place = next(
            (
                (term.start, term.end)
                for term in terms
                if term.key in kept_out and term.key not in named and not term.denied and not _warned(draft, term.start)
            ),
            None,
        )
        reason = f"{draft.text[place[0] : place[1]]} is offered all the same." if place else "Nothing of it is offered."
        yield Requirement(text, "preference", place is None, reason, *(place or (None, None)))


def _restrictions(gathered: str) -> Iterator[tuple[str, frozenset[str]]]:
    """What stands in one line of section 2, as text and as concepts."""
    for line in gathered.split("\n"):
        line = _SOURCE.sub(" ", line)
        match = _ALLERGY.search(line)
        if match and _STRONG.search(line):
            yield " ".join(match[0].split()), keys_of(match["what"])
        for name, foods in _DIETS.items():
            if re.search(rf"\b{name}\b", line, re.IGNORECASE):
                yield name, keys_of(foods)


def _warned(draft: Draft, place: int) -> bool:
    block = draft.block_at(place)
    start, end = (block.start, block.end) if block else (place, place)
    return bool(_WARNS.search(draft.text, max(start, place - 200), min(end, place + 200)))
