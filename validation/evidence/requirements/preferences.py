"""What the user must not or will not eat, as section 2 or the query says: no recommendation may contain it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from validation.domain.claim import Requirement
from validation.domain.context import REMEMBERED
from validation.evidence.language.masking import mask
from validation.evidence.language.names import keys_of
from validation.evidence.language.terms import read_terms
from validation.evidence.requirements.draft import Draft, ParsedQuery
from validation.evidence.words import any_of, blank, lists_of

_FOODS = r"(?P<what>[a-z]{3,20}(?:(?:,| and| or)[ \t][a-z]{3,20}){0,4})"
_ALLERGY = any_of("preferences.allergy", behind=rf"(?:[ \t]{{0,2}}[:=])?[ \t]{{1,3}}{_FOODS}")
_STRONG = re.compile(r"allerg|intoleran|eat|diet|food|meal", re.IGNORECASE)
_BEFORE = re.compile(r"\b(?P<what>[a-z]{3,20})[ -](?:allergy|intoleran(?:t|ce)|allergic)\b", re.IGNORECASE)
_COELIAC = re.compile(r"\bco?eliacs?\b", re.IGNORECASE)
_DENIED_FIELD = re.compile(r"\b[\w -]{3,20}[\"']?:[ \t]{0,2}(?:no|none|false|0)\b(?![.,]\d)", re.IGNORECASE)
"""`nuts: no`."""
_DISLIKE = any_of("preferences.dislike", behind=rf"[ \t]{_FOODS}")
_EXCLUDED = re.compile(
    r"(?:(?:,|;|\bbut)[ \t](?:not|no)[ \t](?:an?[ \t]|made of[ \t])?"
    r"(?!(?:sure|yet|now|really|idea|problem|worries|rush|hurry|thanks|longer|only|too|more|less|one|later|matter)\b)"
    r"(?P<what>[a-z]{3,20})(?=[ \t]*(?:[,.;!?]|$|\b(?:and|in|for|under|below|please)\b))"
    r"|\b(?P<free>lactose|gluten|dairy|nut|sugar|alcohol)-free\b)",
    re.MULTILINE,
)
"""What a query rules out by name: `socks, not wool`, `a lactose-free box`."""
_LOOKED_FOR = any_of("preferences.looked_for")
_SUGGESTS = any_of("preferences.suggests")
_HOLDS, _DIETS = lists_of("preferences.holds"), lists_of("preferences.diets")
_WARNS = any_of("preferences.warns")
_WANTS_DIET = re.compile(
    r"\b(?:find|recommend|suggest|order|want|need|look(?:ing)? for|which|what|any|some|i['’]?m|i am|we are|"
    r"for (?:an?|my|our))\b[^?.!\n]{0,30}?\b(?:vegan|vegetarian)s?\b(?![^?.!\n]{0,40}\bor\b)",
    re.IGNORECASE,
)
"""That it is asked for, and not whether something is it."""
_OF_PLANTS = re.compile(
    r"(?:(?<=\bcoconut )|(?<=\balmond )|(?<=\boat )|(?<=\bsoy )|(?<=\brice )|(?<=\bpeanut )|(?<=\bvegan )|"
    r"(?<=\blactose-free )|(?<=\bdairy-free ))(?:milk|cream|butter|cheese|yoghurt)\b",
    re.I,
)
_LONGEST_NAME = 4
_SOURCE = re.compile(r"\([^()\n]{0,200}\)")


def diet(asked: ParsedQuery, draft: Draft) -> Iterator[Requirement]:
    """One requirement for each thing to keep away from; denied (`no peanuts`) or warned of, it may be named."""
    excluded = dict(_exclusions(asked.texts))
    suggests = _SUGGESTS.search(asked.text) or asked.purchase or _STRONG.search(asked.text)
    if not suggests and not excluded:
        return
    terms = read_terms(_without_plants(draft.spoken))
    behind = [
        link.quote
        for claim in draft.factual
        for place, link in enumerate(claim.evidence)
        if link.section != REMEMBERED and _is_of_row(claim.text, link.quote) and not (place and _is_long(link.quote))
    ]
    named = {key for line in asked.texts for key in keys_of(_ALLERGY.sub(" ", _BEFORE.sub(" ", line)))}
    wishes = "\n".join(
        line
        for line in asked.texts
        if _WANTS_DIET.search(line) or _BEFORE.search(line) or _ALLERGY.search(line) or _COELIAC.search(line)
    )
    restrictions = dict(_restrictions(f"{asked.gathered}\n{wishes}")) if suggests else {}
    for text, kept_out in (restrictions | excluded).items():
        kept_out = kept_out if text in excluded else kept_out - named
        place = next(
            (
                (term.start, term.end)
                for term in terms
                if term.key in kept_out and not term.denied and not _warned(draft, term.start)
            ),
            None,
        )
        if place is None:
            breaking = (one for one in behind if text not in one.lower() and _contains(one, kept_out))
            place = next((_place_of(draft, quote) for quote in breaking), None)
        reason = f"{draft.text[place[0] : place[1]]} is offered all the same." if place else "Nothing of it is offered."
        yield Requirement(text, "preference", place is None, reason, *(place or (None, None)))


def _restrictions(gathered: str) -> Iterator[tuple[str, frozenset[str]]]:
    """What a line of section 2, or the query, rules out, as text and as concepts."""
    for line in gathered.split("\n"):
        line = _SOURCE.sub(" ", line)
        match = _BEFORE.search(line) or _ALLERGY.search(line)
        if match and _STRONG.search(line):
            held = (foods for name, foods in _HOLDS.items() if name in match["what"].lower())
            yield " ".join(match[0].split()), keys_of(match["what"]).union(*map(keys_of, held))
        if _COELIAC.search(line):
            yield "coeliac", keys_of(f"gluten {_HOLDS['gluten']}")
        if disliked := _DISLIKE.search(line):
            yield " ".join(disliked[0].split()), keys_of(disliked["what"])
        for name, foods in _DIETS.items():
            if re.search(rf"\b{name}\b", line, re.IGNORECASE):
                yield name, keys_of(foods)


def _exclusions(texts: Iterable[str]) -> Iterator[tuple[str, frozenset[str]]]:
    """What the query itself rules out."""
    for match in (match for text in texts if _LOOKED_FOR.search(text) for match in _EXCLUDED.finditer(text)):
        held = (foods for name, foods in _HOLDS.items() if name == (match["free"] or "").lower())
        yield " ".join(match[0].strip(" ,;\t").split()), keys_of(match["what"] or "").union(*map(keys_of, held))


def _contains(quote: str, kept_out: frozenset[str]) -> bool:
    """Whether a row of the evidence says that the thing offered has it."""
    held = _DENIED_FIELD.sub(" ", _without_plants(mask(quote)))
    return any(term.key in kept_out and not term.denied for term in read_terms(held))


def _without_plants(text: str) -> str:
    """`Coconut milk` is no milk, unless somebody is allergic to the plant."""
    return _OF_PLANTS.sub(blank, text)


def _is_of_row(claim: str, quote: str) -> bool:
    """Whether a claim speaks of what a row is named after; a list of what is in the fridge offers nothing."""
    name, bar, _ = quote.partition("|")
    return not bar or bool(keys_of(name) & keys_of(claim))


def _is_long(quote: str) -> bool:
    """Whether no short name begins a row: then what it has in common with a claim does not tell whose row it is."""
    return len(quote.partition("|")[0].split()) > _LONGEST_NAME or "|" not in quote


def _place_of(draft: Draft, quote: str) -> tuple[int, int] | None:
    """The claim that rests on a quote, unless it warns."""
    resting = (one for one in draft.factual if any(link.quote == quote for link in one.evidence))
    offers = (one for one in resting if _is_of_row(one.text, quote) and not _WARNS.search(one.text))
    claim = next(offers, None)
    return None if claim is None else (claim.start, claim.end)


def _warned(draft: Draft, place: int) -> bool:
    block = draft.block_at(place)
    start, end = (block.start, block.end) if block else (place, place)
    return bool(_WARNS.search(draft.text, max(start, place - 200), min(end, place + 200)))
