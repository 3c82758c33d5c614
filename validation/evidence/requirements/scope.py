"""Size, colour and place that the query names, and the stored size where something of that size is bought."""

from __future__ import annotations

import re
from collections.abc import Iterator

from validation.domain.claim import Requirement
from validation.evidence.language.stems import stem
from validation.evidence.requirements.draft import Draft, ParsedQuery, stems_of
from validation.evidence.words import words_of

_SIZE = re.compile(
    r"\b(?:size|größe|gr\.)[ \t]{1,2}(?P<system>EU|US|UK)?[ \t]?(?P<size>\d{1,2}(?:[.,]5)?|X{0,3}[SL]|M)\b"
    r"|\b(?P<system2>EU|US|UK)[ \t]?(?P<size2>\d{1,2}(?:[.,]5)?)\b(?![ \t]?(?:countries|states|EUR|USD|%))",
    re.IGNORECASE,
)
_COLOUR = re.compile(
    r"\bin (?P<colour>black|white|red|blue|green|yellow|orange|pink|purple|brown|grey|gray|beige|navy|silver|gold)\b",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"\b(?:in|near|around)[ \t](?P<place>[A-ZÄÖÜ][a-zäöüß]{2,30}(?:[ \t][A-Z][a-zäöüß]{2,30})?)\b"
    r"(?![ \t](?:francs?|dollars?|pounds?|kron[aeo]r?|crowns?|euros?|yen|rupees?|pesos?|time)\b)"
)
_NO_PLACES = words_of("subject.no_places")
_VALUE = re.compile(r"(?:EU|US|UK)?[ \t]?(\d{1,2}(?:[.,]5)?|X{0,3}[SL]|M)\b", re.IGNORECASE)


def scope(asked: ParsedQuery, draft: Draft) -> Iterator[Requirement]:
    """A restriction is met where the response names it, or the evidence its claims rest on does."""
    size = next((found for text in asked.texts if (found := _SIZE.search(text))), None)
    if size:
        yield _named(size[0], "size", _figure(size["size"] or size["size2"]), draft)
    elif asked.purchase:
        yield from _stored_sizes(asked, draft)
    colour = _COLOUR.search(asked.text)
    if colour and asked.purchase:
        yield _named(colour[0], "colour", _word(colour["colour"]), draft)
    place = _PLACE.search(asked.text)
    if place and place["place"].lower() not in _NO_PLACES:
        wanted = _word(place["place"])
        known = "\n".join(f"{item.heading} {item.text} {item.url or ''}" for item in draft.items)
        if wanted.search(known):
            yield Requirement(place[0], "place", True, "What was searched for and found is there.")
        else:
            yield _named(place[0], "place", wanted, draft)


def _stored_sizes(asked: ParsedQuery, draft: Draft) -> Iterator[Requirement]:
    """`shoe size: EU 43` bears on a query about shoes, not on one about tents."""
    subject = stems_of(asked.text)
    for preference in asked.preferences:
        of = stems_of(preference.key.replace("size", " "))
        value = _VALUE.match(preference.value)
        if "size" in preference.key and value and of and of <= subject:
            yield _named(f"{preference.key}: {preference.value}", "preference", _figure(value[1]), draft)


def _named(text: str, kind: str, wanted: re.Pattern[str], draft: Draft) -> Requirement:
    if place := draft.find(wanted):
        return Requirement(text, kind, True, "The response names it.", *place)
    if wanted.search(draft.linked_text):
        return Requirement(text, kind, True, "The evidence behind the response names it.")
    evidence_missing = not any(wanted.search(item.text) for item in draft.items)
    return Requirement(
        text, kind, False, "The response does not keep to it or does not say so.", evidence_missing=evidence_missing
    )


def _figure(size: str) -> re.Pattern[str]:
    said = size.replace(",", ".").replace(".", "[.,]")
    before = r"(?<![\d.,])" if size[0].isdigit() else r"\b"
    return re.compile(before + said + r"(?![\w]|[.,]\d)", 0 if len(size) == 1 else re.IGNORECASE)


def _word(name: str) -> re.Pattern[str]:
    """Any form of the word: `grey` and `gray` are one."""
    first = name.lower().split()[0]
    root = "gr[ae]y" if first in ("grey", "gray") else re.escape(stem(first))
    return re.compile(rf"\b{root}", re.IGNORECASE)
