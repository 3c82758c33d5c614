"""The query as the requirement rules read it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from validation.domain.context import UserQuery
from validation.evidence.text.blocks import BlockKind, plain, scan

_PURCHASE = re.compile(
    r"\b(?:buy|purchase|order|shop(?:s|ping)?|stores?|prices?|priced|costs?|cheap(?:er|est)?|affordable|budget|spend|"
    r"sells?|sold|deals?|for sale|in stock|where (?:can|could|do) i (?:get|find)|kaufen|preise?|günstig\w{0,5}|"
    r"billig\w{0,5})\b|(?:under|below|less than|up to|within|unter|max(?:imum)?)[ \t]{1,3}(?:my |a )?"
    r"(?:[$€£][ \t]?\d|\d[\d.,]{0,12}[ \t]?(?:eur|usd|gbp|dollar|bucks|[$€£]))",
    re.IGNORECASE,
)
_PREFERENCE = re.compile(r"(?P<key>[A-Za-z][\w /-]{1,40}):[ \t]{0,4}(?P<value>[^\n]{1,200})")
_SOURCE = re.compile(r"\((?:source_ref|source|ref)\b[^()]{0,200}\)", re.IGNORECASE)
_LONGEST = 4000


@dataclass(frozen=True, slots=True)
class Preference:
    """One `key: value` line that the user stated earlier."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """`texts` are the wordings of the query, the raw one first; a requirement found in any of them is asked once.
    `gathered` is the body of section 2."""

    query: UserQuery
    texts: tuple[str, ...]
    preferences: tuple[Preference, ...]
    gathered: str = ""

    @property
    def text(self) -> str:
        return "\n".join(self.texts)

    @property
    def purchase(self) -> bool:
        """Whether something to buy is looked for."""
        return bool(_PURCHASE.search(self.text))


def parse_query(query: UserQuery, gathered: str) -> ParsedQuery:
    """Only the first 4,000 characters of each wording count, so that no rule has
    to walk a pasted book."""
    texts = dict.fromkeys(plain(text[:_LONGEST]) for text in (query.raw, query.resolved) if text.strip())
    return ParsedQuery(query, tuple(texts), _preferences(gathered), gathered[:_LONGEST])


def _preferences(gathered: str) -> tuple[Preference, ...]:
    """The list lines of section 2 that stand under a heading that names preferences."""
    found = []
    for block in scan(gathered):
        if block.kind is BlockKind.LIST_ITEM and "preference" in f"{block.heading} {block.lead}".lower():
            line = plain(_SOURCE.sub("", gathered[block.start : block.end]))
            match = _PREFERENCE.match(line)
            if match:
                found.append(Preference(match["key"].strip().lower(), match["value"].strip()))
    return tuple(found)
