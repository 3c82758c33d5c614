"""Responses that try to slip something past the checker, and honest ones that must not be accused."""

from __future__ import annotations

from functools import cache

import pytest

from tests.evidence.turns import GRINDERS, grinders
from validation.domain.claim import ClaimState
from validation.domain.finding import Severity
from validation.evidence.check_response import check_response
from validation.evidence.report import EvidenceReport

BOHNENHAUS = "[Bohnenhaus](https://bohnenhaus.example/p/orrin-mill-s)"
KONTOR = "[Kaffeekontor](https://kaffeekontor.example/g/1182)"
TABLE = (
    "| shop | price | link |\n|---|---|---|\n"
    "| Bohnenhaus | 79.50 EUR | [view](https://bohnenhaus.example/p/orrin-mill-s) |\n"
    "| Kaffeekontor | 86.00 EUR | [view](https://kaffeekontor.example/g/1182) |\n"
)
OTHERS = ("source_missing",)
"""Codes of the neighbouring check of source metadata, which has tests of its own."""

HONEST = {
    "a_table_of_prices_with_decimal_points": f"## Under 90 EUR\n\n{TABLE}",
    "a_comparison_in_one_sentence": "The Orrin Mill S is quieter: 62 dB against 71 dB for the Tarn Click 3.",
    "a_difference_of_two_prices": f"Kaffeekontor is 6.50 EUR more expensive than {BOHNENHAUS}.",
    "a_difference_of_two_weights": "The Tarn Click 3 is 75 g heavier than the Orrin Mill S.",
    "a_share_of_two_prices": f"Kaffeekontor asks about 8% more than {BOHNENHAUS}.",
    "the_budget_of_the_query": f"Two shops are under 90 euros: {BOHNENHAUS} and {KONTOR}.",
    "a_count_of_rows": f"I found three shops, 2 of them in stock.\n\n{TABLE}",
    "a_weight_in_kilograms": "The Orrin Mill S weighs 0.54 kg.",
    "a_time_in_twelve_hours": "Bohnenhaus opens at 9:30 am and closes at 6 pm.",
    "a_rounded_price_that_says_so": f"It costs about 80 EUR at {BOHNENHAUS}.",
    "a_verbatim_quotation_with_curly_marks": "One owner wrote “the ratchet stays tight even after a full year.”",
    "a_date_in_another_spelling": "The owner's note is from 2026-01-05.",
    "a_superlative_among_what_was_found": f"{BOHNENHAUS} is the cheapest of the shops found, at 79.50 EUR.",
    "an_old_price_told_as_old": (
        "The Tarn Click 3 was 84 EUR at Bohnenhaus on 11 March 2026 (source_ref: research:grinders#2)."
    ),
    "an_offer_with_a_figure_of_its_own": "The Orrin Mill S is quieter. Shall I also look for shops under 70 EUR?",
    "numbered_steps": "1. Open the shop page.\n2. Order the Orrin Mill S at Bohnenhaus.\n3. Keep the receipt.",
    "a_link_with_a_tracking_parameter_and_closing_slash": (
        "The Orrin Mill S measures 62 dB ([maker](https://www.orrin.example/mill-s/?utm_source=chat#noise))."
    ),
    "a_known_source_reference": "The Orrin Mill S measures 62 dB [t1.r1].",
    "apostrophes_that_quote_nothing": "It's the maker's figure that Orrin's page gives: the Mill S weighs 540 g.",
    "a_greeting": "Hello! How can I help you with your grinder?",
}

