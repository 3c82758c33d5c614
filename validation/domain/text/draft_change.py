"""What changed between two drafts, counted: linear in their length, where a true diff would be quadratic."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

_LINK = re.compile(r"https?://[^\s<>()\[\]\"']{1,2000}")
_FIGURE = re.compile(r"\d[\d.,:]{0,30}")
_FORM = re.compile(r"^[ \t]{0,8}(?:#{1,6} |[-*+] |\d{1,3}[.)] |\||```)", re.MULTILINE)
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class DraftChange:
    """Counts of what the second draft has more (`_added`) or no longer (`_removed`); `form_changed` counts lines that
    are heading, list item, table row or fence in one draft and not in the other."""

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
    """How many matches are new, and how many are gone."""
    old, new = (Counter(pattern.findall(text)) for text in (before, after))
    return (new - old).total(), (old - new).total()
