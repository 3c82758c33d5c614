"""Everything measured of one claim against the evidence, and its row of features for the model.

No feature looks at style, length of the response or position: they would fit one data set and not carry over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import log1p

from validation.evidence.grounding.index import Evidence
from validation.evidence.grounding.signals.coverage import WIDTHS, Coverage, coverage
from validation.evidence.grounding.signals.token_risk import TokenRisk
from validation.evidence.grounding.text.attributes import Fields, fields
from validation.evidence.grounding.text.polarity import count_denials, negations_in, speaks_of_sources
from validation.evidence.grounding.text.words import Kind, Token, content, tokens
from validation.evidence.language.stems import FUNCTION_WORDS, Vocabulary, stem

_NUMBERS = (Kind.NUMBER, Kind.NUMBER_WORD, Kind.MONEY, Kind.PERCENT)
_HALF_DAY = 12
_BEGINS_ANEW = '.:!?"“•-*#|>(['


@dataclass(frozen=True, slots=True)
class Signals:
    """`risks` are the learned risks of the new stems; `asked` the share of the claim that restates the query."""

    coverage: Coverage
    slots: Slots
    names: Names
    fields: Fields
    risks: tuple[float, ...]
    new_words: tuple[str, ...]
    absent: int
    of_sources: int
    asked: float
    loosest_figure: float
    loosest_name: float
    structured: bool
    token_risk: TokenRisk


def stems_of(text: str) -> frozenset[str]:
    return frozenset(norm for _, norm in content(tokens(text)))


def signals(
    claim: str, evidence: Evidence, asked: frozenset[str], vocabulary: Vocabulary, token_risk: TokenRisk
) -> Signals:
    """`asked` are the stems of the query."""
    said = tokens(claim)
    held = content(said)
    stems = frozenset(norm for _, norm in held)
    written = {stem(token.norm) if token.kind is Kind.WORD else token.norm: token.raw for token in said}
    cover = coverage(held, evidence, vocabulary)
    near = evidence.near(cover.best or 0, len(WIDTHS))
    return Signals(
        coverage=cover,
        slots=slots(said, evidence.holds, near, evidence.text),
        names=names(claim, said, evidence, near),
        fields=fields(evidence.attributes, stems, negated=negations_in([token.norm for token in said]) > 0),
        risks=tuple(vocabulary.hallucination_log_odds.get(new, 0.0) for new, _ in cover.new),
        new_words=tuple(written.get(new, new) for new, _ in cover.new),
        absent=count_denials(claim),
        of_sources=speaks_of_sources(claim),
        asked=len(stems & asked) / len(stems) if stems else 1.0,
        loosest_figure=min(
            (cover.anchors[n] for k, n in held if k is not Kind.WORD and n in cover.anchors), default=1.0
        ),
        loosest_name=min(
            (
                cover.anchors[stem(t.norm)]
                for t in said[1:]
                if t.kind is Kind.WORD and t.raw[0].isupper() and stem(t.norm) in cover.anchors
            ),
            default=1.0,
        ),
        structured=evidence.structured,
        token_risk=token_risk,
    )


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found) if found else 1.0


FEATURES: dict[str, Callable[[Signals], float]] = {
    "covered": lambda s: s.coverage.share,
    "covered_weighted": lambda s: s.coverage.weighted,
    "covered_by_one": lambda s: s.coverage.windows[0],
    "covered_by_two": lambda s: s.coverage.windows[1],
    "covered_by_three": lambda s: s.coverage.windows[2],
    "scattered": lambda s: s.coverage.weighted - s.coverage.windows[2],
    "covered_pairs": lambda s: s.coverage.pairs,
    "new_run": lambda s: s.coverage.longest_new_run,
    "new_stems": lambda s: len(s.coverage.new),
    "new_weight": lambda s: sum(weight for _, weight in s.coverage.new),
    "new_rarest": lambda s: max((weight for _, weight in s.coverage.new), default=0.0),
    "new_unlike": lambda s: s.coverage.unlike,
    "missing_near": lambda s: s.coverage.missing_near,
    "loosest": lambda s: min(s.coverage.anchors.values(), default=1.0),
    "looseness": lambda s: _mean(s.coverage.anchors.values()),
    "loosest_figure": lambda s: s.loosest_figure,
    "loosest_name": lambda s: s.loosest_name,
    "covered_threes": lambda s: s.coverage.threes,
    "new_number_words": lambda s: len(s.slots.new_number_words),
    "risk_highest": lambda s: max(s.risks, default=-3.0),
    "risk_sum": lambda s: sum(s.risks),
    "risk_positive": lambda s: sum(risk for risk in s.risks if risk > 0),
    "stems": lambda s: log1p(s.coverage.stems),
    "numbers": lambda s: s.slots.numbers,
    "new_numbers": lambda s: len(s.slots.new_numbers),
    "new_money": lambda s: len(s.slots.new_money),
    "new_times": lambda s: len(s.slots.new_times),
    "new_links": lambda s: len(s.slots.new_links),
    "figures_elsewhere": lambda s: len(s.slots.elsewhere),
    "names": lambda s: s.names.all,
    "new_names": lambda s: len(s.names.new),
    "names_elsewhere": lambda s: len(s.names.elsewhere),
    "field_unknown": lambda s: len(s.fields.unknown),
    "field_denied": lambda s: len(s.fields.denied),
    "field_affirmed": lambda s: len(s.fields.affirmed_but_negated),
    "field_agrees": lambda s: len(s.fields.agreeing),
    "field_other_value": lambda s: len(s.fields.other_value),
    "says_absent": lambda s: s.absent,
    "of_sources": lambda s: s.of_sources,
    "asked": lambda s: s.asked,
    "structured": lambda s: s.structured,
    "doubt_worst": lambda s: s.token_risk.worst,
    "doubt_worst_three": lambda s: s.token_risk.worst_three,
    "doubt_mean": lambda s: s.token_risk.mean,
    "doubt_share": lambda s: s.token_risk.share,
}
"""The features by name, in the order of the model."""


def row(measured: Signals) -> list[float]:
    """One row for the claim model, in the order of FEATURES."""
    return [float(read(measured)) for read in FEATURES.values()]


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


@dataclass(frozen=True, slots=True)
class Slots:
    """Figures as written in the claim. `elsewhere` are those that the evidence holds, but not near the best window."""

    numbers: int
    new_numbers: tuple[str, ...]
    new_number_words: tuple[str, ...]
    new_money: tuple[str, ...]
    new_times: tuple[str, ...]
    new_links: tuple[str, ...]
    elsewhere: tuple[str, ...]


def slots(said: list[Token], holds: Callable[[str], bool], near: frozenset[str], text: str) -> Slots:
    """`holds` tells whether the evidence has a normal form, `near` are those of the best window, `text` all of it."""
    figures = [token for token in said if token.kind in _NUMBERS]
    times = [token for token in said if token.kind is Kind.TIME]
    known = [token for token in (*figures, *times) if any(map(holds, readings(token)))]
    new = [token for token in figures if not holds(token.norm)]
    return Slots(
        numbers=len(figures),
        new_numbers=tuple(token.raw for token in new if token.kind is Kind.NUMBER),
        new_number_words=tuple(token.raw for token in new if token.kind is Kind.NUMBER_WORD),
        new_money=tuple(token.raw for token in new if token.kind in (Kind.MONEY, Kind.PERCENT)),
        new_times=tuple(token.raw for token in times if token not in known),
        new_links=tuple(token.raw for token in said if token.kind is Kind.LINK and token.norm not in text),
        elsewhere=tuple(token.raw for token in known if not near.intersection(readings(token))),
    )


def readings(token: Token) -> tuple[str, ...]:
    """The normal forms a figure can stand for: `4:30` without am or pm is also 16:30."""
    if token.kind is not Kind.TIME or token.raw[-1] in "mM." or not token.norm[:2].isdigit():
        return (token.norm,)
    hour = int(token.norm[:2])
    if not 1 <= hour <= _HALF_DAY:
        return (token.norm,)
    return token.norm, f"{(hour + _HALF_DAY) % 24:02d}{token.norm[2:]}"
