"""What the user must not or will not eat, as section 2 or the query says: no recommendation may contain it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from validation.domain.claim import Requirement
from validation.domain.context import REMEMBERED
from validation.evidence.language.masking import mask
from validation.evidence.language.names import keys_of
from validation.evidence.language.terms import Term, read_terms
from validation.evidence.requirements.draft import Draft, ParsedQuery
from validation.evidence.requirements.restrictions import (
    ALLERGY,
    BEFORE,
    COELIAC,
    KNOWN,
    Restriction,
    expand,
    restrictions,
)
from validation.evidence.words import any_of, blank

_STRONG = re.compile(r"allerg|intoleran|eat|diet|food|meal", re.IGNORECASE)
_DENIED_FIELD = re.compile(r"\b[\w -]{3,20}[\"']?:[ \t]{0,2}(?:no|none|false|0)\b(?![.,]\d)", re.IGNORECASE)
"""`nuts: no`."""
_EXCLUDED = re.compile(
    r"(?:(?:,|;|\bbut)[ \t](?:not|no)[ \t](?:an?[ \t]|made of[ \t])?"
    r"(?!(?:sure|yet|now|really|idea|problem|worries|rush|hurry|thanks|longer|only|too|more|less|one|later|matter)\b)"
    r"(?P<what>[a-z]{3,20})(?=[ \t]*(?:[,.;!?]|$|\b(?:and|in|for|under|below|please)\b))"
    r"|\bwithout[ \t](?:any[ \t])?(?P<without>[a-z]{3,20}(?:(?:,| and| or)[ \t](?!with)[a-z]{3,20}){0,4})"
    r"|\b(?P<free>[a-z]{3,15})(?:-free|less)\b)",
    re.MULTILINE,
)
"""What a query rules out by name: `socks, not wool`, `a lactose-free box`."""
_CANNOT_HAVE = re.compile(r"\b(?:cannot|can['’]?t) have\b", re.IGNORECASE)
_LOOKED_FOR = any_of("preferences.looked_for")
_SUGGESTS = any_of("preferences.suggests")
_LEFT_OUT = KNOWN | {"sugar", "alcohol"}
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
_MOST = 100
"""Restrictions of one turn, those of the query first."""


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
    named = {key for line in asked.texts for key in keys_of(ALLERGY.sub(" ", BEFORE.sub(" ", line)))}
    wishes = "\n".join(
        line
        for line in asked.texts
        if any(pattern.search(line) for pattern in (_WANTS_DIET, BEFORE, ALLERGY, _CANNOT_HAVE, COELIAC))
    )
    kept = dict(restrictions(asked.gathered, wishes, asked.text)) if suggests else {}
    kept = dict(islice(kept.items(), _MOST))
    for text, kept_out in (kept | excluded).items():
        kept_out = kept_out if text in excluded else kept_out - named
        place = _offered(draft, terms, [one for one in behind if text not in one.lower()], kept_out)
        reason = f"{draft.text[place[0] : place[1]]} is offered all the same." if place else "Nothing of it is offered."
        yield Requirement(text, "preference", place is None, reason, *(place or (None, None)))


def _offered(
    draft: Draft, terms: Iterable[Term], quotes: Iterable[str], kept_out: frozenset[str]
) -> tuple[int, int] | None:
    """Where the response offers it: by its name, or as what a row of the evidence behind a claim contains."""
    for term in terms:
        if term.key in kept_out and not term.denied and not _warned(draft, term.start):
            return term.start, term.end
    return next((_place_of(draft, quote) for quote in quotes if _contains(quote, kept_out)), None)


def _exclusions(texts: Iterable[str]) -> Iterator[Restriction]:
    """What the query itself rules out."""
    for match in (match for text in texts if _LOOKED_FOR.search(text) for match in _EXCLUDED.finditer(text)):
        kept_out = keys_of(match["what"] or "")
        if match["free"]:
            kept_out = keys_of(match["free"]) & _LEFT_OUT
        elif match["without"] and _SUGGESTS.search(match.string):
            kept_out = keys_of(match["without"]) & KNOWN
        if kept_out:
            yield " ".join(match[0].strip(" ,;\t").split()), expand(kept_out)


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
