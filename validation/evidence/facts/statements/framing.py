"""Whether the evidence says a thing of itself, or only that it was hoped, feared, proposed, asked or told by somebody:
`failed to win` carries no `won`. And what is told as done that the evidence only plans."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import FactIndex
from validation.evidence.facts.values.assertions import equal_facts
from validation.evidence.language.lexicon import FRAME
from validation.evidence.language.terms import Term
from validation.evidence.text.sentences import sentence_spans


class _Frame(NamedTuple):
    """`there` opens what a sentence of the evidence says; a claim in which `here` stands tells that too."""

    there: re.Pattern[str]
    here: re.Pattern[str]


def _frame(there: str, here: str = r"\Zx") -> _Frame:
    return _Frame(re.compile(there, re.IGNORECASE), re.compile(rf"(?:{there})|{here}", re.IGNORECASE))


_DENIED = r"\b(?:not|no|never|without|cannot)\b|n['’]t\b"
_PERHAPS = r"\b(?:(?-i:may)|might|could|would|perhaps|possibly|probably|expected)\b"
_FRAMES = (
    _frame(r"\bused to\b", r"\b(?:was|were|had|did|former\w*|previous\w*|earlier|until|no longer|\w+ed)\b"),
    _frame(
        r"\b(?:fail|refus|declin|forg[eo]t|neglect|unable|hop|wish|want|tri|try|attempt|struggl)(?:e?[sd]|ing|ed|ten)?"
        r" to\b",
        _DENIED,
    ),
    _frame(
        r"\b(?:almost|nearly|all but) (?!\d|an?\b|all\b|every|half\b|the\b|no\b|al)"
        r"\w+(?:ed|ew|ot|ell|on|ost|ok|ame|ght)\b",
        rf"\b(?:close|just|narrowly)\b|{_DENIED}",
    ),
    _frame(
        r"\b(?:rumou?r(?:s|ed)?|allegedly|supposedly|unconfirmed|hearsay|speculat\w+)\b",
        rf"\b(?:reported\w*|said to|according)\b|{_PERHAPS}",
    ),
    _frame(
        r"\b(?:propos(?:ed|al|als|es)|under (?:discussion|consideration|review)|(?:being|was|were) "
        r"(?:considered|discussed)|(?:has|have|had) not (?:yet |been )?(?:decided|agreed|approved))\b",
        rf"\b(?:plan\w*|discuss\w*|consider\w*|suggest\w*|decid\w+|vote\w*)\b|{_PERHAPS}",
    ),
    _frame(
        r"\b(?:accus(?:ed|es|ation|ations)|alleg(?:ed|es|ation|ations)|suspected of|charged with|sued (?:for|over))\b",
        rf"\b(?:claim\w*|dismiss\w*|den(?:y|ies|ied)|cleared)\b|{_DENIED}",
    ),
    _frame(
        r"\b(?:if|unless|provided|in case|once|were)\b[^.;\n]{0,80}\bwould\b|\bwould\b[^.;\n]{0,80}\b(?:if|unless)\b",
        rf"\b(?:if|unless|with|for|when|once|as)\b|{_PERHAPS}",
    ),
    _frame(
        r"\b(?:notes?|messages?|hints?|instructions?|prompts?) (?:to|for) (?:the )?(?:assistants?|ai|models?|agents?"
        r"|bots?|llms?)\b|\b(?:example|sample|template) of an? (?:\w+ )?(?:answer|response|reply)\b"
        r"|\b(?:sample|example|model) (?:answer|response|reply)\b",
    ),
    _frame(
        r"\b(?:optional(?:ly)?|as an (?:option|extra)|(?:sold|available|bought|ordered) separately|at extra cost"
        r"|(?:for|against) an? (?:extra|surcharge))\b",
        r"\b(?:options?|optional\w*|extra|separate\w*|surcharge|request|can (?:be|have)|add\w*|available|buy|plus)\b",
    ),
)
_UNANSWERED = re.compile(
    r"\?[\s*_>|-]{0,6}(?:A(?:nswer)?\W{1,4})?[^.\n]{0,40}?\b(?:check(?:ing)?|unknown|not (?:yet )?(?:known|clear|sure"
    r"|decided|answered)|no answer|don['’]t know|do not know|unanswered|to be (?:confirmed|clarified)"
    r"|ask (?:the|us|your))\b",
    re.IGNORECASE,
)
_BEARING = 0.6
"""Share of what a claim says, by weight, that a statement holds which bears it; as for opposites (polarity.py)."""
_MOST_FIGURES = 24
_REACH, _BEHIND = 300, 100
"""Characters around a statement in which its sentence, line and answer are looked for."""


class Framing:
    """Built once a response: what each statement of the evidence leaves open is read once."""

    def __init__(self, index: FactIndex) -> None:
        self._index = index
        self._opened: dict[tuple[int, int], _Opened] = {}

    def is_framed(self, claim: Statement, text: str, candidates: Sequence[Statement]) -> bool:
        """Whether every statement that says the same as a claim, or has one of its figures, is open, and the claim is
        not. `text` is the masked response. False where nothing says the same."""
        said = text[claim.start : claim.end]
        places = [self._bearing(claim, candidates)]
        places += [
            [fact.statement for fact in equal_facts(figure, self._index)] for figure in claim.figures[:_MOST_FIGURES]
        ]
        return any(bearing and all(self._is_open(said, one) for one in bearing) for bearing in places)

    def _bearing(self, claim: Statement, candidates: Iterable[Statement]) -> list[Statement]:
        wanted, weight = {term.key for term in claim.terms} - FRAME, self._index.weight
        whole = math.fsum(map(weight, wanted))
        unique = {(one.start, one.end): one for one in candidates if whole}.values()
        held = ((one, math.fsum(weight(key) for key in wanted & (one.concepts | one.keys))) for one in unique)
        return [one for one, found in held if found >= _BEARING * whole]

    def _is_open(self, said: str, bearing: Statement) -> bool:
        place = bearing.start, bearing.end
        opened = self._opened.get(place) or self._opened.setdefault(place, self._read(bearing))
        return any(not frame.here.search(said) for frame in opened.frames) or (opened.is_unanswered and "?" not in said)

    def _read(self, bearing: Statement) -> _Opened:
        text = self._index.text
        sentence = _sentence(text, bearing)
        return _Opened(
            tuple(frame for frame in _FRAMES if frame.there.search(sentence)),
            _UNANSWERED.search(text, bearing.start, min(bearing.end, bearing.start + _REACH) + _BEHIND) is not None,
        )


class _Opened(NamedTuple):
    frames: tuple[_Frame, ...]
    is_unanswered: bool


def _sentence(text: str, statement: Statement) -> str:
    """The sentence that a statement is part of, as far as it is near."""
    stop = min(statement.end, statement.start + _REACH)
    first = text.rfind("\n", max(0, statement.start - _REACH), statement.start) + 1 or max(0, statement.start - _REACH)
    newline = text.find("\n", stop, stop + _REACH)
    last = newline if newline >= 0 else min(len(text), stop + _REACH)
    spans = [span for span in sentence_spans(text, first, last) if span[0] < stop and span[1] > statement.start]
    return text[spans[0][0] : spans[-1][1]] if spans else text[statement.start : stop]


_PLANNED = re.compile(
    r"\b(?:will|shall|(?:is|are) to|plan(?:s|ned|ning)? (?:to|for)|expected|scheduled|due (?:to|on|in)|intends? to|"
    r"(?:is|are) going to|set to|proposed|upcoming|wird|werden|sollen?|geplant)\b",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"\b(?:has|have|had)(?: (?:not|already|since|now|just|been|also)){0,3} (?P<perfect>\w{3,})"
    r"|\b(?:was|were)(?: (?:already|also)){0,1} (?P<passive>\w+(?:ed|en|wn|ld|nt|ilt))\b",
    re.IGNORECASE,
)
_NOT_DONE = re.compile(
    r"\b(?:not|never|planned|proposed|expected|scheduled|supposed|meant|due)\b|n['’]t\b", re.IGNORECASE
)
_AUXILIARIES = frozenset(["been", "had", "done", "made", "got"])
_NEAR = 60


def told_as_done(claim: Statement, text: str, known: Sequence[Statement], index: FactIndex) -> Statement | None:
    """The statement that plans what the claim tells as done: every place that has the verb speaks of the future."""
    told = [match for match in _DONE.finditer(text, claim.start, claim.end) if not _NOT_DONE.search(match[0])]
    starts = {match.start(match.lastgroup or 0) for match in told}
    verbs = [one for one in claim.terms if one.start in starts and one.word not in _AUXILIARIES and not one.denied]
    places: dict[str, list[tuple[Statement, Term]]] = {term.key: [] for term in verbs}
    for statement in known if verbs else ():
        for said in statement.terms:
            if said.key in places:
                places[said.key].append((statement, said))
    planned = (held for held in places.values() if held and all(_is_planned(index.text, said) for _, said in held))
    return next((held[0][0] for held in planned), None)


def _is_planned(text: str, said: Term) -> bool:
    begin = max(said.start - _NEAR, 0)
    start = max(text.rfind("\n", begin, said.start), text.rfind(". ", begin, said.start), begin)
    return _PLANNED.search(text, start, min(len(text), said.end + 12)) is not None
