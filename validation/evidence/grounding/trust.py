"""Where the model's figures cannot be relied on: input unlike what it was trained and measured on."""

from __future__ import annotations

import re
from collections.abc import Sequence

from validation.evidence.grounding.index import Evidence
from validation.evidence.grounding.text.language import is_foreign
from validation.evidence.grounding.text.vocabulary import Vocabulary
from validation.evidence.grounding.text.words import Kind, Token

_LONG_PROSE = 2_000
_VERY_LONG = 40_000
_KNOWN_KEYS = 0.5
_SUMMARY = re.compile(r"\b(?:summar|abstract of|tl;?dr|key points|main points|condense)", re.IGNORECASE)


def out_of_domain(
    *, query: str, passages: Sequence[str], said: list[Token], evidence: Evidence, vocabulary: Vocabulary
) -> str | None:
    """A sentence for the reviewer, or None. `said` are the tokens of the claims, `vocabulary` what the model
    knows."""
    length = sum(map(len, passages))
    if length > _VERY_LONG:
        return f"the evidence is very long ({length:,} characters); matches may be coincidental"
    if is_foreign([token.norm for token in said if token.kind is Kind.WORD], vocabulary.idf):
        return "the response is not in English, the only language the grounding model was trained on"
    if _unfamiliar(evidence, vocabulary.keys):
        return "the evidence is structured data of a kind the grounding model was not trained on"
    if _SUMMARY.search(query) and length > _LONG_PROSE and not evidence.structured:
        return "it summarises a long text, where small changes of meaning are easily missed"
    return None


def _unfamiliar(evidence: Evidence, keys: frozenset[str]) -> bool:
    named = [one for one in evidence.attributes if one.key]
    return bool(named) and sum(one.key <= keys for one in named) < _KNOWN_KEYS * len(named)
