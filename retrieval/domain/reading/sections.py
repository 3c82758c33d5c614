"""Sections of a text: what stands under a heading belongs to the thing that the heading names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from retrieval.domain.text.passage import EMPTY_WORDS, WORD, Span, term, terms

_HEADING = re.compile(r"^ {0,3}(?P<marks>#{1,6})[ \t]+(?P<title>\S.{0,200}?)[ \t#]{0,20}$", re.MULTILINE)
_TITLE_LINE = re.compile(
    r"(?:\A|\n)\*\*(?P<bold>[^*\n]{1,60})\*\*:?[ \t]*(?=\n)"
    r"|(?:\A|\n[ \t]*\n)(?P<lone>[A-ZÄÖÜ\d][\w.'’&/ -]{0,58}\w)[ \t]*(?=\n[ \t]*\S)"
)
"""Where a text has no headings: a bold line, or a short one without a full stop that a paragraph begins with."""
_LONGEST_TITLE = 6
_TOPIC_WORDS = """about access accessibility accommodation acknowledgements address admission allergens amenities
    ancestry appendix appointments arrival availability benefits bibliography bluetooth booking breakfast care
    changelog chapter checklist checkout compatibility conditions connectivity contact contacts contents contract
    contraindications controversies cost costs data delivery demographics departure description details dimensions
    directions discography documents dosage durability ecology etymology events excursions facilities faq faqs fauna
    features fees filmography flora food general geology getting glossary help history hours how information
    ingredients instructions introduction leave lifecycle location maintenance materials menu mythology nightlife
    notes occupancy opening options overview packaging parking part payment payments policy prerequisites prices
    pricing privacy prognosis pronunciation questions rates refreshments refunds requirements returns roadmap rooms
    rules safety schedule section security services setup shipping sightseeing size sizes specification
    specifications specs staff step steps storage suitability summary support synopsis taxonomy team technical terms
    testimonials tickets timetable topography travel trivia troubleshooting tutorials upkeep use visit visitor
    visitors warnings warranty what when where who why wifi wiring workflow"""
_GERMAN_TOPICS = """abmessungen abreise allergene anfahrt anreise anwendung ausbildung ausstattung auszeichnungen
    barrierefreiheit bedienung beschreibung bevölkerung biografie buchung dosierung einführung einleitung einrichtung
    eintritt einwohner entstehung ermäßigungen familie frühstück führungen garantie geografie geschichte gewicht
    gründung herkunft jugend kindheit kontakt lage lieferumfang lieferung literatur maße montage nebenwirkungen
    nährwerte parken parkplätze pflege reinigung rückgabe sehenswürdigkeiten speisekarte stornierung technik
    unterkunft urlaub veranstaltungen verpflegung versand wartung wechselwirkungen werke wirtschaft wlan zahlung
    zubehör zusammenfassung zutaten überblick übersicht"""
_TOPICS = frozenset(f"{_TOPIC_WORDS} {_GERMAN_TOPICS}".split())
"""Words of headings that name a topic and no other thing."""
_COMPOUND = re.compile(r"(?:angebote|bedingungen|daten|gebühren|hinweise|kosten|möglichkeiten|preise?|zeit(?:en)?)\b")
"""German words that other words end with: `Öffnungszeiten`, `Zimmerpreise`."""
_SURNAME = re.compile(r"\w+(?<!e)(?<!er) (?:kosten|preis|zeit)")
"""`Ida Zeit`, and neither `Der Preis` nor `Laufende Kosten`."""
_POINTS_BACK = re.compile(r"\b(?:the|this|our|your) \w+\Z", re.IGNORECASE)
"""`Visiting the Museum` is about the museum that was named before."""
_PLACES = re.compile(r"\b(?:after|at|before|during|for|in|with)\b")
_JOINS = re.compile(r"[&+]|\band\b")
_FIRM = frozenset(("brothers", "co", "company", "daughters", "partners", "sons"))
_IS_A = re.compile(r"\s+(?:is|was|ist|war)\s+(?:an?|the|one|eine?|der|die|das)\b")
_AMOUNT = re.compile(r"\d[ ]?[^\W\d]*[a-z€$£%]")


@dataclass(frozen=True, slots=True)
class Section:
    """`text[begin:end]` stands under `titles`, the outermost first; the last is its own."""

    begin: int
    end: int
    titles: tuple[str, ...]


def find_sections(text: str, end: int) -> list[Section]:
    """The sections of `text[:end]` in order. Sections of a lower level are sections of their own."""
    found = list(_headings(text, end))
    above: list[tuple[int, str]] = []
    done: list[Section] = []
    for number, (level, title, span) in enumerate(found):
        above = [*(one for one in above if one[0] < level), (level, title)]
        until = found[number + 1][2][0] if number + 1 < len(found) else end
        done.append(Section(span[1], until, tuple(each for _, each in above)))
    return done


def _headings(text: str, end: int) -> Iterator[tuple[int, str, Span]]:
    marked = [(len(match["marks"]), match["title"], match.span()) for match in _HEADING.finditer(text, 0, end)]
    if marked:
        yield from marked
        return
    for match in _TITLE_LINE.finditer(text, 0, end):
        title = match["bold"] or match["lone"]
        if len(title.split()) <= _LONGEST_TITLE:
            yield 1, title, match.span()


def names_a_thing(title: str) -> bool:
    """Whether a title is a name, as `Nova K2`, and neither a topic, as `Opening Hours`, nor an amount."""
    words = {*WORD.findall(title), *WORD.findall(_unhyphenated(title))}
    telling = _telling(title)
    is_name = bool(telling) and not any(word[0].islower() for word in telling)
    lowered = title.lower()
    is_compound = _COMPOUND.search(lowered) and not _SURNAME.fullmatch(lowered)
    is_topic = not _TOPICS.isdisjoint(map(str.lower, words)) or is_compound
    return is_name and not is_topic and not _AMOUNT.search(title)


def names_such_a_thing(title: str, named: str, below: str, is_common: Callable[[str], bool]) -> bool:
    """Whether a title names another thing of the kind of `named`: both hold figures, as `Lumo H4` and `Nova K2`, or
    begin or end with the same word, as `Moon Theatre` and `Seal Theatre`; or the title holds a name, as `Sandvik`, and
    is not joined as topics are, or the text `below` says what it is; or both are common words, as `Green Curry` and
    `Tomato Soup`."""
    if not names_a_thing(title):
        return False
    own, other = _telling(title), _telling(named)
    if all(any(map(str.isdigit, "".join(each))) for each in (own, other)):
        return True
    if term(own[0]) == term(other[0]) or (term(own[-1]) == term(other[-1]) and not _POINTS_BACK.search(title)):
        return True

    def is_known(word: str) -> bool:
        return term(word) in terms(named) or is_common(word)

    holds_a_name = not all(map(is_known, own))
    if holds_a_name and (not _is_joined_as_topics(title, named, is_known) or _says_what_it_is(title, below)):
        return True
    return len(own) >= len(other) and all(is_common(word) for word in other)


def _is_joined_as_topics(title: str, named: str, is_known: Callable[[str], bool]) -> bool:
    """Whether a title is joined otherwise than `named`, and as topics are: `Childhood in Graz` is no person,
    `Zimmer & Suites` no hotel. `Ida Sørby in Graz`, `Berg & Bach` and `Sandvik Resort & Spa` are names."""
    joined = {*_PLACES.findall(title), *_JOINS.findall(title)}
    if joined.issubset((*_PLACES.findall(named), *_JOINS.findall(named))):
        return False
    head = _PLACES.split(title)[0]
    sides = [[is_known(word) for word in _telling(side)] for side in _JOINS.split(head)]
    if len(sides) == 1:
        return all(sides[0])
    is_firm = not _FIRM.isdisjoint(word.lower() for word in _telling(head))
    return any(map(all, sides)) and all(all(side) or not any(side) for side in sides) and not is_firm


def _says_what_it_is(title: str, below: str) -> bool:
    at = below.find(title)
    return at >= 0 and _IS_A.match(below, at + len(title)) is not None


def _unhyphenated(title: str) -> str:
    return title.replace("-", "").replace("\u2011", "")


def _telling(title: str) -> list[str]:
    return [word for word in WORD.findall(title) if word.lower() not in EMPTY_WORDS]
