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
from validation.evidence.words import lines_of, pattern_of, words_of

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


_TOKEN = re.compile(r"[^\W_][\w'’-]*|[,.;:?!()\n]")
_TRIGGERS, _FILLERS, _STOPS = (words_of(f"subject.{name}") for name in ("triggers", "fillers", "stops"))
_BOUND_TRIGGERS = {
    *((first, "for") for first in words_of("subject.before_for")),
    *((first, "of") for first in words_of("subject.before_of")),
}
_TRAILING, _GENERIC = words_of("subject.trailing"), words_of("subject.generic")
_GROUPS = tuple(frozenset(map(stem, line.split())) for line in lines_of("subject.alike"))
_ALIKE = {name: group for group in _GROUPS for name in group}
_WARES = {stem(word): word.rstrip("y") for line in lines_of("subject.alike") for word in line.split()}
_NO_RIVALS = words_of("subject.no_rivals")
_WORD = re.compile(r"[^\W_]+")
_PLAIN_WORD = r"(?:[ \t](?!the\b)(?:[a-zäöüß-]+|\d+),?)"
_IN_PASSING = re.compile(
    rf"(?:\b(?i:{pattern_of('subject.owned')})(?:[ \t][a-zäöüß-]+)?"
    rf"|\b(?i:without|with){_PLAIN_WORD}{{0,6}}|\b(?i:{pattern_of('subject.served')}){_PLAIN_WORD}{{0,3}})[ \t]$"
)
"""In front of a ware that is no offer: `covers your car`, `with a mug of soup`."""
_GIVEN_TEXT = re.compile(
    r"\b(?:summari[sz]e|summary|overview|paraphrase|rewrite|translate)\b|"
    r"\b(?:the following|provided|given|attached|above|below) (?:\w{1,20} ){0,2}(?:text|news|articles?|passages?|"
    r"data|document|information|context|report|email|code|story)\b",
    re.IGNORECASE,
)
"""Work on a text that the query only points to: its subject stands there, not in the query."""
_YES_OR_NO = re.compile(r"[\s*_]{0,6}(?:yes|no|ja|nein)\b", re.IGNORECASE)
_FEWEST = 2
_BEFORE = 60
_FIRST_ITEMS = 20


_Kind = tuple[str, frozenset[str]]
"""As the query says it, and the stems that name the same kind of thing."""


def subject(asked: ParsedQuery, draft: Draft) -> Iterator[Requirement]:
    """Names first: they say more than a kind does."""
    names = next((named for text in asked.texts[::-1] if (named := names_in(text))), ())
    if names:
        compared = compares(asked.text)
        spoken = [name_spoken(name, draft, compared=compared) for name in names]
        yield from spoken if compared else [next((one for one in spoken if one.met), spoken[0])]
        return
    kind = next((found for text in asked.texts if (found := _kind(text))), None)
    if kind and asked.purchase:
        yield _of_kind(kind, draft)
    elif needs_facts(asked) and draft.factual:
        yield from _on_topic(asked, draft)


def _kind(text: str) -> _Kind | None:
    """The noun behind `find me a`, `cheapest` and the like: the last word before a preposition, verb or stop."""
    tokens = [match[0].lower() for match in _TOKEN.finditer(text)]
    for place, token in enumerate(tokens):
        before = tokens[place - 1] if place else ""
        if (token in _TRIGGERS or (before, token) in _BOUND_TRIGGERS) and (
            phrase := _phrase(tokens[place + 1 : place + 10])
        ):
            head = stem(phrase[-1])
            return " ".join(phrase), _ALIKE[head] if _is_ware(phrase[-1]) else frozenset({head})
    return None


def _phrase(tokens: list[str]) -> list[str]:
    words: list[str] = []
    for token in tokens:
        if not words and (token in _FILLERS or token.isdigit()):
            continue
        if not (token[0].isalnum()) or token in _STOPS:
            break
        words.append(token)
    while words and (words[-1] in _TRAILING or words[-1].isdigit()):
        words.pop()
    return words if words and _is_kind(words) else []


def _is_kind(words: list[str]) -> bool:
    """`-er` is an adjective (`lighter`) or a thing (`printer`); only beside another word is it taken for a thing."""
    head = words[-1]
    if len(words) > 5 or len(head) < 3 or head in _GENERIC or words[0] in _GENERIC or head.endswith("ly"):
        return False
    return len(words) > 1 or not head.endswith("er")


def _of_kind(kind: _Kind, draft: Draft) -> Requirement:
    text, alike = kind
    if places := [place for name in alike if (place := draft.find_stem(name))]:
        return Requirement(text, "entity", True, "The response speaks of it.", *min(places))
    if alike & draft.linked:
        return Requirement(text, "entity", True, "The evidence behind the response is about it.")
    if not _has_rival(kind, draft) or not draft.factual:
        return Requirement(text, "entity", True, "What was searched for counts as what the results are.")
    evidence_missing = not alike & draft.known
    reason = "The response speaks of something else." + (" So does the evidence." if evidence_missing else "")
    first = draft.factual[0]
    return Requirement(text, "entity", False, reason, first.start, first.end, evidence_missing)


def _has_rival(kind: _Kind, draft: Draft) -> bool:
    """Whether the response speaks of another kind of thing: a desktop where a laptop is wanted. Where no ware is
    wanted, one that is named in passing is none."""
    text, alike = kind
    for modifier in text.split()[:-1]:
        for match in re.finditer(rf"\b{re.escape(modifier)}[ \t]([a-z]{{3,}})", draft.spoken, re.IGNORECASE):
            if stem(match[1].lower()) not in alike and match[1].lower() not in FUNCTION_WORDS:
                return True
    return any(
        _is_ware(match[0].lower())
        and stem(match[0].lower()) not in alike
        and match[0].lower() not in _NO_RIVALS
        and (alike in _GROUPS or not _IN_PASSING.search(said, max(0, match.start() - _BEFORE), match.start()))
        for said in (draft.spoken, draft.linked_text)
        for match in _WORD.finditer(said)
    )


def _is_ware(word: str) -> bool:
    """`plane` is one; `plan` only shares its stem."""
    begins = _WARES.get(stem(word))
    return begins is not None and word.startswith(begins)


def _on_topic(asked: ParsedQuery, draft: Draft) -> Iterator[Requirement]:
    """Without a name or a kind the response or its evidence must be about the query: a concept stands in both, or their
    meanings are near. An answer need not repeat its question, and yes or no is one."""
    wanted = keys_of(asked.text) - _GENERIC
    if len(wanted) < _FEWEST or _GIVEN_TEXT.search(asked.text):
        return
    if _YES_OR_NO.match(draft.spoken):
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
