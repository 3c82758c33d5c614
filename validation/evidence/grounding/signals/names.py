"""Proper names of a claim: capitalised words inside a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from validation.evidence.grounding.index import Evidence
from validation.evidence.grounding.text.stems import FUNCTION_WORDS, stem
from validation.evidence.grounding.text.words import Kind, Token

_BEGINS_ANEW = '.:!?"“•-*#|>(['


@dataclass(frozen=True, slots=True)
class Names:
    """As written in the claim. `elsewhere` are names that the evidence holds, but not near the best window."""

    all: int
    new: tuple[str, ...]
    elsewhere: tuple[str, ...]


def names(claim: str, said: list[Token], evidence: Evidence, near: frozenset[str]) -> Names:
    found = [token for order, token in enumerate(said) if order and _is_name(claim, token)]
    new = [token for token in found if not evidence.holds(stem(token.norm))]
    away = [token for token in found if stem(token.norm) not in near and token not in new]
    return Names(len(found), tuple(token.raw for token in new), tuple(token.raw for token in away))


def _is_name(claim: str, token: Token) -> bool:
    if token.kind is not Kind.WORD or not token.raw[0].isupper() or token.norm in FUNCTION_WORDS:
        return False
    before = claim[max(0, token.at - 2) : token.at].strip()
    return before[-1:] not in _BEGINS_ANEW or not before
