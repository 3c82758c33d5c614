"""A question that the response asks back stays on topic (spec 1, section 4.3)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from validation.domain.claim import Requirement
from validation.evidence.requirements.draft import Draft, stems_of
from validation.evidence.requirements.parsed_query import ParsedQuery
from validation.evidence.text.sentences import sentence_spans

_REFERS = re.compile(
    r"\b(?:it|its|them|they|these|those|this|that|one|ones|also|too|as well|either|else|instead|more|another|other|"
    r"both|"
    r"details?|options?|search|compare|check|help|budget|results?|sources?)\b",
    re.IGNORECASE,
)
_OFFER = stems_of("shall want like know tell need look find show let help would should give add hear interested")
_FOREIGN = 2


def follow_up(asked: ParsedQuery, draft: Draft) -> Iterator[Requirement]:
    """Only the last question is looked at, and only two foreign words with nothing that refers back are off topic."""
    question = _last_question(draft)
    if question is None:
        return
    start, end = question
    said = stems_of(draft.spoken[start:end]) - _OFFER
    rest = stems_of(draft.spoken[:start] + " " + draft.spoken[end:])
    shared = said & (stems_of(f"{asked.text} {asked.query.purpose}") | rest | draft.known)
    met = bool(shared) or len(said) < _FOREIGN or bool(_REFERS.search(draft.spoken, start, end))
    reason = (
        "The question asked back is on topic." if met else "The question asked back has nothing to do with the query."
    )
    yield Requirement("follow-up questions stay on topic", "follow_up", met, reason, start, end)


def _last_question(draft: Draft) -> tuple[int, int] | None:
    for block in reversed(draft.blocks):
        for start, end in reversed(sentence_spans(draft.text, block.start, block.end)):
            if draft.text[start:end].rstrip("*_ )\"'").endswith("?"):
                return start, end
            return None
    return None
