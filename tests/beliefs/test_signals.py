"""Quotes, formula, contradictions, graph and the five checks."""

from __future__ import annotations

import unicodedata
from datetime import date, timedelta

import pytest

from beliefs.domain.formula import ConfidenceStatus, compute
from beliefs.domain.nearest import NOT_MEASURED, Nearest
from beliefs.domain.quotes import CheckedQuote, Match, check_quote, key_terms, quotes_of
from beliefs.domain.signals import (
    ContentMatch,
    GraphSupport,
    LinkIntegrity,
    Result,
    SemanticSupport,
    Signals,
    Temporal,
    negated,
    similar_to_negation,
)
from beliefs.domain.validation import ValidationStatus
from tests.beliefs.samples import BELIEF, OTHER, SESSION, TODAY, judged
from validation.domain.policy import BeliefPolicy

POLICY = BeliefPolicy()


def signals(
    *, missing: tuple[str, ...] = (), semantic: tuple[float, ...] = (0.78,), available: bool = True, age: int = 170
) -> Signals:
    """The sample of the specification: four links, three quotes of four, two supporters, 170 days."""
    matches = (Match.VERBATIM, Match.NORMALISED, Match.KEY_TERMS, Match.NOT_FOUND)
    return Signals(
        LinkIntegrity(4, missing),
        ContentMatch(tuple(CheckedQuote("q", 1, match, "s") for match in matches)),
        SemanticSupport("s", tuple(Result("d", score) for score in semantic), available),
        GraphSupport(("a", "b"), 4, 2),
        Temporal(TODAY, TODAY - timedelta(days=age), None, POLICY.decay_rate, POLICY.decay_floor),
    )


def test_the_sample_of_the_specification_gives_0_70() -> None:
    assert compute(signals(), POLICY).score == 0.70


def test_a_broken_evidence_link_makes_the_score_zero_and_invalid() -> None:
    confidence = compute(signals(missing=("ghost",)), POLICY)
    assert (confidence.score, confidence.status) == (0.0, ConfidenceStatus.INVALID)


def test_no_result_contributes_nothing() -> None:
    assert compute(signals(semantic=(), age=0), POLICY).score == round(0.25 * 0.75 + 0.25 * 2 / 3 + 0.15, 2)


def test_without_an_embedder_the_other_weights_are_rescaled_to_one() -> None:
    confidence = compute(signals(semantic=(), available=False), POLICY)
    assert sum(part.weight for part in confidence.parts) == pytest.approx(1.0)


def test_decay_stops_at_its_floor() -> None:
    assert compute(signals(age=20_000), POLICY).decay == 0.5


@pytest.mark.parametrize(("age", "score"), [(0, 0.15), (365, 0.12)])
def test_a_belief_with_nothing_but_its_existence_has_low_confidence(age: int, score: float) -> None:
    bare = signals(age=age)
    bare = Signals(
        bare.link_integrity, ContentMatch(()), SemanticSupport("s", ()), GraphSupport((), 0, 0), bare.temporal
    )
    confidence = compute(bare, POLICY)
    assert (confidence.score, confidence.status) == (score, ConfidenceStatus.LOW_CONFIDENCE)


@pytest.mark.parametrize(
    ("line", "quotes"),
    [
        ('- "one two" and "three"', ("one two", "three")),
        ("- 'kept in singles', don't mind", ("kept in singles",)),
        ("- “curly words” here", ("curly words",)),
        ('- "with \'static inside" here', ("with 'static inside",)),
        ("- `'code'` and `x == \"y z\"`", ("y z",)),
        ('- an unclosed "quote', ()),
    ],
)
def test_quotes_are_found_in_both_styles(line: str, quotes: tuple[str, ...]) -> None:
    assert quotes_of(line) == quotes


@pytest.mark.parametrize(
    ("quote", "match"),
    [
        ("tide tables are read once a day", Match.VERBATIM),
        ("the Pilot Boat  leaves on time", Match.NORMALISED),
        ("agreed: tables never often, even more so", Match.KEY_TERMS),
        ("radio was silent", Match.ELSEWHERE),
        ("the lighthouse burned down yesterday", Match.NOT_FOUND),
    ],
)
def test_each_way_of_matching_a_quote_is_told_apart(quote: str, match: Match) -> None:
    def elsewhere(wanted: str) -> str | None:
        return "session-2" if wanted in "the radio was silent" else None

    assert check_quote(quote, line=1, cited=[("session-1", SESSION)], elsewhere=elsewhere).match is match


