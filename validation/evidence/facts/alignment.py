"""How closely one place of the evidence says what a part of a claim says: clause, sentence, row, or only the whole.

A true word in the wrong place is in the evidence, but in another clause: `writes are refused, reads continue` for
`reads are refused, writes continue`. Each part of the claim is held against clauses first, and what they lack
against ever wider stretches. Shares are of weight: words that tie an answer together weigh little.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise

from validation.evidence.document.statement import Statement
from validation.evidence.facts.frames import FRAME, LABELS
from validation.evidence.quantities import Kind, Quantity

_FRAME, _GIVEN, _LABEL = 0.15, 0.35, 0.6
_LEAST = 0.5
"""A part of a claim that weighs less states nothing by itself."""
_MOST = 24
_MODIFIER = re.compile(
    r"\b(?:(?P<all>all|every|each|always|everyone|everything|any|anyone|both)|(?P<none>no one|nobody|none|never|nothing)"
    r"|(?P<some>some|most|often|usually|sometimes|mostly|typically|may|might|can|could|possibly|partly|generally)"
    r"|(?P<only>only|just|solely|exclusively)"
    r"|(?P<upto>up to|at most|no more than|maximum|max|within|or less|not more than)"
    r"|(?P<least>at least|minimum|from|or more|or later|no less than)"
    r"|(?P<until>until|till|before|by)|(?P<after>after|since|from|once)"
    r"|(?P<unless>unless|except|excluding|other than|but not)|(?P<if>if|when|provided|as long as|in case|where))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Alignment:
    """Of the worst part of a claim: the share carried by the best clause, two clauses, sentence, row or object, and by
    the whole evidence. `signed` is as `sentence`, counting only what is denied alike; `mean` the clause's share over
    all parts. `added` and `dropped` count words such as `all`, `only`, `up to`, `unless` that only the claim or only
    the best sentence has; `condition` is the share of the best sentence's words that the response leaves out."""

    clause: float = 1.0
    clauses: float = 1.0
    sentence: float = 1.0
    row: float = 1.0
    whole: float = 1.0
    signed: float = 1.0
    mean: float = 1.0
    added: float = 0.0
    dropped: float = 0.0
    condition: float = 0.0
    parts: float = 0.0


NAMES = tuple(field.name for field in fields(Alignment))
_LARGER_IS_WORSE = ("added", "dropped", "condition", "parts")
Weighed = dict[tuple[str, bool], float]


def align(
    claim: Statement, text: str, known: Sequence[Statement], evidence: str, given: frozenset[str], said: frozenset[str]
) -> Alignment:
    """`text` is the response and `evidence` the context, `given` the concepts that need no evidence, `said` all
    concepts of the response."""
    known = known[:_MOST]
    parts = list(_parts(claim, given))
    if not parts or not known:
        return Alignment()
    clauses = [(one, held, signed) for one in known for held, signed in _clauses_of(one)]
    rows = _rows(known)
    everything = frozenset[str]().union(*(held for _, held, _ in clauses))
    found = []
    for part in parts:
        total = sum(part.values())
        by_clause = max(_share(part, held, total) for _, held, _ in clauses)
        pairs = (one[1] | other[1] for one, other in pairwise(clauses) if one[0] is other[0])
        by_two = max((_share(part, held, total) for held in pairs), default=by_clause)
        sentences = [(_share(part, _keys_of(one), total), one) for one in known]
        by_sentence = max(share for share, _ in sentences)
        signed = max(_signed_share(part, _signed_of(one), total) for share, one in sentences if share >= 0.5 * by_sentence)
        by_row = max((_share(part, held, total) for held in rows), default=by_sentence)
        found.append(
            (by_clause, max(by_two, by_clause), by_sentence, max(by_row, by_sentence), _share(part, everything, total),
             signed)
        )  # fmt: skip
    best = max(known, key=lambda one: sum(_share(part, _keys_of(one), sum(part.values())) for part in parts))
    added, dropped = _modifiers(text[claim.start : claim.end], evidence[best.start : best.end])
    left = [term for term in best.terms if term.key not in FRAME]
    unsaid = sum(term.key not in said for term in left) / len(left) if left else 0.0
    worst = [min(one[place] for one in found) for place in range(6)]
    return Alignment(
        *worst,
        mean=sum(one[0] for one in found) / len(found),
        added=float(added),
        dropped=float(dropped),
        condition=unsaid if best.is_conditional else 0.0,
        parts=float(len(parts)),
    )


