"""What a claim says the evidence does not tell, `The notice gives no reason`, is asked of the evidence: the claim holds
where the reader finds no answer. Read as a sentence it seems to hold whatever stands there."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from validation.evidence.language.stems import FUNCTION_WORDS
from validation.evidence.reading.evidence_lines import EvidenceLines
from validation.evidence.reading.lines import plain
from validation.evidence.reading.support import ClaimReading
from validation.evidence.reading.windows import Window
from validation.evidence.text.claims import ClaimSpan
from validation.evidence.words import any_of, pattern_of, words_of
from validation.reader import PassageAnswer, SupportScore, published_reader

_SAYERS, _SAYS = pattern_of("absence.sayers"), pattern_of("absence.says")
_HOLDERS, _HOLDS = pattern_of("absence.holders"), pattern_of("absence.holds")
_NOUNS, _OF = pattern_of("absence.nouns"), pattern_of("absence.of")
_TOLD, _UNABLE = pattern_of("absence.told"), pattern_of("absence.unable")
_NOT = r"(?:do|does|did)(?: not|n['’]t)(?: \w+ly)?"
_WH = r"(?:(?:until|since|from|by|for|in|at) )?(?:how|when|where|who|whom|whose|what|which|why|whether)\b"
_IN = r"(?:[^.;:!?]|[.:](?=\S))"
"""Within a sentence."""
_WHAT = rf"(?P<{{}}>{_IN}{{{{0,300}}}})"
_LACKS = re.compile(
    rf"\b(?:(?:{_SAYERS}|it|they)(?P<also>\b{_IN}{{1,200}}? (?:but|and))? {_NOT} (?:{_SAYS})\b"
    rf"|(?:{_HOLDERS}) {_NOT} (?:{_HOLDS})\b"
    rf"|(?:{_SAYERS}) (?:says? nothing(?: about| on| regarding)?|gives? no|states? no)\b){_WHAT.format('told')}"
    rf"|\bthere(?:['’]s| is| are| was| were) no (?=(?:{_NOUNS})(?: (?:{_OF})\b|[,.]|$)){_WHAT.format('none')}"
    rf"|\b(?:(?:it|that)(?:['’]s| is| was)(?: not|n['’]t) (?:{_TOLD})|{_UNABLE})\b{_WHAT.format('open')}"
    rf"|(?P<thing>[^\W\d_]{_IN}{{2,80}}?) (?:is|are|was|were)(?: not|n['’]t) (?:{_TOLD})\b",
    re.IGNORECASE,
)
_BEYOND = re.compile(
    rf",? (?:so|and|but|only|although|though|while)\b.*| in (?:the|any|your) (?:[\w-]+ )?(?:{_SAYERS})\b.*",
    re.IGNORECASE,
)
"""What follows what is not told."""
_INFORMATION = any_of("absence.information", front=r"^(?:an? |the |any |no )?", behind=r"(?: |$)")
_CLAUSE, _OPEN = re.compile(rf"\b{_WH} .* .*", re.IGNORECASE), re.compile(rf"^{_WH}$", re.IGNORECASE)
_ASKED = re.compile(rf"^(?:{pattern_of('absence.asked')}|{_WH})$", re.IGNORECASE)
_ANY = re.compile(r"^(?:an?|any) ", re.IGNORECASE)
_NO_THING = re.compile(r"(?i:that|to|anything|everything|it|they|all)\b|(?:[A-Z][\w-]*\W*)+$")
"""A name that one source lacks may stand in another."""
_ASKS = re.compile(rf"{_WH}|(?:is|are|was|were|do|does|did|can|could|may|must|should|has|have|will)\b", re.IGNORECASE)
_SEVERAL = re.compile(r"\?.*\w|;|,? and (?:how|when|where|who|what|which|why|is|are|does|do|can)\b", re.I | re.S)
_WORD = re.compile(r"\w+")
_LONGEST = 200
"""Characters of a query that is asked as it stands."""
_BESIDE = FUNCTION_WORDS | words_of("absence.beside")
ANSWERED = 0.75
"""From here on a claim that says more than that nobody tells something is contradicted by what tells it."""
PLACED, _IN_DOUBT = 0.2, 0.3
"""Of an answer that is likelier than `_IN_DOUBT`, the least probability of its place: of 12 right claims beside web
pages that were taken for answered it was .17 or less, of all but one; of 24 answers in short texts .21 or more."""
_WEIGHT = 1.5
"""Of the odds of an answer: what follows them counts odds of support two thirds (`probability.FACTORS`). Of 64 false
claims beside 16 short texts 21 were approved when they were read as sentences, now none; of 64 right ones 47, now 56.
"""
_LEAST = 0.01
"""Of a probability, before its logarithm is taken."""


@dataclass(frozen=True, slots=True)
class Absence:
    """The questions that a claim says nothing answers; `alone`: it says nothing else."""

    questions: tuple[str, ...]
    alone: bool


def find_absences(claims: Sequence[ClaimSpan], query: str) -> dict[str, Absence]:
    """By the ids of claims. Where nothing but such claims stands before one, it is of what the query asks."""
    found: dict[str, Absence] = {}
    answered = False
    for claim in claims:
        if claim.factual:
            absence = find_absence(plain(claim.text), query, answered=answered)
            if absence:
                found[claim.id] = absence
            answered = answered or absence is None or not absence.alone
    return found


def find_absence(text: str, query: str, *, answered: bool = False) -> Absence | None:
    """`text`: a claim in plain words; `answered`: something was said before it, so it need not be of all that the query
    asks."""
    found = _LACKS.search(text)
    if found is None:
        return None
    name = next(name for name in ("told", "none", "open", "thing") if found[name] is not None)
    said = _BEYOND.sub("", found[name]).strip(" ,")
    told = _INFORMATION.sub("", said).strip(" ,")
    clause = _CLAUSE.search(told) or (_OPEN.match(told) and re.search(rf"\b{told} [^?]+ [^?]+", query, re.IGNORECASE))
    is_query = not told or _ASKED.search(told) is not None
    if not clause and not is_query and (_NO_THING.match(told) or (name == "open" and told == said)):
        return None
    alone = not found["also"] and {word.lower() for word in _WORD.findall(_LACKS.sub(" ", text))} <= _BESIDE
    asked = [query.strip()] if alone and not answered and _is_one_question(query) else []
    if clause:
        asked.append(f"{clause[0][0].upper()}{clause[0][1:]}?")
    elif not is_query:
        asked.append(f"What is {_ANY.sub('the ', told)}?")
    return Absence(tuple(asked), alone) if asked else None


def _is_one_question(query: str) -> bool:
    query = query.strip()
    return len(query) <= _LONGEST and _ASKS.match(query) is not None and _SEVERAL.search(query) is None


def read_absences(absences: Mapping[str, Absence], lines: EvidenceLines) -> dict[str, ClaimReading]:
    """What the evidence answers, as readings of the claims that say it does not: of a claim that says more than that
    only a sure answer counts, and where it is in doubt whether there is one, none."""
    readings = {}
    for name, absence in absences.items():
        found = [one for question in absence.questions if (one := _ask(question, lines))]
        if not found:
            continue
        odds = _WEIGHT * sum(_log_odds(answer.answerable) for answer, _ in found) / len(found)
        chance = 1 / (1 + math.exp(-odds))
        if absence.alone or chance >= ANSWERED:
            best, window = max(found, key=lambda one: one[0].answerable)
            is_cut = any(answer.is_cut or answer.is_question_cut for answer, _ in found)
            score = SupportScore(1 - chance, chance, 0.0, (), is_cut)
            readings[name] = ClaimReading(name, _place(best, window, lines), score, is_asked=True)
    return readings


def _ask(question: str, lines: EvidenceLines) -> tuple[PassageAnswer, Window] | None:
    """The answer beside the window that it was looked for in; none where there seems to be one, but nowhere certain."""
    window = lines.finder.find(question)
    if window is None:
        return None
    (answer,) = published_reader(threads=1).find_answers(question, [window.text])
    return None if answer.answerable >= _IN_DOUBT and answer.place < PLACED else (answer, window)


def _place(answer: PassageAnswer, window: Window, lines: EvidenceLines) -> Window:
    """The window with the line that holds the answer as its nearest."""
    said = window.text[answer.start : answer.end]
    line = next((one for one in lines.all if said in one.text), None)
    return window if line is None else Window(window.text, line.start, line.end, window.shared)


def _log_odds(chance: float) -> float:
    chance = min(max(chance, _LEAST), 1 - _LEAST)
    return math.log(chance / (1 - chance))
