"""Sections of a text: what stands under a heading belongs to the thing that the heading names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from retrieval.domain.text.passage import EMPTY_WORDS, WORD, Span

_HEADING = re.compile(r"^ {0,3}(?P<marks>#{1,6})[ \t]+(?P<title>\S.{0,200}?)[ \t#]{0,20}$", re.MULTILINE)
_TITLE_LINE = re.compile(
    r"(?:\A|\n)\*\*(?P<bold>[^*\n]{1,60})\*\*:?[ \t]*(?=\n)"
    r"|(?:\A|\n[ \t]*\n)(?P<lone>[A-ZÄÖÜ\d][\w.'’&/ -]{0,58}\w)[ \t]*(?=\n[ \t]*\S)"
)
"""Where a text has no headings: a bold line, or a short one without a full stop that a paragraph begins with."""
_LONGEST_TITLE = 6
_TOPIC_WORDS = """about access accommodation address admission amenities appointments arrival availability
    benefits booking breakfast care chapter checkout conditions contact contacts contents contract cost costs
    data delivery departure description details dimensions directions documents dosage events facilities faq
    features fees food general getting help history hours how information ingredients instructions introduction
    leave location maintenance materials menu notes opening options overview packaging parking part payment
    payments policy prices pricing privacy questions rates refunds requirements returns rooms rules safety
    schedule section security services setup shipping size sizes specification specifications staff step steps
    storage summary support team technical terms tickets timetable travel troubleshooting use visit visitor
    visitors warnings warranty what when where who why"""
_TOPICS = frozenset(_TOPIC_WORDS.split())
"""Words of headings that name a topic and no other thing."""
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
    words = WORD.findall(title)
    named = [word for word in words if word.lower() not in EMPTY_WORDS]
    is_name = bool(named) and not any(word[0].islower() for word in named)
    return is_name and not _AMOUNT.search(title) and _TOPICS.isdisjoint(map(str.lower, words))
