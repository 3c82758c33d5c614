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
    r"in most cases|most (?:people|users|shops|experts|customers|runners)|it is (?:well|widely) known|"
    r"as everyone knows|üblicherweise|normalerweise|meistens|in der Regel)\b",
    re.IGNORECASE,
)
_SUPERLATIVE = re.compile(
    r"\b(?:the|its|our|their|world's|market's|europe's|america's|germany's)[ \t]+"
    r"(?:(?:very|single|absolute)[ \t]+)?"
    r"(?P<word>(?:most|least)[ \t]+[a-z]{3,}|best(?:-[a-z]+)?|worst|[a-z]{3,12}est)\b"
    r"|\b(?P<claim>number one|no\. ?1|unbeatable|unmatched|unrivalled|world-class|second to none|top-rated|"
    r"best-selling|industry-leading|award-winning)\b",
    re.IGNORECASE,
)
_NO_SUPERLATIVE = re.compile(
    r"(?:inter|for|requ|hon|harv|gu|cont|prot|conqu|dig|mod|r|w|t|qu|ch|n|inv|sugg|arr|lat|near|earli|temp|bequ|manif|"
    r"pri|cr|z|p|unr|midw|northw|southw)est|best (?:results?|of luck|regards|wishes|before)"
)
_DENIED = re.compile(r"\b(?:not|n't|never|nor|if|ensure|for)[ \t]+(?:be[ \t]+|necessarily[ \t]+)?$", re.IGNORECASE)
_SCOPED = re.compile(
    r"\b(?:of|among|between|in|out of|from)[ \t]+(?:the|these|those|all|this|our|my|your)?[ \t]*"
    r"(?:(?:two|three|four|five|six|seven|eight|nine|ten|\d{1,4}|listed|found|checked|compared|above)[ \t]+)?"
    r"(?:shops?|stores?|options?|items?|products?|models?|ones?|list(?:ed)?|results?|table|choices?|offers?|shoes?|"
    r"two|three|four|five|sources?|bunch|pair|group|lot|selection|comparison|both|them|these|those)\b"
    r"|\b(?:I found|we found|found here|listed (?:here|above|below)|compared here|so far)\b",
    re.IGNORECASE,
)
_WORLD = re.compile(
    r"\b(?:on the (?:\w{1,20} ){0,2}market|in the (?:world|industry|country|city|business)|worldwide|anywhere|"
    r"ever(?: made)?|on earth|of all time|in its class|money can buy|in history|today|currently available)\b",
    re.IGNORECASE,
)
_NEAR = 200
_COMPARING = re.compile(
    r"(?:cheap|light|heavi|low|high|fast|slow|short|long|small|larg|bigg)est|(?:most|least) (?:expensive|affordable)"
)


def unsourced_words(claim: ClaimSpan, register: str, query: str, *, comparisons: bool) -> Iterator[Unsourced]:
    """Hedges and superlatives of a claim that no evidence uses. `register` and `query` are in lower case. With
    `comparisons` the evidence holds values to compare, and a superlative within what was found follows from them."""
    for match in _HEDGE.finditer(claim.text):
        if not _says(register, match[0].lower()):
            yield Unsourced(claim.start + match.start(), claim.start + match.end(), match[0], superlative=False)
    for match in _SUPERLATIVE.finditer(claim.text):
        word = (match["word"] or match["claim"]).lower()
        if not _is_none(claim.text, match, word) and not _sourced(
            word, _around(claim.text, match), register, query, comparisons=comparisons
        ):
            yield Unsourced(claim.start + match.start(), claim.start + match.end(), match[0], superlative=True)


def _around(text: str, match: re.Match[str]) -> str:
    return text[max(0, match.start() - _NEAR) : match.end() + _NEAR]


def _is_none(text: str, match: re.Match[str], word: str) -> bool:
    """`the forest`, `the best results`, `may not be the best`."""
    if _NO_SUPERLATIVE.match(text[match.end() - len(word) : match.end() + 8].lower()):
        return True
    return bool(_DENIED.search(text[max(0, match.start() - 24) : match.start()]))


def _sourced(word: str, around: str, register: str, query: str, *, comparisons: bool) -> bool:
    if _says(register, word):
        return True
    if _WORLD.search(around):
        return False
    return comparisons and bool(_SCOPED.search(around) or word in query or _COMPARING.fullmatch(word))


def _says(text: str, words: str) -> bool:
    return words in text and re.search(rf"\b{re.escape(words)}\b", text) is not None
