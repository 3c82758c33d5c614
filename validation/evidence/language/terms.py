"""The words of a text as concepts: one key for words that mean the same, and a sign for those that deny it.

`unsafe` is `safe` with sign -1, and so is `safe` behind a `not`. Linear in the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from validation.evidence.language.coordination import DENIES, JOINS, LIST_JOINS, list_end, word_of
from validation.evidence.language.lexicon import NAMES, PHRASES, SIDES, concept
from validation.evidence.language.stems import FUNCTION_WORDS
from validation.evidence.quantities.numbers import NUMBER_WORDS
from validation.evidence.words import words_of


@dataclass(frozen=True, slots=True)
class Term:
    """`text[start:end]` said as a concept. `denials` are the places of the words that deny it (`not`, `un-`), an even
    number of which undo each other; `segment` counts the parts of the text between commas, colons and conjunctions."""

    start: int
    end: int
    word: str
    key: str
    segment: int
    denials: tuple[int, ...] = ()
    is_name: bool = False

    @property
    def denied(self) -> bool:
        return len(self.denials) % 2 == 1

    @property
    def side(self) -> str:
        """The concept with the side of it that the word itself names: `indoor` and `outdoor` tell figures apart."""
        return f"-{self.key}" if self.start in self.denials else self.key


_TOKEN = re.compile(
    r"(?P<word>\d{1,4}(?:\.\d{1,4}){1,3}(?![\w.]?\w)|[^\W_]+(?:['’][^\W_]+)*(?:-[^\W\d_]+(?:['’][^\W_]+)*)*)|(?P<stop>[.!?;:](?=\s|$)|\n|[|()—–\[\]{}])"
    r"|(?P<comma>,(?!\d)|[-=]>|[→⇒])"
)
_FRACTIONS = {"½": "half", "¼": "quarter", "¾": "threequarters", "⅓": "third", "⅔": "twothirds"}
_PREVENTS = words_of("terms.prevents")
_CONTRAST = words_of("terms.contrast")
_LIMIT = re.compile(
    rf"(?:(?:more|less|fewer|longer|later|earlier|older|younger)[ ]than|exceed|over|beyond)[ ](?:an?[ ]|the[ ])?"
    rf"(?:[$€£]?\d|half[ ]|(?:{'|'.join(NUMBER_WORDS)})\b)",
    re.IGNORECASE,
)
"""`Do not take more than 3 tablets` sets a limit, and denies no taking; `has not moved for more than a day` does."""
_COMMANDS = re.compile(r"\b(?:do|does|must|may|should|shall|can|could|will|would)(?:[ ]?not|n['’]t)\b", re.IGNORECASE)
_AUXILIARY = 7
"""Characters of `should ` in front of a `not`."""
_UNTIL = frozenset(("until", "till", "before"))
_EXCEPT = frozenset(("except", "außer"))
_VERSUS = frozenset(("against", "versus", "vs", "gegen"))
_NEGATED_AUXILIARY = re.compile(r"(?:n['’]t|^cannot$)$")
_CLITIC = re.compile(r"(?<=\w)'(?:s|ll|d|ve|re|m)$")
_REACH = 6
"""Terms behind a denial that it denies at most."""

_MAIN = 20
"""Terms before an exception among which a denial is looked for."""
_SAID = frozenset(["above", "below", "against", "before", "after", "up", "down", "under", "over"])
_GERMAN = words_of("language.german_function")
"""Without those that are English words too."""
_PHRASES_BEGIN = frozenset(words[0] for words in PHRASES)
_JOINED = ("-", "'", "’", "/", "&")
_KEPT = (FUNCTION_WORDS - _SAID) | _GERMAN


def read_terms(text: str) -> tuple[Term, ...]:
    """The terms of `text` in order, function words left out. A denial reaches to the end of its segment, over `and` and
    `or`, and not past `but`, a comma or a colon; of a list in front of which it stands it reaches over the commas."""
    return read_segments(text, 0, len(text))[0]


def read_segments(text: str, start: int, end: int) -> tuple[tuple[Term, ...], tuple[int, ...]]:
    """The terms, and where each segment but the first begins."""
    reader = _Reader(text)
    reader.read(start, end)
    return tuple(reader.terms), tuple(reader.divides)


def by_segment(terms: Iterable[Term]) -> Iterator[tuple[Term, ...]]:
    """The terms of each segment."""
    return (tuple(group) for _, group in groupby(terms, key=lambda term: term.segment))


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.terms: list[Term] = []
        self.divides: list[int] = []
        self.segment = 0
        self.denial: int | None = None
        self.listed = 0
        self.reach = 0
        self.filled = False
        self.begins = True
        self.sentence = 0

    def read(self, start: int, end: int) -> None:
        tokens = list(_TOKEN.finditer(self.text, start, end))
        at = 0
        while at < len(tokens):
            at += self._take(tokens, at)

    def _take(self, tokens: list[re.Match[str]], at: int) -> int:
        if tokens[at]["word"] is None:
            self._divide(tokens[at].end())
            self.begins = tokens[at]["stop"] is not None
            self.sentence = len(self.terms) if self.begins else self.sentence
            return 1
        length, word = _phrase(tokens, at)
        word = _FRACTIONS.get(word, word)
        following = tokens[at + length] if at + length < len(tokens) else None
        ends = following is None or following["word"] is None
        if word == "extra" and ends and at and tokens[at - 1]["word"] is not None:
            word = "excluded"  # `breakfast is extra`, `14 EUR extra`; not `an extra bed`
        before = self.denial
        if (
            before is not None
            and _LIMIT.match(self.text, tokens[at].start())
            and _COMMANDS.search(self.text, max(0, before - _AUXILIARY), before + _AUXILIARY + 3)
        ):
            self._undeny(before)
            before = None
        self._word(tokens[at], tokens[at + length - 1].end(), word, following)
        if self.denial is not None and self.denial != before:
            self.listed = list_end(tokens, at + length)
        self.begins = False
        return length

    def _divide(self, at: int) -> None:
        if self.filled:
            self.segment += 1
            self.divides.append(at)
        self.filled, self.reach = False, 0
        if at > self.listed:
            self.denial = None

    def _word(self, token: re.Match[str], end: int, word: str, following: re.Match[str] | None) -> None:
        start = token.start()
        if word in _CONTRAST or (word in _VERSUS and _is_figure(following)):
            self._divide(start)
        elif word in _EXCEPT:
            self._except(start)
        elif word == "no" and (following is None or following["word"] is None):
            return  # `No, it does not`: an answer, not a denial
        elif word in LIST_JOINS and start < self.listed:
            self._divide(start)
        elif self._is_denial(word):
            self.denial = start if self.denial is None else None
            self.reach, self.filled = 0, True
        elif word in _UNTIL and self.denial is not None:
            self._undeny(self.denial)
        elif word in JOINS and (self.denial is None or word_of(following) in DENIES):
            self._divide(start)
        elif (word not in _KEPT and (len(word) > 1 or word.isdigit())) or self._is_letter(start, end):
            self._add(start, end, word)

    def _is_letter(self, start: int, end: int) -> bool:
        """Whether one letter tells a thing from its like: `Plan B`."""
        letter, ahead = self.text[start:end], self.text[end : end + 2]
        before = self.text[max(0, start - 2) : start]
        if end - start != 1 or len(before) < 2 or not before[0].isalpha() or before[1] not in " _-":
            return False
        if ahead[:1] in _JOINED or (ahead[:1] == "." and ahead[1:].isalpha()):
            return False
        return letter.isupper() and letter != "I" and not (letter == "A" and ahead[1:].isupper())

    @staticmethod
    def _is_denial(word: str) -> bool:
        return word in DENIES or word in _PREVENTS or ("n" in word and _NEGATED_AUXILIARY.search(word) is not None)

    def _except(self, start: int) -> None:
        """What is left out of an affirmation is denied; what is left out of a denial (`closed except on holidays`) is
        neither."""
        self._divide(start)
        begin = max(self.sentence, len(self.terms) - _MAIN)
        if not any(term.denied for term in self.terms[begin:]):
            self.denial, self.reach, self.filled = start, 0, True

    def _undeny(self, denial: int) -> None:
        """`Not published until 1924`: published it was."""
        self.terms = [
            replace(term, denials=tuple(one for one in term.denials if one != denial))
            if denial in term.denials
            else term
            for term in self.terms
        ]
        self.denial = None

    def _add(self, start: int, end: int, word: str) -> None:
        self.filled = True
        if self.denial is not None:
            self.reach += 1
            self.denial = self.denial if self.reach <= _REACH else None
        denials = () if self.denial is None else (self.denial,)
        said = self.text[start : start + 1]
        is_name = said.isupper() and not self.begins
        for part, (key, sign) in _concepts(word):
            own = (start + part,) if sign < 0 else ()
            self.terms.append(Term(start + part, end, word, key, self.segment, (*denials, *own), is_name))


def _is_figure(token: re.Match[str] | None) -> bool:
    return word_of(token)[:1].isdigit()


def _phrase(tokens: list[re.Match[str]], at: int) -> tuple[int, str]:
    """How many tokens the word at this place takes, and the word: `out of stock` is one."""
    first = tokens[at]["word"].lower().replace("’", "'")
    if first not in _PHRASES_BEGIN:
        return 1, _CLITIC.sub("", first)
    words = [token["word"].lower().replace("’", "'") for token in tokens[at : at + 3] if token["word"]]
    for length in (3, 2):
        whole = len(words) >= length and all(token["word"] for token in tokens[at : at + length])
        if whole and tuple(words[:length]) in PHRASES:
            return length, PHRASES[tuple(words[:length])]
    return 1, _CLITIC.sub("", first)


def _concepts(word: str) -> tuple[tuple[int, tuple[str, int]], ...]:
    """The parts of a compound, each with its concept: `sugar-free`, `non-smoking`, `half-price`."""
    if word in SIDES or word in NAMES or "-" not in word:
        return ((0, concept(word)),)
    first, _, rest = word.partition("-")
    if first == "non" or rest in ("free", "less"):
        key, sign = concept(rest if first == "non" else first)
        return ((0, (key, -sign)),)
    parts = []
    place = 0
    for part in word.split("-"):
        if part and part not in _KEPT and part.removesuffix("s") not in _KEPT:
            parts.append((place, concept(part)))
        place += len(part) + 1
    return tuple(parts) or ((0, concept(word)),)
