"""Names, features, negation, hedges, padding and derived figures, each against a few lines of evidence."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.context_md.parser import parse
from validation.domain.check import CheckName, CheckState
from validation.domain.claim import ClaimState
from validation.evidence.check_response import check_response

EVIDENCE = """\
| claim | source_ref | url |
|---|---|---|
| The Lumen 40 lamp gives 400 lumens and costs 30 EUR | r1 | https://lumen.example/40 |
| The Lumen 60 lamp gives 600 lumens and costs 45 EUR | r2 | https://lumen.example/60 |
| The Lumen 60 lamp is waterproof | r3 | https://lumen.example/60 |
| The Lumen 40 lamp is sold out at Lichthof | r4 | https://lichthof.example/40 |
| The Lumen 60 lamp is built in Turkey | r6 | https://lumen.example/60 |
| The seller sits in CA and ships to the UK at 77°F | r5 | https://lichthof.example |
"""


def codes(response_md: str, query: str = "which lamp?") -> set[str]:
    report = check_response(with_evidence(EVIDENCE, query=query), response_md)
    return {finding.code for finding in report.findings if finding.code != "source_missing"}


@pytest.mark.parametrize(
    "response_md",
    [
        "The Lumen 60 is 15 EUR more expensive.",
        "Both together cost 75 EUR.",
        "The average price is 37.50 EUR.",
        "Two of them cost 60 EUR in total.",
        "The Lumen 60 costs 50% more.",
        "The seller sits in California.",
        "It is shipped by the FDA on Mondays within the United States.",
        "It was shipped at 77°F (25°C).",
        "Both lamps cost less than 50 EUR.",
        "- **Price:** 30 EUR for the Lumen 40",
        "The Lumen 60 is not only waterproof, it gives 600 lumens.",
        "The Lumen 40 is unavailable at Lichthof.",
        "The Lumen 40 is the cheapest of the two lamps.",
        "It may not be the best lamp.",
        "Compare shops to find the best price.",
        "The seller gives no information on the best time to buy.",
        "Even the most careful buyer may take the Lumen 40.",
        "The Lumen 40 sold out in the most recent sale.",
        "In the worst-case scenario the Lumen 40 is sold out at Lichthof.",
        "Both lamps are for sports fans.",
        "The Turkish Lumen 60 is sold 24/7.",
        "It is shipped on Fri. by an NGO's lorry.",
        "It was shipped at 77F, 77º F or 77 degrees Fahrenheit.",
        "The Lumen 60 gives 600 lumens, see sources 3 and 4.",
    ],
)
def test_what_follows_from_the_evidence_is_not_accused(response_md: str) -> None:
    assert codes(response_md) == set()


@pytest.mark.parametrize(
    ("response_md", "code"),
    [
        ("The Lumen 60 costs 15 EUR.", "money_not_in_evidence"),
        ("It costs 75 EUR.", "money_not_in_evidence"),
        ("The Lumen 60 gives 500 lumens.", "number_not_in_evidence"),
        ("The lamp comes with a Velcro strap.", "name_not_in_evidence"),
        ("- **Solaris Beam**: gives 400 lumens", "name_not_in_evidence"),
        ("The Lumen 60 is rechargeable.", "feature_not_in_evidence"),
        ("The lamp comes with spare batteries.", "feature_not_in_evidence"),
        ("The Lumen 60 lamp is not waterproof.", "statement_contradicted"),
        ("The Lumen 40 is in stock at Lichthof.", "statement_contradicted"),
        ("Lamps typically give 400 lumens.", "hedge_without_source"),
        ("The Lumen 60 is the best lamp in the world.", "superlative_without_source"),
        ("The Lumen 60 is unbeatable.", "superlative_without_source"),
        ("The Lumen 60 is the most reliable lamp.", "superlative_without_source"),
        ("This is their best lamp.", "superlative_without_source"),
        ("The Lumen 60 sports a hook.", "feature_not_in_evidence"),
        ("It was shipped at 78F.", "number_not_in_evidence"),
        ("Sixty-two shops sell the Lumen 60.", "number_not_in_evidence"),
    ],
)
def test_what_no_source_says_is_named(response_md: str, code: str) -> None:
    assert codes(response_md) == {code}


GERMAN = """\
Bus 24 fährt bis 21:40 alle 20 Minuten, danach das AST zu jeder vollen Stunde. Die Tür öffnet nur, wer einen Code hat.
(source_ref: jh:anreise)
"""


@pytest.mark.parametrize(
    ("response_md", "named"),
    [
        ("Bestellen Sie es vorher, sonst stehen Sie ohne Türcode vor dem Haus (jh:anreise).", False),
        ("Buchen müssen Sie vorher, den Code schickt Ihnen das Haus (jh:anreise).", False),
        ("Danach fährt nur das Sammeltaxi, und es ist zu jeder Stunde da (jh:anreise).", False),
        ("Danach fährt nur der Nordland Express, und er ist zu jeder Stunde da (jh:anreise).", True),
    ],
)
def test_in_german_a_capital_makes_no_name(response_md: str, named: bool) -> None:
    report = check_response(with_evidence(GERMAN, query="wie komme ich nachts hin?"), response_md)
    assert ("name_not_in_evidence" in {finding.code for finding in report.findings}) == named


def test_a_greeting_makes_no_claim_and_its_checks_do_not_apply() -> None:
    checks = check_response(with_evidence(EVIDENCE, query="hi"), "Hello!").checks
    assert checks[CheckName.CLAIMS_SUPPORTED].state is CheckState.NOT_APPLICABLE
    assert checks[CheckName.NO_HALLUCINATIONS].state is CheckState.NOT_APPLICABLE


def test_every_check_has_an_opinion_with_a_reason() -> None:
    checks = check_response(with_evidence(EVIDENCE), "The Lumen 60 is waterproof.").checks
    assert set(checks) == set(CheckName)
    assert all(check.reason for check in checks.values())


def test_without_sections_2_and_4_a_claim_has_no_support() -> None:
    report = check_response(parse("## 0. User Query\nwhich lamp is the brightest?\n"), "The Lumen 60 gives 600 lumens.")
    assert [claim.state for claim in report.claims] == [ClaimState.UNSUPPORTED]


def test_the_same_input_gives_the_same_report() -> None:
    assert check_response(with_evidence(EVIDENCE), "The Lumen 60 costs 99 EUR.") == check_response(
        with_evidence(EVIDENCE), "The Lumen 60 costs 99 EUR."
    )


@pytest.mark.parametrize(
    "text", ["[" * 20_000, "**" * 10_000, '"a b c d e f" ' * 2_000, "9:9:" * 5_000, "| a " * 5_000]
)
def test_hostile_text_is_examined_on_either_side(text: str) -> None:
    assert check_response(with_evidence("The lamp is red."), text).checks
    assert check_response(with_evidence(text, gathered=text), "The lamp is red.").checks


def test_a_claim_that_the_evidence_does_not_carry_says_why() -> None:
    (claim,) = check_response(with_evidence(EVIDENCE), "The Lumen 60 was designed by Jonas Felder.").claims
    assert any("Felder" in reason for reason in claim.reasons)


def test_what_a_finding_tells_of_a_claim_is_not_told_twice() -> None:
    report = check_response(with_evidence(EVIDENCE), "The Lumen 60 costs 99 EUR.")
    told = [finding.message for finding in report.findings]
    assert any("99 EUR" in message for message in told)
    assert not [reason for claim in report.claims for reason in claim.reasons if any(reason in one for one in told)]


def test_a_name_that_a_finding_tells_is_not_told_again_in_other_words() -> None:
    report = check_response(with_evidence(EVIDENCE), "The Lumen 60 was designed in London by Jonas Felder.")
    assert "The evidence never mentions “Jonas Felder”." in [finding.message for finding in report.findings]
    (claim,) = report.claims
    assert "the evidence never mentions Felder" not in claim.reasons


def test_a_claim_that_the_evidence_carries_needs_no_reasons() -> None:
    (claim,) = check_response(with_evidence("The Lumen 60 gives 600 lumens."), "The Lumen 60 gives 600 lumens.").claims
    assert claim.reasons == ()


def test_what_the_reader_finds_contradicted_is_told_once() -> None:
    document = with_evidence("The dining car is closed on Sundays.", query="Is the dining car open on Sundays?")
    report = check_response(document, "Yes, the dining car is open on Sundays.")
    assert [one.claim_id for one in report.findings if one.code == "statement_contradicted"] == [report.claims[0].id]
    assert report.claims[0].reasons == ()


PHONES = "The Nova 5 costs EUR 429, the Orion 3 costs EUR 274."


@pytest.mark.parametrize(
    ("evidence", "response_md", "is_found"),
    [
        (PHONES, "The Orion 3 is the cheapest at EUR 274.", False),
        (PHONES, "The most budget-friendly phone is the Orion 3 at EUR 274.", False),
        (PHONES, "The most durable phone is the Orion 3 at EUR 274.", True),
        ("Rivers: Aro (240 km), Bel (330 km), Cas (190 km).", "The Bel is the longest river with 330 km.", False),
        ("The Orion 3 costs EUR 274 and weighs 168 g.", "The Orion 3 is the cheapest at EUR 274.", True),
    ],
)
def test_a_superlative_needs_values_to_compare(evidence: str, response_md: str, *, is_found: bool) -> None:
    report = check_response(with_evidence(evidence, query="which one?"), response_md)
    assert ("superlative_without_source" in {one.code for one in report.findings}) is is_found
