"""What a message of the user states, without what it asks: a question, or half of one, is no evidence. Of a question
only what the user must not eat is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from validation.evidence.language.names import keys_of
from validation.evidence.requirements.restrictions import KNOWN, restrictions
from validation.evidence.words import any_of

_MARKS = r"?？﹖؟՞\u037e⁇⁈⁉‽"
_ASKED = re.compile(rf"https?://[^\s{_MARKS[1:]}]*[\w/=#-]|(?P<mark>[{_MARKS}]\S*)")
"""An address may hold a question mark, but does not end with one."""
_STOP = re.compile(r"(?P<wide>[。！])|(?P<line>\n+)|[.!…](?=\s)")
_NEXT = re.compile(r"\W{0,20}(?P<word>\w{1,20})")
_LAST_WORD = re.compile(r"(?P<word>[^\W\d_]{4,24})[\W_]{0,5}\Z")
_ABBREVIATED = """abzgl approx assoc ausgen ausschl bspw bzgl capt chap corp dept dipl einschl evtl excl exkl incl inkl
    messrs mind pres prof resp samst sept sogen thurs tues univ zuzügl zzgl"""
_ABBREVIATIONS = frozenset(_ABBREVIATED.split())
"""Of four letters or more, with a vowel. A shorter word may be one that is not listed, or a unit."""
_VOWEL = re.compile("[aeiouyäöü]", re.IGNORECASE)
_VERBS = "Am|Do|Ha(?:d|s|ve)|May"
"""They begin a question only before its subject: `Have a nut allergy` states one."""
_AUXILIARIES = "Are|C(?:an|ould)|D(?:id|oes)|Is|Sh(?:all|ould)|W(?:as|ere|ill|ould)|Gibt|Haben|Hat|Ist|Kann|Sind"
"""So do these in small letters: `can eat no nuts`."""
_WORDS = "Any(?:one|thing|where)?|How|Wh(?:at|en|ere|ich|o|ose|y)|Wann|Warum|Welche[rs]?|Wer|Wie(?:so)?|Wo(?:hin|her)?"
_OPENER = re.compile(f"{_VERBS}|{_AUXILIARIES}|{_WORDS}")
"""What questions begin with in English and German. Before another word, a stop may be that of an abbreviation."""
_SUBJECTS = "it|the|there|these|they|this|that|those|we|you|he|she|my|your|our|es|er|sie|der|die|das"
_STATED = """not|only|rather|avoid|be|do|eat|go|have|keep|like|love|need|pay|prefer|spend|stay|take|use|at|born|
    from|in|on|allergic|diabetic|intolerant|nur|nicht|keine?n?|eine?\\s\\w{0,20}(?:allergie|unverträglichkeit)|
    (?:coeliac|vegan|vegetari(?:an|sch))(?=[.,!]|\\s(?:and|und)\\b)"""
"""Behind an auxiliary in place of a subject: `Can eat no gluten` states something."""
_DONE = "ever|already|[a-z]{2,20}ed|been|begun|become|given|gone|got|lost|made|paid|said|sold|taken|told|won"
_GREETINGS = "and|but|so|also|then|well|sorry|ok|okay|hm+|hi|hello|hey|hallo|und|please"
_GREETED = rf"\W{{0,20}}+(?:\b(?i:{_GREETINGS})\b\W{{1,20}}+){{0,2}}"
_INVERTED_ORDER = (
    r"(?i:(?:tell me|(?:I )?wonder) (?:if|whether))\b"
    rf"|(?i:{_VERBS}|{_AUXILIARIES})(?:n?['’]t)? (?:I|{_SUBJECTS})\b|(?i:{_AUXILIARIES})(?:n?['’]t)? [A-Z]"
    rf"|(?i:{_WORDS}) (?!(?i:I|ich|wir|{_SUBJECTS})\b)(?:\w{{1,20}} ){{0,2}}"
    rf"(?i:Do|{_AUXILIARIES})(?:n?['’]t)? (?:I|{_SUBJECTS})\b"
    rf"|[Hh]a(?:d|s|ve) (?:(?:[A-Z\d][\w'’-]{{0,30}}|and) ){{1,5}}(?:{_DONE})\b"
)
_INVERTED = re.compile(f"{_GREETED}(?:{_INVERTED_ORDER})")
"""What can begin nothing but a question."""
_ASKING = re.compile(
    rf"{_GREETED}(?:(?:{_AUXILIARIES})\b(?!['’]t| (?:{''.join(_STATED.split())})\b)"
    rf"|(?i:{_WORDS})\b(?! (?i:I|we|ich|wir)\b|(?<=[Ww]hen) (?:{_SUBJECTS})\b)|{_INVERTED_ORDER})"
)
"""What may begin one."""
_LED_IN = re.compile(
    rf"{_GREETED}"
    r"[^,:;.!…。！\n]{1,60}(?:[,:]|[ \t][-–—])[ \t]+(?![Hh]a(?:ve|d) (?:the|my|our|this|that)\b"
    r"|[Hh]ave (?:it|them)\b|was (?:das|die|der|es|er|sie)\b|(?<=, )(?:who|which|whose|where)\b)"
)
"""`Quick question: does it weigh 88 g`."""
_USER = r"(?:I|we|my|our|he|she|ich|wir|meine?|unsere?)\b"
_CLAUSE = re.compile(
    r"[,;:–—]?\s(?:but|because|since|as|and|so|weil|da|aber|und|denn|(?P<if>if|whether|when|wenn|ob))\s"
    rf"(?={_USER})|[,;:–—]\s+|\s-\s"
)
"""What parts a question."""
_EATS = any_of("preferences.eats")
_DOUBTS = re.compile(
    r"\b(?:know|check|wonder|sure|out|see|tell(?: me)?|remember|recall|tests?|shows?)\W*$", re.IGNORECASE
)
_UNREAL = re.compile(r"\W*(?:if|when|wenn)\b[^,;]{0,40}\b(?:were|was|had|wäre|hätte)\b", re.IGNORECASE)
_PET = any_of("preferences.pets")
_OF_PET = re.compile(r"(?:he|she)\b", re.IGNORECASE)
_OF_USER = re.compile(_USER, re.IGNORECASE)
_TRUE = "right|correct|true|so|ok(?:ay)?"
_CONFIRM = re.compile(
    rf"\W*(?:(?:is (?:it|that|this) )?(?:{_TRUE})|no|yes|or(?: not)?|huh|why|oder|nicht wahr|"
    r"stimmt\W?(?:s|das)?|"
    r"(?:am|are|is|was|do|does|did|have|has|can?)(?:n['’]?t)? (?:i|we|he|she|they|it|you)(?: not)?)\W*",
    re.IGNORECASE,
)
"""Makes a question of all that is in front of it."""
_OWN = re.compile("[Ii]|My|We|Our|She|He|They|Ich|Wir|Meine?")
"""They begin a statement of the user, also behind a question without a mark."""
_NAMED = re.compile(r"\b(?:to|gegen|of|eats?|tolerate) |allerg(?:y|ies|ie)$|intolerance$")
"""In front of what may be no known food: `allergic to latex`. `Allergy last year` names none."""
_LONGEST_PIECE = 2_000


def without_questions(text: str) -> str:
    """Without each question from where it certainly begins: half a question would be a statement."""
    kept: list[str] = []
    at = 0
    for asked in _ASKED.finditer(text):
        if asked["mark"]:
            kept.extend(_stated(text, at, asked.start()))
            at = asked.end()
    return "".join([*kept, text[at:]])


def _stated(text: str, begin: int, mark: int) -> Iterator[str]:
    """What certainly ends before the question, without what begins as one: `Does it weigh 88 g. My wife says so?`"""
    asks = _question(text, begin, mark)
    for stop in _STOP.finditer(text, begin, mark):
        if _ends(text, begin, stop, mark):
            end = stop.end() if asks is None else min(asks, stop.end())
            yield text[begin:end]
            yield from _kept_out(text[end : stop.end()], is_marked=False)
            begin, asks = stop.end(), None
        if asks is None:
            asks = _question(text, stop.end(), mark)
    yield from _kept_out(text[begin:mark], is_marked=True)


def _question(text: str, begin: int, end: int) -> int | None:
    """Where one begins: at the beginning, or behind what leads to it."""
    if _ASKING.match(text, begin, end):
        return begin
    led_in = _LED_IN.match(text, begin, end)
    return led_in.end() if led_in and _INVERTED.match(text, led_in.end(), end) else None


def _kept_out(dropped: str, *, is_marked: bool) -> Iterator[str]:
    """What the user must not eat, of text that asks something beside it: `Any cafe will do but I am allergic to nuts`.
    Only those words are kept. A clause goes on with a list of foods, or is read by itself."""
    dropped = dropped[:_LONGEST_PIECE]
    parts = list(_CLAUSE.finditer(dropped))
    starts = [0, *(match.end() for match in parts), len(dropped)]
    clauses = [dropped[start:end] for start, end in pairwise(starts)]
    if is_marked and _CONFIRM.fullmatch(clauses[-1]):
        return
    if is_marked and not (clauses[1:] and _OF_USER.match(clauses[-1])):
        clauses.pop()
    asking = _ASKING if is_marked else _INVERTED
    is_open = [bool(_UNREAL.match(dropped)), *map(_leaves_open, clauses, parts)]
    stated = (
        clause for clause, is_asked in zip(clauses, is_open, strict=False) if not (is_asked or asking.match(clause))
    )
    lines = "".join(clause if keys_of(clause) & KNOWN else f"\n\n{clause}" for clause in stated)
    for said, foods in dict(restrictions(lines, "", "")).items():
        if foods & KNOWN or _NAMED.search(said):
            yield f"\n{said}\n"


def _leaves_open(main: str, part: re.Match[str]) -> bool:
    """Whether a question does not say that what follows is so: `can you check if I am allergic`, `is it healthy when I
    eat no nuts`. `What can I eat if I am allergic` does."""
    if _OF_PET.match(part.string, part.end()) and _PET.search(part.string, 0, part.start()):
        return True
    main = main[: len(main) - len(part[0])]
    is_sure = part["if"] not in ("whether", "ob") and _EATS.search(main) and not _DOUBTS.search(main)
    return bool(part["if"]) and (not is_sure or bool(_UNREAL.match(part.string, part.start("if"))))


def _ends(text: str, begin: int, stop: re.Match[str], mark: int) -> bool:
    """Whether a question can begin after the stop. A mark that stands alone ends what is before it. A line in small
    letters, or a word that may stand behind an abbreviation, goes on with a question that has begun."""
    following = _NEXT.match(text, stop.end(), mark)
    if following is None:
        return False
    word = following["word"]
    if stop["line"]:
        return word[0].isupper() or _question(text, begin, stop.start()) is None
    if stop["wide"] or stop[0] == "!" or _OPENER.fullmatch(word) or _OWN.fullmatch(word):
        return True
    last = _LAST_WORD.search(text, max(begin, stop.start() - 30), stop.start())
    ends = last is not None and _VOWEL.search(last["word"]) and last["word"].lower() not in _ABBREVIATIONS
    return bool(ends) and _question(text, begin, stop.start()) is None
