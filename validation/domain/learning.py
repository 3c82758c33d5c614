"""Extracts an improvement principle from a rejected draft, its hints, and the approved draft (DESIGN, section 5:
Learning).

No model is needed: hints and issues show what was requested, the difference of the drafts what was done. If both agree
the principle gets a higher confidence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

_MAX_HINTS = 20_000
"""Characters of hints and issues that are read; far more than a judge may write."""
_LINK = re.compile(r"https?://[^\s<>()\[\]\"']{1,2000}")
_FIGURE = re.compile(r"\d[\d.,:]{0,30}")
_FORM = re.compile(r"^[ \t]{0,8}(?:#{1,6} |[-*+] |\d{1,3}[.)] |\||```)", re.MULTILINE)
_WORD = re.compile(r"\w+")


class PrincipleCategory(StrEnum):
    SOURCING = "sourcing"
    INVENTION = "invention"
    ACCURACY = "accuracy"
    REQUIREMENT = "requirement"
    FORMAT = "format"
    COMPLETENESS = "completeness"
    WORDING = "wording"


@dataclass(frozen=True, slots=True)
class Principle:
    """`trigger` is when it applies, `description` what to do and the example; `confidence` is 0.0-1.0."""

    category: PrincipleCategory
    trigger: str
    description: str
    confidence: float


@dataclass(frozen=True, slots=True)
class _Lesson:
    """`asked` matches the words with which hints and issues request it."""

    asked: re.Pattern[str]
    trigger: str
    advice: str


def _asked(stems: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{stems})", re.IGNORECASE)


_LESSONS = {
    PrincipleCategory.SOURCING: _Lesson(
        _asked("sourc|cit(?:e|ation)|url|link|referenc|attribut"),
        "A response states prices, figures, dates or fresh results.",
        "Name the url or source_ref beside each of them.",
    ),
    PrincipleCategory.INVENTION: _Lesson(
        _asked("invent|hallucinat|fabricat|unsupported|not (?:in|found in) (?:the )?(?:evidence|source)|no evidence"),
        "A draft holds a statement, name or feature that no evidence holds.",
        "Leave out what the evidence does not say, however plausible it is.",
    ),
    PrincipleCategory.ACCURACY: _Lesson(
        _asked("differ|contradict|mismatch|incorrect|wrong (?:value|price|figure|date|number)|inaccura|outdated|stale"),
        "A response repeats a value from the evidence.",
        "Copy the value from the item it belongs to, the fresh result before the remembered one.",
    ),
    PrincipleCategory.REQUIREMENT: _Lesson(
        _asked("budget|requirement|asked for|preference|over the limit|constraint|scope"),
        "A query sets a budget, a number, a format or a preference.",
        "Check every item of the response against it before answering.",
    ),
    PrincipleCategory.FORMAT: _Lesson(
        _asked("format|table|heading|markdown|bullet|fence|cut off|truncat|paragraph|structur|layout"),
        "A response is long, or compares several items.",
        "Use headings, lists or a table, close what is opened, and end with a whole sentence.",
    ),
    PrincipleCategory.COMPLETENESS: _Lesson(
        _asked("missing|omit|incomplete|left out|not answered|does not answer|unanswered|also cover"),
        "A query asks for several things.",
        "Answer each part explicitly, from the evidence already gathered.",
    ),
    PrincipleCategory.WORDING: _Lesson(
        _asked("wording|phras|unclear|vague|usually|typically|superlative|tone|hedg"),
        "A draft generalises, or words a statement more strongly than its evidence.",
        "Say no more than the evidence says, in plain words.",
    ),
}


def improvement_principle(*, before_md: str, after_md: str, hints: str, issues: Sequence[str]) -> Principle:
    """The principle behind a REVISE that was followed by an APPROVE. The same input gives the same principle."""
    advice = "\n".join((hints, *issues))[:_MAX_HINTS]
    change = change_between(before_md, after_md)
    asked = {category: len(lesson.asked.findall(advice)) for category, lesson in _LESSONS.items()}
    done = _done(change)
    category = max(_LESSONS, key=lambda one: (asked[one] + (one in done), asked[one]))
    lesson = _LESSONS[category]
    return Principle(
        category=category,
        trigger=lesson.trigger,
        description=" ".join(part for part in (lesson.advice, _seen(change), _wanted(hints)) if part),
        confidence=_confidence(change, asked=asked[category] > 0, done=category in done),
    )


def _done(change: DraftChange) -> set[PrincipleCategory]:
    """The categories that the difference of the drafts suggests."""
    signs = {
        PrincipleCategory.SOURCING: change.links_added > change.links_removed,
        PrincipleCategory.INVENTION: change.words_removed > 2 * change.words_added,
        PrincipleCategory.ACCURACY: 0 < change.figures_added == change.figures_removed,
        PrincipleCategory.REQUIREMENT: change.figures_removed > change.figures_added,
        PrincipleCategory.FORMAT: change.form_changed > 0,
        PrincipleCategory.COMPLETENESS: change.words_added > 2 * change.words_removed + 5,
        PrincipleCategory.WORDING: change.words_added > 0 and change.words_removed > 0,
    }
    return {category for category, seen in signs.items() if seen}


def _confidence(change: DraftChange, *, asked: bool, done: bool) -> float:
    if change.nothing:
        return 0.1
    return {(True, True): 0.8, (True, False): 0.5, (False, True): 0.4, (False, False): 0.2}[asked, done]


def _seen(change: DraftChange) -> str:
    counts = (
        (change.links_added, "link", "added"),
        (change.links_removed, "link", "removed"),
        (change.figures_removed, "figure", "removed or replaced"),
        (change.words_removed, "word", "removed"),
        (change.words_added, "word", "added"),
        (change.form_changed, "line", "laid out anew"),
    )
    seen = [f"{count} {noun}{'s' if count != 1 else ''} {verb}" for count, noun, verb in counts if count]
    return f"Approved after: {', '.join(seen)}." if seen else "Approved though nothing was changed."


def _wanted(hints: str) -> str:
    line = " ".join(hints[:1_000].split())
    return f"The hint was: {line[:300]}" if line else ""


@dataclass(frozen=True, slots=True)
class DraftChange:
    """Counts of what the second draft has added or removed. `form_changed` counts headings, list items, table rows and
    fences that are only in one of the drafts."""

    links_added: int
    links_removed: int
    figures_added: int
    figures_removed: int
    words_added: int
    words_removed: int
    form_changed: int

    @property
    def nothing(self) -> bool:
        return not any((self.links_added, self.links_removed, self.words_added, self.words_removed, self.form_changed))


def change_between(before_md: str, after_md: str) -> DraftChange:
    links = _moved(_LINK, before_md, after_md)
    prose = _LINK.sub(" ", before_md), _LINK.sub(" ", after_md)
    figures, words = _moved(_FIGURE, *prose), _moved(_WORD, *prose)
    return DraftChange(*links, *figures, *words, form_changed=sum(_moved(_FORM, before_md, after_md)))


def _moved(pattern: re.Pattern[str], before: str, after: str) -> tuple[int, int]:
    """The number of added and of removed matches."""
    old, new = (Counter(pattern.findall(text)) for text in (before, after))
    return (new - old).total(), (old - new).total()
