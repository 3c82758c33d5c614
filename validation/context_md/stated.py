"""What a message of the user states, without what it asks: a question, or half of one, is no evidence. Where a sentence
may be part of a question it goes too; of that only what the user must not eat is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import compress, pairwise
from operator import not_

from validation.evidence.language.names import keys_of
from validation.evidence.requirements.restrictions import KNOWN, restrictions
from validation.evidence.words import any_of

_MARKS = r"?？﹖؟՞\u037e⁇⁈⁉‽"
_ASKED = re.compile(rf"https?://[^\s{_MARKS[1:]}]*[\w/=#-]|(?P<mark>[{_MARKS}]\S*)")
"""An address may hold a question mark, but does not end with one."""
_VERBS = "Am|Do|Ha(?:d|s|ve)|May"
"""They begin a question only before its subject: `Have a nut allergy` states one."""
_AUXILIARIES = "Are|C(?:an|ould)|D(?:id|oes)|Is|Sh(?:all|ould)|W(?:as|ere|ill|ould)|Gibt|Haben|Hat|Ist|Kann|Sind"
_WORDS = "Any(?:one|thing|where)?|How|Wh(?:at|en|ere|ich|o|ose|y)|Wann|Warum|Welche[rs]?|Wer|Wie(?:so)?|Wo(?:hin|her)?"
_OWN = "I|My|We|Our|She|He|They|Ich|Wir|Meine?"
_SUBJECTS = f"{_OWN}|it|the|there|these|this|that|those|you|your|es|er|sie|der|die|das"
_STOP = re.compile(
    rf"\n+|[。！]|!\s+|[.…]\s+(?=\W{{0,3}}(?i:{_WORDS}|{_OWN}|{_VERBS}|{_AUXILIARIES}|please)\b)"
    r"|(?<=[^\W\d_]{5})(?<!approx|zuzügl)(?<!einschl|ausschl)[.…]\s+(?=[A-Z])"
)
"""Behind other full stops, as those of abbreviations, a sentence may go on."""
_GOES_ON = re.compile(rf"\W*+(?!(?i:{_WORDS}|{_OWN}|{_VERBS}|{_AUXILIARIES})\b)[a-zäöü]|\W*$")
"""Begins what belongs to the line before it."""
_GREETED = r"\W{0,9}(?:(?i:and|but|so|then|well|sorry|ok|hm|hi|hello|hey|hallo|und|please)\W{1,9}){0,2}"
_INVERTED = re.compile(
    rf"(?:^|[,:;–—-]\s){_GREETED}(?:(?i:{_VERBS}|{_AUXILIARIES})(?:n?['’]t)? (?:(?i:{_SUBJECTS})\b|[A-Z])"
    r"|(?i:(?:tell me|wonder) (?:if|whether))\b|I wonder\b)"
)
_ASKING = re.compile(rf"{_GREETED}(?i:{_WORDS})\b(?! (?i:{_OWN})\b)")
_USER = re.compile(rf"\W*(?i:{_OWN})\b")
_CLAUSE = re.compile(
    rf"[,;:–—]?\s(?:but|because|since|as|and|so|weil|da|aber|und|denn|(?P<if>if|whether|when|wenn|ob))\s(?=(?i:{_OWN})\b)"
    r"|[.,;:–—]\s+|\s-\s"
)
"""What parts a question."""
_EATS = any_of("preferences.eats")
_DOUBTS = re.compile(
    r"\b(?:know|check|wonder|sure|out|see|tell(?: me)?|remember|recall|tests?|shows?)\W*$", re.IGNORECASE
)
_UNREAL = re.compile(r"\W*(?:if|when|wenn)\b[^,;]{0,40}\b(?:were|was|had|wäre|hätte)\b", re.IGNORECASE)
_PET = any_of("preferences.pets")
_OF_PET = re.compile(r"(?:he|she)\b", re.IGNORECASE)
_CONFIRM = re.compile(
    r"\W*(?:(?:is (?:it|that|this) )?(?:right|correct|true|so|ok(?:ay)?)|no|yes|or(?: not)?|huh|why|oder|nicht wahr|"
    r"stimmt\W?(?:s|das)?|"
    r"(?:am|are|is|was|do|does|did|have|has|can?)(?:n['’]?t)? (?:i|we|he|she|they|it|you)(?: not)?)\W*",
    re.IGNORECASE,
)
"""Makes a question of all that is in front of it."""
_NAMED = re.compile(r"\b(?:to|gegen|of|eats?|tolerate) |allerg(?:y|ies|ie)$|intolerance$")
"""In front of what may be no known food: `allergic to latex`. `Allergy last year` names none."""
_LONGEST_PIECE = 2_000


def without_questions(text: str) -> str:
    kept: list[str] = []
    at = 0
    for asked in _ASKED.finditer(text):
        if asked["mark"]:
            kept.extend(_stated(text[at : asked.start()]))
            at = asked.end()
    return "".join([*kept, text[at:]])


def _stated(text: str) -> Iterator[str]:
    """Of what ends with a question mark, the sentences before the question that ask nothing themselves."""
    ends = [stop.end() for stop in _STOP.finditer(text)]
    sentences = [text[start:end] for start, end in pairwise([0, *ends, len(text)])]
    first = len(sentences) - 1
    while first and _GOES_ON.match(sentences[first]):
        first -= 1
    asking = [bool(_INVERTED.search(one) or _ASKING.match(one)) for one in sentences[:first]]
    yield from compress(sentences, map(not_, asking))
    yield from _kept_out("".join(compress(sentences, asking)), is_marked=False)
    yield from _kept_out("".join(sentences[first:]), is_marked=True)


def _kept_out(dropped: str, *, is_marked: bool) -> Iterator[str]:
    """What the user must not eat, of text that asks something beside it: `Any cafe will do but I am allergic to nuts`.
    Only those words are kept. A clause goes on with a list of foods, or is read by itself."""
    dropped = dropped[:_LONGEST_PIECE]
    parts = list(_CLAUSE.finditer(dropped))
    starts = [0, *(match.end() for match in parts), len(dropped)]
    clauses = [dropped[start:end] for start, end in pairwise(starts)]
    if is_marked and _CONFIRM.fullmatch(clauses[-1]):
        return
    if is_marked and not (clauses[1:] and _USER.match(clauses[-1])):
        clauses.pop()
    is_open = [bool(_UNREAL.match(dropped)), *map(_leaves_open, clauses, parts)]
    asking = [_INVERTED, _ASKING] if is_marked else [_INVERTED]
    stated = (
        clause
        for clause, is_asked in zip(clauses, is_open, strict=False)
        if not (is_asked or any(one.match(clause) for one in asking))
    )
    lines = "".join(clause if keys_of(clause) & KNOWN else f"\n\n{clause}" for clause in stated)
    for said, foods in dict(restrictions(lines, "", "")).items():
        if foods & KNOWN or _NAMED.search(said):
            yield f"\n{said}\n"


def _leaves_open(main: str, part: re.Match[str]) -> bool:
    """Whether a question does not say that what follows is so: `can you check if I am allergic`, `is it healthy when I
    eat no nuts`, `my cat is old and she eats no fish`. `What can I eat if I am allergic` does."""
    if _OF_PET.match(part.string, part.end()) and _PET.search(part.string, 0, part.start()):
        return True
    main = main[: len(main) - len(part[0])]
    is_sure = part["if"] not in ("whether", "ob") and _EATS.search(main) and not _DOUBTS.search(main)
    return bool(part["if"]) and (not is_sure or bool(_UNREAL.match(part.string, part.start("if"))))
