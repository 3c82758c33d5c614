"""The response speaks of what was asked for: the kind of thing, and the things that are named."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from validation.domain.claim import Requirement
from validation.embeddings.local import fast_embedder
from validation.evidence.language.names import keys_of
from validation.evidence.language.stems import FUNCTION_WORDS, stem
from validation.evidence.requirements.draft import Draft, ParsedQuery
from validation.evidence.requirements.facts import needs_facts
from validation.evidence.requirements.names import compares, name_spoken, names_in
from validation.evidence.words import lines_of, words_of

_NEAR = 0.2
"""Cosine. Of 383 right answers (development and short cases) one lies below beside its query; beside other queries 87
in 100 of them do."""
_LONGEST = 1_000
"""Characters of each text: about as much as the model reads."""


def is_near(query: str, texts: Sequence[str]) -> bool:
    """Whether the meaning of any of `texts` is near to that of `query`. Vectors have length one."""
    said = [text[:_LONGEST] for text in texts if text.strip()]
    if not said:
        return False
    asked, *vectors = fast_embedder().embed([query[:_LONGEST], *said])
    return any(float(asked @ vector) >= _NEAR for vector in vectors)


_GENERIC = words_of("subject.generic")
_ALIKE = {stem(word): frozenset(map(stem, line.split())) for line in lines_of("subject.alike") for word in line.split()}
_WARES = {stem(word): word.rstrip("y") for line in lines_of("subject.alike") for word in line.split()}
_WORD = re.compile(r"[^\W_]+")
_BESIDE = re.compile(
    r"\b(?:with|without|on|in|my|our|your|his|her|their|repair|replace|change|insure)[ \t](?:[\w'’-]+[ \t]){0,2}$",
    re.IGNORECASE,
)
"""In front of a ware that is not looked for: `a case for my phone`."""
_OF_A_PART = re.compile(r"\b(?:with|has|have)[ \t](?:[\w'’-]+[ \t]){0,3}$", re.IGNORECASE)
"""In front of a part of what is offered: `it has a 14 inch screen`."""
_NEXT = re.compile(r"[ \t]([^\W\d_]+)")
_GIVEN_TEXT = re.compile(
    r"\b(?:summari[sz]e|summary|overview|paraphrase|rewrite|translate)\b|"
    r"\b(?:the following|provided|given|attached|above|below) (?:\w{1,20} ){0,2}(?:text|news|articles?|passages?|"
    r"data|document|information|context|report|email|code|story)\b",
    re.IGNORECASE,
)
"""Work on a text that the query only points to: its subject stands there, not in the query."""
_YES_OR_NO = re.compile(r"[\s*_]{0,6}(?:yes|no|ja|nein)\b", re.IGNORECASE)
_MAY_FOLLOW = FUNCTION_WORDS | {"please", "costing", "costs", "cost", "cheaper", "now", "worth"}
_FEWEST = 2
_BEFORE = 60
_FIRST_ITEMS = 20


def subject(asked: ParsedQuery, draft: Draft) -> Iterator[Requirement]:
    """Names first: they say more than a kind does."""
    names = next((named for text in asked.texts[::-1] if (named := names_in(text))), ())
    if names:
        compared = compares(asked.text)
        spoken = [name_spoken(name, draft, compared=compared) for name in names]
        yield from spoken if compared else [next((one for one in spoken if one.met), spoken[0])]
        return
    ware = next((found for text in asked.texts if (found := _ware_wanted(text))), None)
    if ware and asked.purchase:
        yield _of_kind(ware, draft)
    elif needs_facts(asked) and draft.factual:
        yield from _on_topic(asked, draft)


def _ware_wanted(text: str) -> str | None:
    """The first ware that is named for its own sake and not for that of the word behind it: `phone case`."""
    for match in _wares(text, _BESIDE):
        behind = _NEXT.match(text, match.end())
        if behind is None or behind[1].lower() in _MAY_FOLLOW:
            return match[0].lower()
    return None


def _wares(text: str, beside: re.Pattern[str]) -> Iterator[re.Match[str]]:
    for match in _WORD.finditer(text):
        if _is_ware(match[0].lower()) and not beside.search(text, max(0, match.start() - _BEFORE), match.start()):
            yield match


def _of_kind(ware: str, draft: Draft) -> Requirement:
    """Unmet where the response speaks of another ware only; what was searched for counts as what the results are."""
    alike = _ALIKE[stem(ware)]
    if places := [place for name in alike if (place := draft.find_stem(name))]:
        return Requirement(ware, "entity", True, "The response speaks of it.", *min(places))
    if alike & draft.linked:
        return Requirement(ware, "entity", True, "The evidence behind the response is about it.")
    rivals = chain(_wares(draft.spoken, _OF_A_PART), _wares(draft.linked_text, _OF_A_PART))
    if next(rivals, None) is None or not draft.factual:
        return Requirement(ware, "entity", True, "What was searched for counts as what the results are.")
    evidence_missing = not alike & draft.known
    reason = "The response speaks of something else." + (" So does the evidence." if evidence_missing else "")
    first = draft.factual[0]
    return Requirement(ware, "entity", False, reason, first.start, first.end, evidence_missing)


def _is_ware(word: str) -> bool:
    """`plane` is one; `plan` only shares its stem."""
    begins = _WARES.get(stem(word))
    return begins is not None and word.startswith(begins)


def _on_topic(asked: ParsedQuery, draft: Draft) -> Iterator[Requirement]:
    """Without a name or a kind the response or its evidence must be about the query: a concept stands in both, or their
    meanings are near. An answer need not repeat its question, and yes or no is one."""
    wanted = keys_of(asked.text) - _GENERIC
    if len(wanted) < _FEWEST or _GIVEN_TEXT.search(asked.text) or _YES_OR_NO.match(draft.spoken):
        return
    evidence = [f"{item.heading} {' '.join(item.header)} {item.text}" for item in draft.items]
    shared = any(wanted & keys_of(text) for text in chain((draft.spoken, draft.linked_text), evidence))
    if shared or is_near(asked.texts[-1], (draft.spoken, draft.linked_text or "\n".join(evidence[:_FIRST_ITEMS]))):
        yield Requirement("the subject of the query", "entity", True, "The response or the evidence speaks of it.")
        return
    first = draft.factual[0]
    reason = "Neither the response nor the evidence is about what the query asks."
    yield Requirement(
        "the subject of the query", "entity", False, reason, first.start, first.end, evidence_missing=True
    )
