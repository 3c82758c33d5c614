"""Whether a query asks for facts at all, whether the response states any, and whether it asks back to the point.

A greeting, thanks, a question to the assistant about itself and a wish for a text of one's own need no evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from validation.domain.claim import Requirement
from validation.evidence.requirements.draft import Draft, ParsedQuery, stems_of
from validation.evidence.text.sentences import sentence_spans
from validation.evidence.words import any_of

_POLITE = any_of("facts.polite", front=r"[\s,.!:;–-]{0,10}")
_ABOUT_ASSISTANT = any_of("facts.about_assistant", front="", behind="")
_OWN_TEXT = any_of("facts.own_text", front="(?:please )?")
_QUESTION = re.compile(
    r"(?:^|[.;:!?,\n][ \t]{0,4}|\b(?:and|or|but|so|know|tell (?:me|us)|wonder(?:ing)?|in|at|for|on|from|by|if)"
    r"[ \t]{1,4})"
    r"(?:which|what(?:'s)?|when|where(?:'s)?|who(?:'s|se)?|whom|why|how|is|are|was|were|does|do|did|has|have|can|could|"
    r"should|will|would|welche\w{0,2}|was|wann|wo|wer|warum|wie|gibt|ist|sind|hat)\b",
    re.IGNORECASE,
)
_ORDER = any_of("facts.order")
_MARKS = ("?", "？", "؟")
_ASKING = any_of("facts.asking", front="")
_IN_EAST_ASIAN = re.compile(
    "[何誰几哪谁啥]|いくら|いつ|どこ|どれ|どの|なぜ|多少|什么|怎么|为什么|몇|얼마|언제|어디|누구|무엇"
)
_NEEDS = re.compile(r"\bneeds?_\w{1,40}[\"']?[ \t]?[=:][ \t]?[\"']?(?:true|yes)\b", re.IGNORECASE)
_LONGEST = 2000


def needs_facts(asked: ParsedQuery) -> bool:
    """False where unsure: a query that only might ask for facts is left to the judge."""
    if _NEEDS.search(asked.query.data_requirements):
        return True
    return any(_asks(text[:_LONGEST]) for text in asked.texts)


def _asks(text: str) -> bool:
    text = text.strip()
    while (polite := _POLITE.match(text)) and polite.end():
        text = text[polite.end() :]
    text = text.lstrip(" ,.!:;–-")
    if _ABOUT_ASSISTANT.match(text) or _OWN_TEXT.match(text) or not re.search(r"\w{2}", text):
        return False
    if _ORDER.search(text) or _QUESTION.match(text) or ("?" in text and _QUESTION.search(text)):
        return True
    return text.endswith(_MARKS) and bool(_ASKING.match(text.lstrip("¿")) or _IN_EAST_ASIAN.search(text))


def answer(asked: ParsedQuery, draft: Draft) -> Iterator[Requirement]:
    """A query that asks for facts gets at least one, and there is evidence to take it from."""
    if not needs_facts(asked):
        return
    said = draft.factual
    start, end = (said[0].start, said[0].end) if said else (None, None)
    if not draft.items:
        reason = "Sections 2 and 4 hold no evidence, though the query asks for facts."
        yield Requirement(
            "an answer that rests on evidence", "answer", False, reason, start, end, evidence_missing=True
        )
    elif not said:
        reason = "The query asks for facts and the response states none."
        yield Requirement("an answer to the question", "answer", False, reason)
    else:
        yield Requirement("an answer to the question", "answer", True, "The response states facts.", start, end)


_REFERS = any_of("facts.refers")
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
