"""Names in the place of others: who designed and who built, who came first and who followed.

A name of the claim is compared with the names of the evidence as figures are: by the words around it. Another name that
is clearly described alike, and that the claim does not speak of, stands in its place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from validation.evidence.document.statement import Statement
from validation.evidence.facts.frames import FRAME
from validation.evidence.facts.index import FactIndex
from validation.evidence.language.lexicon import CLASSES, concepts_of
from validation.evidence.language.terms import Term, by_segment

_GAIN, _UNRULY = 0.7, 3.0
_RELATION = 0.4
_MOST = 120
_GAP = 2
_CALENDAR = concepts_of(word for word in CLASSES if CLASSES[word] in (1, 2))


@dataclass(frozen=True, slots=True)
class Name:
    """A run of capitalised words and what stands around it."""

    text: str
    keys: frozenset[str]
    start: int
    end: int
    statement: Statement
    about: dict[str, float]


class NameIndex:
    """The names of the evidence. `text` is the context."""

    def __init__(self, index: FactIndex) -> None:
        self.index = index
        self.names: list[Name] = []
        self._by_key: dict[str, list[Name]] = defaultdict(list)
        for statement in index.statements:
            if not statement.is_field:
                for name in names_in(statement, index.text):
                    self.names.append(name)
                    for key in name.keys:
                        self._by_key[key].append(name)
        self._by_word: dict[str, list[Name]] = defaultdict(list)
        for name in self.names:
            for key, weight in name.about.items():
                if weight >= 1.0 and key not in FRAME:
                    self._by_word[key].append(name)

    def misplaced(self, claim: Statement, text: str, asked: frozenset[str]) -> Name | None:
        """A name of the claim that stands where the evidence has another; `text` is the response, `asked`
        the concepts of the query, whose names are what is spoken of."""
        said = claim.concepts
        for name in names_in(claim, text):
            if name.keys <= asked or name.keys & _CALENDAR:
                continue
            equal = [one for key in name.keys for one in self._by_key.get(key, ())[:_MOST] if one.keys & name.keys]
            if not equal:
                continue
            relation = {key for key, weight in name.about.items() if weight >= 1.0 and key not in FRAME} - name.keys
            for other in (one for key in sorted(relation) for one in self._by_word.get(key, ())[:_MOST]):
                if not other.keys & (said | _CALENDAR) and all(
                    self._is_clear(name, relation, other, one) for one in equal
                ):
                    return name
        return None

    def _is_clear(self, name: Name, relation: set[str], other: Name, equal: Name) -> bool:
        gain = loss = 0.0
        related = False
        for key, weight in name.about.items():
            if key in name.keys or key in equal.keys or key in other.keys:
                continue
            more = weight * (other.about.get(key, 0.0) - equal.about.get(key, 0.0))
            worth = self.index.weight(key)
            gain, loss = gain + max(0.0, more) * worth, loss + max(0.0, -more) * worth
            related = related or (key in relation and more >= _RELATION)
        return related and gain >= _GAIN and gain >= _UNRULY * loss


def names_in(statement: Statement, text: str) -> Iterator[Name]:
    """Runs of capitalised words inside a sentence, and the capitalised pair that a sentence begins with."""
    for group in by_segment(statement.terms):
        run: list[Term] = []
        before: Term | None = None
        for term in group:
            if _is_part(term, run, text):
                run.append(term)
                continue
            yield from _named(run, before, statement, text)
            before = run[-1] if run else before
            run = [term] if _starts(term, text) else []
            before = before if run else term
        yield from _named(run, before, statement, text)


def _starts(term: Term, text: str) -> bool:
    return text[term.start : term.start + 1].isupper() and any(map(str.isalpha, term.word))


def _is_part(term: Term, run: list[Term], text: str) -> bool:
    return _starts(term, text) and bool(run) and term.start - run[-1].end <= _GAP


def _named(run: list[Term], before: Term | None, statement: Statement, text: str) -> Iterator[Name]:
    """The name, described without the word right before it: `the firm Brauer`."""
    if run and (run[0].is_name or len(run) > 1 or (statement.is_field and len(statement.terms) == 1)):
        start, end = run[0].start, run[-1].end
        keys = frozenset(term.key for term in run)
        about = statement.about(start, end)
        if before is not None and 0 <= start - before.end <= 1:
            about.pop(before.key, None)
        yield Name(text[start:end], keys, start, end, statement, about)