CAUGHT = {
    "a_transposed_digit": ("The Orrin Mill S weighs 450 g.", "number_not_in_evidence"),
    "figures_swapped_in_one_sentence": (
        "The Orrin Mill S is quieter: 71 dB against 62 dB for the Tarn Click 3.",
        "value_contradicted",
    ),
    "one_shops_price_on_anothers_row": (TABLE.replace("86.00", "79.50"), "value_contradicted"),
    "an_invented_price": (f"It costs 72 EUR at {BOHNENHAUS}.", "money_not_in_evidence"),
    "an_invented_price_in_a_heading": ("## Only 72 EUR\n\nThe Orrin Mill S weighs 540 g.", "money_not_in_evidence"),
    "an_invented_price_in_a_rhetorical_question": (
        "Did you know that the Orrin Mill S costs only 72 EUR?",
        "money_not_in_evidence",
    ),
    "an_invented_price_in_a_code_block": ("```json\n{\"price\": \"72 EUR\"}\n```", "money_not_in_evidence"),
    "the_budget_told_as_a_price": (f"It costs 90 EUR at {BOHNENHAUS}.", "money_not_in_evidence"),
    "the_right_number_in_another_currency": (f"It costs $79.50 at {BOHNENHAUS}.", "money_not_in_evidence"),
    "a_price_rounded_without_saying_so": (f"It costs 80 EUR at {BOHNENHAUS}.", "money_not_in_evidence"),
    "a_price_that_only_a_command_holds": ("The Orrin Mill S costs 77 EUR.", "money_not_in_evidence"),
    "a_price_that_only_the_plan_holds": ("The Orrin Mill S costs 66 EUR.", "money_not_in_evidence"),
    "a_price_that_only_an_earlier_draft_holds": ("The Orrin Mill S costs 59 EUR.", "money_not_in_evidence"),
    "a_shortened_path": ("See [the shop](https://bohnenhaus.example/p/orrin).", "url_not_in_evidence"),
    "a_link_that_only_a_command_holds": ("See [more](https://plans.example/grinders).", "url_not_in_evidence"),
    "a_query_parameter_that_leads_elsewhere": (
        "See [the shop](https://kaffeekontor.example/g/1182?variant=9).",
        "url_not_in_evidence",
    ),
    "a_host_that_only_looks_alike": ("See [the maker](https://orrin.example.evil.test/mill-s).", "url_not_in_evidence"),
    "a_source_reference_to_nothing": ("The Orrin Mill S measures 62 dB [t9.r9].", "source_ref_unknown"),
    "a_memory_key_to_nothing": ("You like espresso (source_ref: memory:budget).", "source_ref_unknown"),
    "a_clock_time_half_an_hour_off": ("Bohnenhaus opens at 9:00 am.", "time_not_in_evidence"),
    "more_days_of_returns": ("Bohnenhaus takes returns for 30 days.", "number_not_in_evidence"),
    "a_date_a_year_off": ("The owner's note is from 5 January 2025.", "date_not_in_evidence"),
    "a_quotation_with_one_word_changed": (
        "One owner wrote “the ratchet stays tight even after two full years”.",
        "quote_not_verbatim",
    ),
    "an_altered_block_quote": ("> the ratchet stays tight even after a full season of use", "quote_not_verbatim"),
    "a_superlative_for_the_whole_market": (
        "The Orrin Mill S is the quietest grinder on the market.",
        "superlative_without_source",
    ),
    "a_hedge_of_its_own": ("Grinders like the Tarn Click 3 usually get louder.", "hedge_without_source"),
    "an_item_nobody_found": (TABLE + "| Mahlstube | 86.00 EUR | - |\n", "name_not_in_evidence"),
    "a_feature_nobody_found": ("The Orrin Mill S is dishwasher-safe.", "feature_not_in_evidence"),
    "a_raw_url": ("The Orrin Mill S measures 62 dB, see https://orrin.example/mill-s for more.", "raw_url"),
    "an_unclosed_fence": ("Here it is:\n\n```text\nOrrin Mill S, 62 dB", "fence_unclosed"),
    "unclosed_bold": ("The **Orrin Mill S is quieter, 62 dB.", "emphasis_unclosed"),
    "a_row_with_a_cell_too_few": (TABLE.replace("| 86.00 EUR | [", "| ["), "table_ragged"),
    "a_last_row_cut_off": (TABLE.rstrip()[:-30], "ending_cut_off"),
    "a_last_sentence_cut_off": ("The Orrin Mill S is quieter and the", "ending_cut_off"),
    "a_wall_of_text": ("The Orrin Mill S measures 62 dB at one metre. " * 20, "wall_of_text"),
    "a_paragraph_said_twice": (
        "The Orrin Mill S measures 62 dB at one metre.\n\nIt weighs 540 g.\n\n"
        "The Orrin Mill S measures 62 dB at one metre.",
        "paragraph_repeated",
    ),
}  # fmt: skip

CERTAIN = {
    "url_not_in_evidence", "source_ref_unknown", "money_not_in_evidence", "time_not_in_evidence", "quote_not_verbatim",
    "raw_url", "fence_unclosed", "emphasis_unclosed", "table_ragged", "ending_cut_off", "wall_of_text",
}  # fmt: skip


@cache
def report_of(response_md: str) -> EvidenceReport:
    """Made once a text: five tests look at each of them."""
    return check_response(grinders(), response_md)


def codes_of(response_md: str) -> list[str]:
    return [finding.code for finding in report_of(response_md).findings if finding.code not in OTHERS]


@pytest.mark.parametrize("response_md", HONEST.values(), ids=HONEST.keys())
def test_an_honest_response_is_not_accused(response_md: str) -> None:
    assert codes_of(response_md) == []


@pytest.mark.parametrize(("response_md", "code"), CAUGHT.values(), ids=CAUGHT.keys())
def test_a_defect_is_found_and_nothing_else_is_made_up(response_md: str, code: str) -> None:
    assert set(codes_of(response_md)) == {code}


@pytest.mark.parametrize(("response_md", "code"), CAUGHT.values(), ids=CAUGHT.keys())
def test_only_what_cannot_be_argued_with_is_certain(response_md: str, code: str) -> None:
    severities = {f.severity for f in report_of(response_md).findings if f.code == code}
    assert severities == {Severity.CERTAIN if code in CERTAIN else Severity.LIKELY}


@pytest.mark.parametrize(("response_md", "code"), CAUGHT.values(), ids=CAUGHT.keys())
def test_a_finding_about_content_leaves_its_claim_without_support(response_md: str, code: str) -> None:
    report = report_of(response_md)
    hit = {f.claim_id for f in report.findings if f.code == code and f.check != "coherent_format"}
    states = {claim.state for claim in report.claims if claim.id in hit}
    informs_only = code == "hedge_without_source"
    assert len(states) > 0 or hit <= {None}
    assert informs_only or not states & {ClaimState.SUPPORTED, ClaimState.NOT_FACTUAL}


@pytest.mark.parametrize("response_md", [*HONEST.values(), *(text for text, _ in CAUGHT.values())])
def test_every_quote_is_the_text_it_points_at(response_md: str) -> None:
    links = [link for claim in report_of(response_md).claims for link in claim.evidence]
    assert all(GRINDERS[link.start : link.end] == link.quote for link in links)


def test_a_wrong_weight_is_answered_with_the_right_one() -> None:
    (finding,) = [f for f in report_of(CAUGHT["a_transposed_digit"][0]).findings if f.code not in OTHERS]
    assert finding.message.startswith("450 g does not appear in the evidence; replace it with 540 g: section 4:")


def test_evidence_is_found_in_no_other_section() -> None:
    sections = {link.section for text in HONEST.values() for claim in report_of(text).claims for link in claim.evidence}
    assert sections == {2, 4}
