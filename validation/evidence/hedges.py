"""`Usually`, `typically`, and superlatives without source: what is added when the evidence is silent (spec 1, 10.2)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from validation.evidence.claims import ClaimSpan


@dataclass(frozen=True, slots=True)
class Unsourced:
    """`response_md[start:end]` is the word; `superlative` tells the two kinds apart."""

    start: int
    end: int
    text: str
    superlative: bool


_HEDGE = re.compile(
    r"\b(?:usually|typically|generally|normally|commonly|ordinarily|customarily|tends? to|as a rule|in general|"
    r"in most cases|most (?:people|users|shops|experts|customers|runners)|it is (?:well|widely) known|as everyone knows|"
    r"üblicherweise|normalerweise|meistens|in der Regel)\b",
    re.IGNORECASE,
)
_SUPERLATIVE = re.compile(
    r"\b(?:the|its|our|their|world's|market's|europe's|america's|germany's)[ \t]+(?:(?:very|single|absolute)[ \t]+)?"
    r"(?P<word>(?:most|least)[ \t]+[a-z]{3,}|best(?:-[a-z]+)?|worst|cheapest|[a-z]{3,12}est)\b|"
    r"\b(?P<claim>number one|no\. ?1|unbeatable|unmatched|unrivalled|world-class|second to none|top-rated|best-selling|"
    r"industry-leading|award-winning)\b",
    re.IGNORECASE,
)
_NO_SUPERLATIVE = frozenset(
    [
        "interest",
        "forest",
        "request",
        "honest",
        "harvest",
        "guest",
        "contest",
        "protest",
        "conquest",
        "digest",
        "modest",
        "rest",
        "west",
        "test",
        "quest",
        "chest",
        "nest",
        "invest",
        "suggest",
        "arrest",
        "latest",
        "nearest",
        "earliest",
        "tempest",
        "bequest",
        "manifest",
        "priest",
        "crest",
        "zest",
        "pest",
    ]
)
_SCOPED = re.compile(
    r"\b(?:of|among|between|in|out of|from)[ \t]+(?:the|these|those|all|this|our|my|your)?[ \t]*"
    r"(?:(?:two|three|four|five|six|seven|eight|nine|ten|\d{1,4}|listed|found|checked|compared|above|available)[ \t]+)?"
    r"(?:shops?|stores?|options?|items?|products?|models?|ones?|list(?:ed)?|results?|table|choices?|offers?|shoes?|two|"
    r"three|four|five|sources?|bunch|pair|group|lot|selection|comparison|both|them|these|those)\b"
    r"|\b(?:I found|we found|found here|listed (?:here|above|below)|in (?:this|the) (?:list|table)|compared here|so far)\b",
    re.IGNORECASE,
)
_WORLD = re.compile(
    r"\b(?:on the (?:\w+ ){0,2}market|in the (?:world|industry|country|city|business)|worldwide|anywhere|ever(?: made)?|"
    r"on earth|of all time|in its class|money can buy|in history|today|currently available)\b",
    re.IGNORECASE,
)


def unsourced_words(claim: ClaimSpan, register: str, query: str, *, comparisons: bool) -> Iterator[Unsourced]:
    """Hedges and superlatives of a claim that no evidence uses. `register` is the evidence text in lower case, `query`
    likewise. With `comparisons`, the evidence holds values to compare, and a superlative within what was found follows."""
    for match in _HEDGE.finditer(claim.text):
        if not re.search(r"\b" + re.escape(match[0].lower()) + r"\b", register):
            yield Unsourced(claim.start + match.start(), claim.start + match.end(), match[0], superlative=False)
    for match in _SUPERLATIVE.finditer(claim.text):
        word = (match["word"] or match["claim"]).lower()
        if word not in _NO_SUPERLATIVE and not _sourced(word, claim.text, register, query, comparisons=comparisons):
            yield Unsourced(claim.start + match.start(), claim.start + match.end(), match[0], superlative=True)


def _sourced(word: str, said: str, register: str, query: str, *, comparisons: bool) -> bool:
    if re.search(r"\b" + re.escape(word) + r"\b", register):
        return True
    if _WORLD.search(said):
        return False
    return comparisons and (bool(_SCOPED.search(said)) or word in query or word in _COMPARING)


_COMPARING = ("cheapest", "lightest", "heaviest", "lowest", "highest", "most expensive", "least expensive", "most affordable",
              "fastest", "slowest", "shortest", "longest", "smallest", "largest", "biggest")  # fmt: skip
