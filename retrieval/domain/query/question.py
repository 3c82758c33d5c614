"""What kind of answer a question asks for, and which of its words name the thing asked about."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

from retrieval.domain.text.passage import EMPTY_WORDS, WORD, term, terms


class AnswerType(StrEnum):
    PERSON = "person"
    TIME = "time"
    PLACE = "place"
    COUNT = "count"
    MONEY = "money"
    DURATION = "duration"
    REASON = "reason"
    MANNER = "manner"
    DEFINITION = "definition"
    YES_NO = "yes_no"
    THING = "thing"
    OPEN = "open"


_UP_TO_40 = r"[\w\-' ]{1,40}"
_RULES: tuple[tuple[AnswerType, str], ...] = (
    (
        AnswerType.MONEY,
        r"\bhow (?:much|expensive)\b.{0,60}\b(?:cost|price|pay|charge|fee|worth)|\bhow expensive\b"
        r"|^how much (?:is|are)\b",
    ),
    (AnswerType.MONEY, r"\b(?:what|which)\b.{0,30}\b(?:price|prices|pricing|cost|costs|fee|fees|salary)\b"),
    (AnswerType.DURATION, r"\bhow long\b|\b(?:what|which) (?:duration|length)\b"),
    (
        AnswerType.COUNT,
        r"\bhow (?:many|much|often|old|large|big|tall|high|far|deep|fast|wide|heavy)\b|\bpopulation of\b"
        r"|\bwhat (?:number|percentage|percent|population|age|size|distance|share|proportion)\b",
    ),
    (
        AnswerType.TIME,
        r"\bwhen\b|\b(?:what|which) (?:year|date|day|month|century|decade|time)\b|\bin what year\b",
    ),
    (
        AnswerType.PERSON,
        r"\b(?:who|whom|whose)\b|\b(?:what|which) (?:person|actor|actress|president|king|queen|player|author|singer"
        r"|scientist|artist|director|writer|composer|inventor|emperor|pope)\b",
    ),
    (
        AnswerType.PLACE,
        r"\bwhere\b|\b(?:what|which) (?:city|country|state|place|location|town|region|county|continent|river|island"
        r"|area|capital)\b|\bcapital of\b",
    ),
    (AnswerType.REASON, r"\bwhy\b|\bwhat (?:caused?|causes|(?:is|was|are|were) the (?:reason|cause)s?)\b|\bhow come\b"),
    (
        AnswerType.DEFINITION,
        rf"^\W*(?:what|who) (?:is|are|was|were) (?:a |an |the )?{_UP_TO_40}\W*$|\bmeaning of\b|\bmean\b",
    ),
    (AnswerType.DEFINITION, r"\bdefin(?:e|ition)\b"),
    (AnswerType.MANNER, r"\bhow\b"),
    (AnswerType.THING, r"\b(?:what|which)\b"),
    (
        AnswerType.YES_NO,
        r"^\W*(?:is|are|was|were|do|does|did|can|could|will|would|should|has|have|had|am|may)\b",
    ),
)
_COMPILED = tuple((kind, re.compile(rule)) for kind, rule in _RULES)

_AGE = re.compile(
    r"\b(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|"
    r"seventeen|eighteen|nineteen|twenty)[- ]years?[- ]olds?\b",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"\b(?:it|its|they|them|their|he|she|his|him|her)\b", re.IGNORECASE)
_POSSESSIVE = frozenset(("its", "their", "his", "her"))
_FOCUS = re.compile(r"\b(?:what|which|how many|how much)\b(?: of)?(?: the)?", re.IGNORECASE)
_SMALL_IN_TITLES = frozenset(
    ("a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with")
)
_NAMES_AND_VERBS = frozenset(("can", "may", "per", "will"))
_BEFORE_NAMES = frozenset(
    ("and", "at", "by", "did", "do", "does", "for", "from", "has", "is", "of", "to", "was", "with")
)
"""`Did Will Berg retire` names him, `When will Berg retire` does not."""
_BEFORE_OTHERS = frozenset(("i", "the", "we", "who", "you"))
"""`The Company Acme`, `Who Founded Acme`: the word between is no part of the name."""
_ARTICLES = frozenset(("a", "an", "our", "the", "your"))
MAX_QUERY = 4_000
"""Characters that are analysed; nobody asks a longer question, and hostile ones cost time."""


@dataclass(frozen=True, slots=True)
class Question:
    """A query as analysed. `terms` are its content words in order without repetition; `names` those of words
    with a capital inside the sentence, `small_names` common words that a full name holds (`Per Ostrand`); `numbers`
    those that are digits; `focus` the noun that a "what" or "how many" asks for."""

    text: str
    asks_for: AnswerType
    terms: tuple[str, ...]
    names: tuple[str, ...]
    numbers: tuple[str, ...]
    focus: str | None
    words: frozenset[str]
    small_names: tuple[str, ...] = ()
    context: str = ""
    subject: str = ""
    """What "it" of this part is called in the part before."""
    is_read: bool = True
    """False of what is beyond the limits: nothing answers it."""

    @property
    def asked(self) -> str:
        """What the reader is asked: this part with the thing named that it refers back to, a title in small letters."""
        if not self.subject:
            return self.searched.lower() if is_title(self.text) else self.searched
        return _PRONOUN.sub(
            lambda match: f"{self.subject}'s" if match[0].lower() in _POSSESSIVE else self.subject, self.text, count=1
        )

    @property
    def searched(self) -> str:
        """What is embedded: this part, after the part of the query that it refers back to."""
        return f"{self.context} {self.text}".strip()


def read_question(query: str) -> Question:
    text = query[:MAX_QUERY].strip()
    found = tuple(dict.fromkeys(terms(text)))
    return Question(
        text=text,
        asks_for=answer_type(text),
        terms=found,
        names=_names(text),
        numbers=_numbers(text, found),
        focus=_focus(text),
        words=frozenset(word.lower() for word in WORD.findall(text)),
        small_names=_small_names(text),
    )


def without_common_names(question: Question, is_common_word: Callable[[str], bool]) -> Question:
    """Of a query in title case or in capitals only the words that texts do not write small are names, and those that
    may belong to one: a word right before such a name (`Mark Berg`), and what stands behind `of` or `at` (`Of Sunny
    Dental`)."""
    if not question.names or not is_title(question.text):
        return question
    words = WORD.findall(question.text)
    small = [word.lower() for word in words]
    is_empty = [word in EMPTY_WORDS for word in small]
    is_name = [not (empty or is_common_word(word)) for word, empty in zip(words, is_empty, strict=True)]
    kept, given, is_owner = set(), [], False
    for at, word in enumerate(small):
        before, is_before_name = small[at - 1] if at else "", is_name[at + 1 : at + 2] == [True]
        is_owner = word in ("at", "of") or (is_owner and (word in _ARTICLES or not is_empty[at]))
        if is_name[at] or is_owner or (is_before_name and before not in _BEFORE_OTHERS):
            kept.add(term(word))
        if is_before_name and word in _NAMES_AND_VERBS and before in _BEFORE_NAMES:
            given.append(word)
    names = tuple(name for name in question.names if name in kept)
    return replace(question, names=names, small_names=tuple(dict.fromkeys(given)))


def is_title(text: str) -> bool:
    """Whether the capitals of a text say nothing: a word such as `Was` has one, and at most such as `of` have none."""
    words = WORD.findall(text)
    if any(word[0].islower() and word not in _SMALL_IN_TITLES for word in words):
        return False
    inside = words if text.isupper() else words[1:]
    return any(word[0].isupper() and word.lower() in EMPTY_WORDS for word in inside)


def answer_type(text: str) -> AnswerType:
    lowered = text[:MAX_QUERY].lower()
    return next((kind for kind, rule in _COMPILED if rule.search(lowered)), AnswerType.OPEN)


def _numbers(text: str, found: tuple[str, ...]) -> tuple[str, ...]:
    """Somebody's age is none that the text must name: `a 9-year-old` may fall into "6 to 12 years"."""
    ages = {number for match in _AGE.finditer(text) for number in terms(match[0])}
    return tuple(each for each in found if each[0].isdigit() and each not in ages)


def _names(text: str) -> tuple[str, ...]:
    words = WORD.findall(text)[1:]
    return tuple(dict.fromkeys(term(word) for word in words if word[0].isupper() and word.lower() not in EMPTY_WORDS))


def _small_names(text: str) -> tuple[str, ...]:
    """None of a query in title case, whose capitals say nothing."""
    words = WORD.findall(text)
    if is_title(text):
        return ()
    found = (
        word.lower()
        for word, behind in pairwise(words[1:])
        if word[0].isupper()
        and word.lower() in EMPTY_WORDS
        and behind[0].isupper()
        and behind.lower() not in EMPTY_WORDS
    )
    return tuple(dict.fromkeys(found))


def _focus(text: str) -> str | None:
    asked = _FOCUS.search(text)
    if asked is None:
        return None
    following = WORD.search(text, asked.end())
    if following is None or following.group().lower() in EMPTY_WORDS:
        return None
    return term(following.group())