@pytest.mark.parametrize("forms", [("NFC", "NFD"), ("NFD", "NFC")])
@pytest.mark.parametrize(
    ("quote", "match"),
    [
        ("Die Prüfung gehört über die Übersicht", Match.NORMALISED),
        ("Übersicht, dann gehört noch Prüfung", Match.KEY_TERMS),
    ],
)
def test_a_quote_is_found_however_its_accents_are_encoded(forms: tuple[str, str], quote: str, match: Match) -> None:
    quoted, source = (
        unicodedata.normalize(form, text)
        for form, text in zip(forms, (quote, "Die Prüfung gehört über die Übersicht."), strict=True)
    )
    assert check_quote(quoted, line=1, cited=[("s", source)], elsewhere=lambda _: None).match is match


def test_key_terms_are_the_first_five_words_of_five_letters() -> None:
    terms = key_terms("Small boats leave their quays before heavy storms arrive")
    assert terms == ("small", "boats", "leave", "their", "quays")


@pytest.mark.parametrize(
    ("statement", "opposite"),
    [
        ("Prefer calm", "Avoid calm"),
        ("We always call", "We never call"),
        ("You should not shout", "You should shout"),
        ("It must wait", "It must not wait"),
        ("Mustard is yellow", None),
    ],
)
def test_a_statement_is_negated_by_patterns(statement: str, opposite: str | None) -> None:
    assert negated(statement) == opposite


def test_only_a_belief_closer_to_the_negation_contradicts() -> None:
    candidates = [("a", 0.85, 0.7), ("b", 0.9, 0.95), ("c", 0.79, 0.1)]
    assert [one.belief for one in similar_to_negation(candidates)] == ["a"]


def test_only_the_five_best_candidates_are_looked_at() -> None:
    closer = [(f"n{number}", 0.95, 0.99) for number in range(5)]
    assert similar_to_negation([*closer, ("a", 0.85, 0.1)]) == ()


def test_supporters_and_citing_beliefs_count_into_the_in_degree() -> None:
    assert judged(BELIEF, OTHER).signals.graph_support.supporting == ("quiet-harbour",)


def test_a_defeated_attacker_counts_as_survived() -> None:
    assert judged(BELIEF).signals.graph_support.attacks_survived == 1


def test_an_attack_on_a_standing_belief_is_a_contradiction() -> None:
    attacked = OTHER.replace("id: quiet-harbour", "id: hourly-readings")
    text = BELIEF.replace("status: defeated, reason", "status: active, reason")
    check = judged(text, attacked).validation.checks[3]
    assert (check.passed, "hourly-readings" in check.warnings[0]) == (False, True)


def test_links_outside_evidence_that_lead_nowhere_only_warn() -> None:
    found = judged(BELIEF, nearest=Nearest((Result("session-1", 0.9),)))
    assert found.validation.status is ValidationStatus.WARNING


def test_a_sound_belief_is_valid() -> None:
    text = BELIEF.replace("- [[hourly-readings]]", "- hourly").replace("- [[storm-watch]]", "- storms")
    found = judged(text, OTHER, nearest=Nearest((Result("session-1", 0.9),)))
    assert (found.validation.status, found.confidence.status) == (ValidationStatus.VALID, ConfidenceStatus.VALID)


@pytest.mark.parametrize(
    ("days", "passed", "warned"), [(149, True, False), (150, True, True), (180, True, True), (181, False, True)]
)
def test_age_warns_from_150_days_and_is_due_over_180(days: int, passed: bool, warned: bool) -> None:
    check = judged(BELIEF, today=date(2025, 11, 2) + timedelta(days=days)).validation.checks[4]
    assert (check.passed, bool(check.warnings)) == (passed, warned)


def test_a_missing_embedder_is_said_and_no_failure() -> None:
    check = judged(BELIEF, nearest=NOT_MEASURED).validation.checks[2]
    assert (check.passed, check.details) == (True, "unavailable: no embedder")


def test_the_schema_of_the_signals_is_the_specification_s() -> None:
    body = judged(BELIEF, OTHER).signals.as_schema()
    names = ["link_integrity", "content_match", "semantic_support", "graph_support", "temporal"]
    assert (list(body), body["link_integrity"]) == (names, {"value": 1.0, "verified": 4, "total": 4})
