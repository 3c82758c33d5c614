"""The language of the answer: the one asked for (`auf Deutsch`, `in French`), else that of the query."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from validation.domain.claim import Requirement
from validation.evidence.language.masking import mask
from validation.evidence.requirements.draft import Draft, ParsedQuery
from validation.evidence.words import any_of, words_of

_LANGUAGES = ("English", "German", "French", "Spanish", "Italian", "Dutch", "Portuguese")
_SETS = {name: words_of(f"function_words.{name}") for name in _LANGUAGES}
_ASKED = re.compile(
    r"\b(?:in|auf|en|into|to)[ \t](?P<name>english|german|french|spanish|italian|dutch|portuguese|deutsch|englisch|"
    r"français|español)\b(?![ \t]?[-/]|[ \t](?:class|course|book|teacher|cit|hist|law))",
    re.IGNORECASE,
)
_ANSWERING = any_of("language.answering")
_NAMED = {"deutsch": "German", "englisch": "English", "français": "French", "español": "Spanish"}
_WORD = re.compile(r"\b[^\W\d_]+\b(?!-\d)")
"""But for the `de` of `de-1`."""
_LEAST, _LEAD, _SHARE = 3, 2, 0.15
_LONGEST = 4_000


def language(asked: ParsedQuery, draft: Draft) -> Iterator[Requirement]:
    """Nothing where either text is too short to tell."""
    match = _ASKED.search(asked.text)
    wanted: str | None = None
    if match and _ANSWERING.search(asked.text):
        wanted = _NAMED.get(match["name"].lower(), match["name"].capitalize())
    elif asked.texts:
        wanted = language_of(asked.texts[0])
    if wanted is None:
        return
    spoken = language_of(mask(draft.text[:_LONGEST]), rather_than=wanted)
    if spoken is None or (match is None and wanted == "English"):
        return
    met = wanted == spoken
    reason = f"The response is in {spoken}." if not met else "The response is in this language."
    yield Requirement(f"an answer in {wanted}", "language", met, reason)


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
