"""Whose answer it is: a value of another row, or of somebody else's sentence, answers nothing about the thing asked."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from retrieval.domain.query.question import Question
from retrieval.domain.reading.sections import find_sections, names_a_thing, names_such_a_thing
from retrieval.domain.text.passage import EMPTY_WORDS, WORD, Passage, Span, term, terms

_LINE = re.compile(r"[^\n]+")
_OBJECT = re.compile(r"\{[^{}\n]{1,2000}\}")
_ROW = re.compile(r"[ \t]*(?:[|*•+-]|\d{1,3}[.)][ \t])|[ \t]*[A-ZÄÖÜ][\w .'/&-]{0,40}:[ \t]")
_COLUMNS = re.compile(r"\t|;(?! )|,(?! )")
_FEWEST_ROWS = 3
"""Lines with the same number of columns; two may be so by chance."""
_NAME = re.compile(r"(?:[A-ZÄÖÜ][\w'’-]*\.?)(?:[ ](?:(?:of|the|de|van|von)[ ])?[A-ZÄÖÜ\d][\w'’-]*\.?){0,5}")
_OPENER = re.compile(r"(?:(?:The|A|An|In|At|On|Of|For)[ ]){0,2}")
_LONGEST = 2_000


def is_about_another(
    question: Question,
    passage: Passage,
    answer: Span,
    sentences: list[Span],
    is_common_word: Callable[[str], bool],
) -> bool:
    """Whether `answer`, in `sentences`, stands in a row or under a title without the name that is asked for while
    another row or title has it, or in a sentence that begins with somebody else's name. What stands under no name is of
    the thing before."""
    asked = {*question.names, *question.numbers}
    if not asked:
        return False
    rows = list(_rows(passage))
    own = next((row for row in rows if row[0] <= answer[0] < row[1]), None)
    if own is not None:
        if asked.issubset(terms(passage.text[slice(*own)])):
            return False
        if any(asked.issubset(terms(passage.text[slice(*row)])) for row in rows if row != own):
            return True
    if _is_under_another(question, asked, passage, answer, sentences, is_common_word):
        return True
    return own is None and any(_begins_with_another(question, passage.text, span, answer) for span in sentences)


def _is_under_another(
    question: Question,
    asked: set[str],
    passage: Passage,
    answer: Span,
    sentences: list[Span],
    is_common_word: Callable[[str], bool],
) -> bool:
    """Whether of the titles at and before the answer, nearest first, one names another such thing as the one asked for
    before any has that name. Where only a later title has it, every title but a topic names another thing."""
    sections = find_sections(passage.text, passage.spans[-1][1] if passage.spans else 0)
    place = next((n for n, section in enumerate(sections) if section.begin <= answer[0] < section.end), None)
    named = next((each.titles[-1] for each in sections if asked.issubset(terms(each.titles[-1]))), None)
    if place is None or named is None:
        return False
    own = sections[place].titles
    said = " ".join([*own, *(passage.text[slice(*span)] for span in sentences)])
    if asked.issubset(terms(said)):
        return False
    written_small = {
        term(word) for word in WORD.findall(f"{question.text[:_LONGEST]} {said[:_LONGEST]}") if word.islower()
    }

    def is_common(word: str) -> bool:
        return term(word) in written_small or is_common_word(word)

    level = len(own)
    for section in reversed(sections[: place + 1]):
        if len(section.titles) > level:
            continue
        level, title = len(section.titles), section.titles[-1]
        if asked.issubset(terms(title)):
            return False
        below = passage.text[section.begin : min(section.end, section.begin + _LONGEST)]
        if not set(terms(title)).issubset(question.terms) and names_such_a_thing(title, named, below, is_common):
            return True
    return names_a_thing(own[-1]) and not set(terms(own[-1])).issubset(question.terms)


def _rows(passage: Passage) -> Iterator[Span]:
    """Rows of tables and lists, lines of as many columns as their neighbours, JSON objects, and sentences that begin
    with a name and a colon."""
    starts = [start for start, _ in passage.spans]
    lines = list(_LINE.finditer(passage.text, 0, passage.spans[-1][1] if passage.spans else 0))
    columns = _columns(line[0] for line in lines)
    for line, in_columns in zip(lines, columns, strict=True):
        objects = [match.span() for match in _OBJECT.finditer(passage.text, *line.span())]
        inside = passage.spans[bisect_left(starts, line.start()) : bisect_left(starts, line.end())]
        if objects:
            yield from objects
        elif in_columns:
            yield line.span()
        elif len(inside) > 1:
            yield from (span for span in inside if _ROW.match(passage.text, *span))
        elif _ROW.match(line[0]):
            yield line.span()


def _columns(lines: Iterable[str]) -> Iterator[bool]:
    """Of each line whether it has two columns or more, and its neighbours as many."""
    for columns, run in groupby(len(_COLUMNS.findall(line)) for line in lines):
        length = len(list(run))
        yield from [columns > 0 and length >= _FEWEST_ROWS] * length


def _begins_with_another(question: Question, text: str, sentence: Span, answer: Span) -> bool:
    """Whether a name that is neither asked for nor the answer opens the sentence, and no name asked for is in it."""
    start = _OPENER.match(text, *sentence)
    name = _NAME.match(text, start.end() if start else sentence[0], sentence[1])
    if name is None or (name.start() < answer[1] and answer[0] < name.end()):
        return False
    *_, last = WORD.findall(name[0])
    said = set(terms(text[sentence[0] : min(sentence[1], sentence[0] + _LONGEST)]))
    last_words = {term(WORD.findall(found)[-1]) for found in _asked_names(question)}
    is_name = last.lower() not in EMPTY_WORDS and term(last) not in question.terms
    return is_name and bool(last_words) and said.isdisjoint(last_words)


def _asked_names(question: Question) -> Iterator[str]:
    for match in _NAME.finditer(question.text[:_LONGEST]):
        words = WORD.findall(match[0])
        if match.start() and words and term(words[-1]) in question.names:
            yield match[0]
