"""The language of the answer: the one asked for (`auf Deutsch`, `in French`), else that of the query."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator

from validation.domain.claim import Requirement
from validation.evidence.language.masking import mask
from validation.evidence.requirements.draft import Draft, ParsedQuery
from validation.evidence.words import any_of, groups_of, pattern_of, words_of

_LANGUAGES = ("English", "German", "French", "Spanish", "Italian", "Dutch", "Portuguese", "Polish")
_SETS = {name: words_of(f"function_words.{name}") for name in _LANGUAGES}
_NAMED = groups_of("language.named")
_ASKED = re.compile(
    rf"\b(?:in|auf|en|into|to|po)[ \t](?P<name>{'|'.join(_NAMED)})\b(?![ \t]?[-/])"
    rf"(?=[ \t]*(?:$|[^\w \t]|\b(?:{pattern_of('language.behind')})\b))",
    re.IGNORECASE | re.MULTILINE,
)
_IN_FRONT = rf"(?:^|[.,;:!?\n–-][ \t]{{0,3}}|\b(?:{pattern_of('language.orders')})[ \t])"
_ORDERED = re.compile(
    rf"{_IN_FRONT}(?:(?:{pattern_of('language.urges')})[ \t])?(?:{pattern_of('language.answer')})"
    r"\b(?:(?!\b(?:which|who|where|whether|if|that)\b)[^.!?\n]){0,200}$",
    re.IGNORECASE,
)
"""An order to answer; `Which hotels reply in Chinese?` is none."""
_NOUN = any_of(
    "language.the_answer",
    front=r"(?:(?:^|[.;:!?\n])[ \t]*|\b(?:an?|the|your|all)[ \t](?:\w+[ \t])?)",
    behind=r"(?:[ \t](?:(?:should|must|has to|needs to) be|is))?[ \t]$",
)
_ASKS = re.compile(r"[^.!\n]{0,200}\?")
"""`Who wrote the answer in Greek?`"""
_ALONE = re.compile(r"(?:^|[.,;:!?\n–-])[ \t]{0,3}(?:(?:please|bitte|but|and|only|all)[ \t]){0,2}$", re.IGNORECASE)
_ENDS = re.compile(r"[ \t]*(?:$|[^\w, \t]|,?[ \t]*(?:please|only|bitte|thanks|thank you|danke)\b)", re.IGNORECASE)
"""On either side of `in Spanish, please`; `subtitles, in Korean, for the show` are looked for."""
_OF_A_WORD = any_of("language.of_a_word", behind=r"\b[^.,;!?\n]{0,80}$")
"""`How do you say kettle in German?`"""
_ENGLISH_ELSEWHERE = any_of("language.english_elsewhere", front="", behind="")
_THE = re.compile(r"\bthe\b", re.IGNORECASE)
_SENTENCE = 200
_WORD = re.compile(r"\b[^\W\d_]+\b(?!-\d)")
"""But for the `de` of `de-1`."""
_LEAST, _LEAD, _SHARE = 3, 2, 0.15
_LONGEST = 4_000
_SCRIPTS = groups_of("language.scripts")
_FEWEST_LETTERS, _FOREIGN_SHARE = 4, 0.1


def language(asked: ParsedQuery, draft: Draft) -> Iterator[Requirement]:
    """Nothing where either text is too short to tell."""
    match = _asked_for(asked.text)
    if match:
        wanted = _NAMED[match["name"].lower()]
        script = _SCRIPTS.get(wanted)
    else:
        own = asked.texts[0] if asked.texts else ""
        script = None if _ENGLISH_ELSEWHERE.search(own) else script_of(own)
        wanted = f"the {script} script" if script else language_of(own) or "English"
    said = mask(draft.text[:_LONGEST])
    spoken = language_of(said, rather_than=None if script else wanted)
    met = _is_in_script(said, script, spoken) if script else _is_in(said, wanted, spoken)
    if met is None or (match is None and wanted == "English"):
        return
    reason = "The response is in this language." if met else f"The response is in {spoken}."
    yield Requirement(f"an answer in {wanted}", "language", met, reason)


def _asked_for(text: str) -> re.Match[str] | None:
    """Where a sentence says in what language to answer, and not what a word or a book is in it."""
    for match in _ASKED.finditer(text):
        before = text[max(0, match.start() - _SENTENCE) : match.start()]
        is_wanted = (
            match[0][:3].lower() == "auf"
            or _ORDERED.search(before)
            or (_ALONE.search(before) and _ENDS.match(text, match.end()))
            or (_NOUN.search(before) and not _ASKS.match(text, match.end()))
        )
        if is_wanted and not _OF_A_WORD.search(before):
            return match
    return None


def _is_in(said: str, wanted: str, spoken: str | None) -> bool | None:
    """None where it is in doubt: languages without words here are too near to their neighbours, but for English."""
    if wanted in _SETS:
        return None if spoken is None else spoken == wanted
    return False if spoken == "English" and _THE.search(said) else None


def _is_in_script(said: str, script: str, spoken: str | None) -> bool | None:
    if script_of(said) == script:
        return True
    return False if spoken and script_of(said, _FOREIGN_SHARE) is None else None


def script_of(text: str, share: float = 0.5) -> str | None:
    """The script, none of the Latin letters, of more than this share of the letters of a text."""
    letters = [letter for letter in text if letter.isalpha()]
    named = (_SCRIPTS.get(unicodedata.name(letter, "").partition(" ")[0]) for letter in letters)
    counts = Counter(script for script in named if script)
    (script, most), *_ = counts.most_common(1) or [("", 0)]
    return script if most >= _FEWEST_LETTERS and most > share * len(letters) else None


def language_of(text: str, rather_than: str | None = None) -> str | None:
    """The language whose function words a text uses clearly most; None where none leads. `rather_than`: one without
    any of its words there is ruled out, and then the first of the others need not lead them: `The tower is high` is no
    German, though `is` is Dutch too."""
    words = [match[0].lower() for match in _WORD.finditer(text)]
    counts = Counter({name: sum(word in known for word in words) for name, known in _SETS.items()})
    (first, most), (_, second) = counts.most_common(2)
    alone = most >= _LEAD and (second == 0 or (rather_than is not None and not counts[rather_than] and most > second))
    clear = (most >= _LEAST and most >= _LEAD + second) or alone
    clear = clear and most >= _SHARE * len(words)
    return first if clear else None