def worst_of(found: Iterable[Alignment]) -> Alignment:
    """Of the statements of one claim."""
    every = list(found)
    if not every:
        return Alignment()
    values = {
        name: (max if name in _LARGER_IS_WORSE else min)(getattr(one, name) for one in every) for name in NAMES
    }
    return Alignment(**values)


def _parts(claim: Statement, given: frozenset[str]) -> Iterator[Weighed]:
    """The segments of a claim, words and figures, each with its weight."""
    found: dict[int, Weighed] = {}
    for term in claim.terms:
        weight = _FRAME if term.key in FRAME else _GIVEN if term.key in given else _LABEL if term.key in LABELS else 1.0
        found.setdefault(term.segment, {})[term.key, term.denied] = weight
    for figure in claim.figures[:40]:
        found.setdefault(claim.segment_at(figure.start), {})[figure_key(figure), False] = 1.0
    yield from (part for part in found.values() if sum(part.values()) >= _LEAST)


def _clauses_of(one: Statement) -> list[tuple[frozenset[str], frozenset[tuple[str, bool]]]]:
    """What each segment of a statement says, with what stands around the whole of it."""
    around = frozenset(one.context) | one.keys
    held: dict[int, set[str]] = {}
    signed: dict[int, set[tuple[str, bool]]] = {}
    for term in one.terms:
        held.setdefault(term.segment, set()).add(term.key)
        signed.setdefault(term.segment, set()).add((term.key, term.denied))
    for figure in one.figures[:40]:
        held.setdefault(one.segment_at(figure.start), set()).add(figure_key(figure))
    return [(frozenset(keys) | around, frozenset(signed.get(place, ()))) for place, keys in held.items()] or [
        (around, frozenset())
    ]


def _keys_of(one: Statement) -> frozenset[str]:
    figures = frozenset(figure_key(figure) for figure in one.figures[:40])
    return one.concepts | one.keys | figures


def _signed_of(one: Statement) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    affirmed = frozenset(term.key for term in one.terms if not term.denied)
    denied = frozenset(term.key for term in one.terms if term.denied)
    return affirmed, denied, _keys_of(one) - affirmed - denied


def _rows(known: Sequence[Statement]) -> list[frozenset[str]]:
    found: dict[int, set[str]] = {}
    for one in known:
        found.setdefault(one.record, set()).update(_keys_of(one))
    return [frozenset(keys) for keys in found.values()]


def _share(part: Weighed, held: frozenset[str], total: float) -> float:
    return sum(weight for (key, _), weight in part.items() if key in held) / total


def _signed_share(
    part: Weighed, held: tuple[frozenset[str], frozenset[str], frozenset[str]], total: float
) -> float:
    affirmed, denied, around = held
    return (
        sum(w for (key, is_denied), w in part.items() if key in (denied if is_denied else affirmed) or key in around)
        / total
    )


def figure_key(figure: Quantity) -> str:
    """One name for equal figures of one unit."""
    if figure.dates:
        return f"#date {figure.dates[0][1]}-{figure.dates[0][2]}" if figure.dates[0][1] else f"#{figure.dates[0][0]}"
    value = figure.readings[0] if figure.readings else 0.0
    return f"#{value:g}" if figure.kind is Kind.NUMBER else f"#{figure.kind.value} {figure.unit} {value:g}"


def _modifiers(said: str, held: str) -> tuple[int, int]:
    one, other = (
        {match.lastgroup for match in _MODIFIER.finditer(text)} for text in (said, held)
    )
    return len(one - other), len(other - one)
