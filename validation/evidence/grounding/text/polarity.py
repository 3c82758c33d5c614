"""Words that deny, and statements about the evidence instead of the world: "the passages do not say"."""

from __future__ import annotations

import re

from validation.evidence.words import any_of, words_of

_NEGATIONS = words_of("polarity.negations")


def negations_in(said: list[str]) -> int:
    return sum(word in _NEGATIONS or word.endswith("n't") for word in said)


_NOT_SAID = re.compile(
    r"\b(?:not|n't|no|neither)\s+(?:\w{1,20}\s+){0,3}?(?:mention|provid|specif|stat|contain|includ|availab|answer|say|"
    r"give|clear|information|detail|indicat|address)\w{0,8}|\bunable to (?:answer|provide|determine|find)\b|"
    r"\binsufficient (?:information|data|context)|\b(?:cannot|can't|could not|couldn't) (?:be )?(?:answer|determin|"
    r"provid|find|found)\w{0,4}",
    re.IGNORECASE,
)
_ABOUT_SOURCES = any_of("polarity.about_sources")


def count_denials(claim: str) -> int:
    """How often the claim says that the evidence does not hold something."""
    return len(_NOT_SAID.findall(claim))


def speaks_of_sources(claim: str) -> int:
    return len(_ABOUT_SOURCES.findall(claim))
