"""Superlatives without source: `the best torch`, `unbeatable` (spec 1, 4.1 and 10.2).

What rates nothing is left alone: `the most seats`, `to find the best price`, `even the most discerning palate`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from validation.evidence.text.claims import ClaimSpan
from validation.evidence.text.words import says
from validation.evidence.words import lines_of

_SUPERLATIVE = re.compile(
    r"\b(?:the|its|our|their|world's|market's|europe's|america's|germany's)[ \t]+"
    r"(?:(?:very|single|absolute)[ \t]+)?"
    r"(?P<word>(?:most|least)[ \t]+[a-z]{3,}|best(?:-[a-z]+)?|worst(?:-case)?|[a-z]{3,12}est)\b"
    r"|\b(?P<claim>number one|no\. ?1|unbeatable|unmatched|unrivalled|world-class|second to none|top-rated|"
    r"best-selling|industry-leading|award-winning)\b",
    re.IGNORECASE,
)
_OTHER_WORD = re.compile(
    r"(?:inter|for|requ|hon|harv|gu|cont|prot|conqu|dig|mod|r|w|t|qu|ch|n|inv|sugg|arr|lat|near|earli|temp|bequ|manif|"
    r"pri|cr|z|p|unr|midw|northw|southw)est|(?:best|worst)-case|"
    r"(?:most|least)[ \t]+(?:you|we|they|i|it|one|people|users|of|that|recent(?:ly)?|rain(?:fall)?|"
    r"snow(?:fall)?|money|time|out|during|when|from|likely|"
    r"[a-z]+(?<!ou)(?<!les)s)"
)
"""Also amounts (`the most seats`, `the least rain`) and order in time."""
_NOT_SAID = re.compile(
    r"\b(?:not|n't|never|nor|if|ensure|for|even|about|regarding|concerning|what(?:'s| is| are| was)|"
    r"(?:information|advice|details|consensus|agreement|views|opinions) on|"
    r"to (?:get|find|determine|choose|select|identify|decide(?: on)?|pick|know|learn|see|discuss|compare|recommend))"
    r"[ \t]+(?:be[ \t]+|necessarily[ \t]+)?$",
    re.IGNORECASE,
)
"""Denied, asked or striven for."""
_SCOPED = re.compile(
    r"\b(?:of|among|between|in|out of|from)[ \t]+(?:the|these|those|all|this|our|my|your)?[ \t]*"
    r"(?:(?:two|three|four|five|six|seven|eight|nine|ten|\d{1,4}|listed|found|checked|compared|above)[ \t]+)?"
    r"(?:shops?|stores?|options?|items?|products?|models?|ones?|list(?:ed)?|results?|table|choices?|offers?|shoes?|"
    r"two|three|four|five|sources?|bunch|pair|group|lot|selection|comparison|both|them|these|those)\b"
    r"|\b(?:I found|we found|found here|listed (?:here|above|below)|compared here|so far)\b",
    re.IGNORECASE,
)
_NEAR = 200
_COMPARING = re.compile(
    r"(?:cheap|light|heavi|low|high|fast|slow|short|long|small|larg|bigg)est|(?:most|least) (?:expensive|affordable)"
)
_ALIKE = tuple(line.split(", ") for line in lines_of("superlatives.alike"))


def unsourced_superlatives(
    claim: ClaimSpan, register: str, query: str, *, comparisons: bool
) -> Iterator[tuple[int, int]]:
    """Where in the response they stand. `register` and `query` are in lower case. With `comparisons` the evidence holds
    values to compare, and a superlative within what was found follows from them."""
    for match in _SUPERLATIVE.finditer(claim.text):
        if not _rates_nothing(claim.text, match) and not _sourced(claim.text, match, register, query, comparisons):
            yield claim.start + match.start(), claim.start + match.end()


def _word(match: re.Match[str]) -> str:
    return re.sub(r"[ \t]+", " ", (match["word"] or match["claim"]).lower())


def _rates_nothing(text: str, match: re.Match[str]) -> bool:
    """`The forest`, `may not be the best`."""
    asked = _NOT_SAID.search(text[max(0, match.start() - 24) : match.start()])
    return asked is not None or _OTHER_WORD.fullmatch(_word(match)) is not None


def _sourced(text: str, match: re.Match[str], register: str, query: str, comparisons: bool) -> bool:
    word = _word(match)
    if any(says(register, alike) for alike in _words_for(word)):
        return True
    around = text[max(0, match.start() - _NEAR) : match.end() + _NEAR]
    return comparisons and bool(_SCOPED.search(around) or word in query or _COMPARING.fullmatch(word))


def _words_for(word: str) -> set[str]:
    alike = {other for line in _ALIKE if word in line for other in line}
    return {word, word.removesuffix("ly"), *alike}
