"""Query and response prepared once for all requirement rules, with the evidence the claims rest on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from validation.domain.claim import Claim, ClaimState
from validation.domain.context import UserQuery
from validation.evidence.context.items import EvidenceItem
from validation.evidence.language.stems import FUNCTION_WORDS, stem
from validation.evidence.quantities.quantity import Quantity
from validation.evidence.text.blocks import Block, BlockKind, plain, scan
from validation.evidence.text.lookup import holding
from validation.evidence.words import blank

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_TARGET = re.compile(r"(?<=\]\()[^()\n]{0,2000}(?=\))|https?://[^\s<>)\]|]{1,2000}")


@dataclass(frozen=True, slots=True)
class Draft:
    """`spoken` is `text` with link targets blanked, offsets kept; `stems` are the content stems said in it, `linked`
    those of the evidence its claims are linked to, `known` those of all evidence;
    `figures` are those of each item, their offsets into the context."""

    text: str
    spoken: str
    blocks: tuple[Block, ...]
    claims: tuple[Claim, ...]
    items: tuple[EvidenceItem, ...]
    figures: tuple[Sequence[Quantity], ...]
    stems: frozenset[str]
    linked_text: str
    linked: frozenset[str]
    known: frozenset[str]

    @property
    def factual(self) -> tuple[Claim, ...]:
        return tuple(claim for claim in self.claims if claim.state is not ClaimState.NOT_FACTUAL)

    def block_at(self, place: int) -> Block | None:
        """The block that holds `text[place]`."""
        return holding(self.blocks, place)

    def find(self, word: re.Pattern[str]) -> tuple[int, int] | None:
        match = word.search(self.spoken)
        return match.span() if match else None

    def find_stem(self, wanted: str) -> tuple[int, int] | None:
        """The first word of the response with this stem."""
        if wanted not in self.stems:
            return None
        return next((match.span() for match in _WORD.finditer(self.spoken) if stem(match[0].lower()) == wanted), None)


def prepare(
    response_md: str, claims: Sequence[Claim], items: Sequence[EvidenceItem], figures: Sequence[Sequence[Quantity]]
) -> Draft:
    spoken = _TARGET.sub(blank, response_md)
    linked = _linked_text(claims, items)
    return Draft(
        text=response_md,
        spoken=spoken,
        blocks=scan(response_md),
        claims=tuple(claims),
        items=tuple(items),
        figures=tuple(figures),
        stems=stems_of(spoken),
        linked_text=linked,
        linked=stems_of(linked),
        known=stems_of("\n".join(f"{item.heading} {' '.join(item.header)} {item.text}" for item in items)),
    )


def stems_of(text: str) -> frozenset[str]:
    """Stems of the words that carry meaning; figures stay as they are."""
    words = (match[0].lower().replace("’", "'") for match in _WORD.finditer(text))
    return frozenset(stem(word) for word in words if word not in FUNCTION_WORDS)


def is_prose(block: Block) -> bool:
    return block.kind in (BlockKind.PARAGRAPH, BlockKind.QUOTE)


def _linked_text(claims: Sequence[Claim], items: Sequence[EvidenceItem]) -> str:
    ordered = sorted(items, key=lambda item: item.start)
    said = []
    for claim in claims:
        for link in claim.evidence:
            if item := holding(ordered, link.start):
                said.append(f"{item.heading} {item.text}")
            said.append(link.quote)
    return "\n".join(dict.fromkeys(said))


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
class ParsedQuery:
    """`texts` are the wordings of the query, the raw one first; a requirement found in any of them is asked once.
    `preferences` are the `key: value` lines that the user stated earlier, `gathered` the body of section 2."""

    query: UserQuery
    texts: tuple[str, ...]
    preferences: tuple[tuple[str, str], ...]
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
    return ParsedQuery(query, tuple(texts), _preferences(gathered), gathered)


def _preferences(gathered: str) -> tuple[tuple[str, str], ...]:
    """The list lines of section 2 that stand under a heading that names preferences."""
    found = []
    for block in scan(gathered):
        if block.kind is BlockKind.LIST_ITEM and "preference" in f"{block.heading} {block.lead}".lower():
            line = plain(_SOURCE.sub("", gathered[block.start : block.end]))
            match = _PREFERENCE.match(line)
            if match:
                found.append((match["key"].strip().lower(), match["value"].strip()))
    return tuple(found)
