from __future__ import annotations

import re
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils.html import strip_tags

from tests import factories
from validation.domain.attempt import Route
from validation.domain.claim import ClaimState
from validation.domain.halt import HaltCause
from validation.models import Attempt, AttemptText, CheckRecord, FindingRecord, Judgement, RequirementRecord
from validation.response.queries.evidence_chain import Proposal, load_evidence, read_proposal
from validation.response.web.attempt import CheckView
from validation.response.web.chain import Chain, chain_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def _wrong() -> Attempt:
    return factories.lamp_turn().attempts.get(number=1)


def _chain(attempt: Attempt) -> Chain:
    record = load_evidence(attempt.pk)
    assert record is not None
    return chain_of(record)


def _page(client: Client, attempt: Attempt, query: str = "") -> str:
    return client.get(f"/attempts/{attempt.pk}/{query}").text


def test_a_requirement_leads_to_its_place_in_the_response(viewer: Client) -> None:
    attempt = _wrong()
    price = factories.LAMP_WRONG.index("45.90 EUR")
    RequirementRecord.objects.filter(judgement__attempt=attempt).update(start=price, end=price + len("45.90 EUR"))
    record = load_evidence(attempt.pk)
    assert record is not None
    (claim,) = [one.id for one in record.claims if one.start <= price < one.end]
    place = re.search(r'<a [^>]*href="#claim-([\w-]+)"[^>]*><q>([^<]*)</q>', _page(viewer, attempt))
    assert place is not None
    assert place.groups() == (claim, "45.90 EUR")


@pytest.mark.parametrize("place", [(None, None), (0, len(factories.LAMP_WRONG))])
def test_what_the_response_meets_nowhere_or_as_a_whole_leads_nowhere(
    place: tuple[int | None, int | None], viewer: Client
) -> None:
    attempt = _wrong()
    RequirementRecord.objects.filter(judgement__attempt=attempt).update(start=place[0], end=place[1])
    page = _page(viewer, attempt)
    assert "under 60 euros" in page
    assert "<q>" not in page


def test_the_page_shows_what_the_pipeline_sent_beside_the_draft(viewer: Client) -> None:
    attempt = _wrong()
    sent = {"request": "r-17 <b>", "spans": [1, {"model": None}], "traceparent": "00-aa-bb-01", "long": "w" * 9000}
    AttemptText.objects.filter(attempt=attempt).update(metadata=sent)
    page = unescape(_page(viewer, attempt))
    assert all(text in page for text in ("r-17 <b>", '[1, {"model": null}]', "w" * 299 + "…"))
    assert "00-aa-bb-01" not in page


def test_the_page_has_no_card_for_metadata_that_nobody_sent(viewer: Client) -> None:
    assert "sent with the draft" not in _page(viewer, _wrong())


def test_a_proposal_alone_is_that_of_the_record(django_assert_num_queries: Any) -> None:
    attempt = _wrong()
    Judgement.objects.filter(attempt=attempt).update(revision_hints="Say 39.90 EUR.", suggested_fixes="Search again.")
    with django_assert_num_queries(1):
        found = read_proposal(attempt.pk)
    record = load_evidence(attempt.pk)
    assert record is not None
    assert found == record.proposal == Proposal(factories.LAMP_WRONG, "Say 39.90 EUR.", "Search again.")


def test_without_hints_the_issues_are_what_synthesis_should_change(django_assert_num_queries: Any) -> None:
    attempt = _wrong()
    issues = ["39.90 EUR does not appear in the evidence.", "GOAL_2 is not addressed: Find a van"]
    Judgement.objects.filter(attempt=attempt).update(revision_hints="", suggested_fixes="Search again.", issues=issues)
    with django_assert_num_queries(1):
        found = read_proposal(attempt.pk)
    record = load_evidence(attempt.pk)
    assert record is not None
    assert found == record.proposal == Proposal(factories.LAMP_WRONG, "\n".join(issues), "Search again.")


def test_what_was_not_judged_has_a_proposal_without_hints() -> None:
    attempt = factories.attempt(factories.turn())
    assert read_proposal(attempt.pk) == Proposal(attempt.text.response_md, "", "")
    assert read_proposal(uuid4()) is None


def test_the_pieces_joined_are_the_response() -> None:
    assert "".join(run.text for run in _chain(_wrong()).runs) == factories.LAMP_WRONG


def test_each_claim_shows_its_state_and_quote() -> None:
    cards = _chain(_wrong()).cards
    assert [(card.claim.state.value, len(card.quotes)) for card in cards] == [
        ("contradicted", 1),
        ("unsupported", 0),
        ("supported", 1),
    ]


def test_what_is_around_a_quote_begins_and_ends_with_a_whole_word() -> None:
    words = " ".join(f"word{number}" for number in range(100))
    text = f"## 0. User Query\n\nA lamp?\n\n## 4. Execution Progress\n\n{words}\n"
    attempt = factories.attempt(factories.turn(), context_md=text, response_md="It is word50.")
    judgement = factories.decide(attempt)
    factories.claim(judgement, "It is word50.", ClaimState.SUPPORTED, factories.link(text, "word50"))
    (quote,) = _chain(attempt).cards[0].quotes
    shown = [*quote.before.split(), *quote.after.split()]
    assert (shown[0], shown[-1]) == ("…", "…")
    assert set(shown[1:-1]) < set(words.split())


def test_a_line_that_is_shown_whole_has_no_ellipsis() -> None:
    (card, *_) = _chain(_wrong()).cards
    assert "…" not in card.quotes[0].before + card.quotes[0].after


def test_what_states_nothing_has_neither_card_nor_mark(viewer: Client) -> None:
    text = _page(viewer, _wrong())
    assert "claim-c3" in text
    assert "claim-c4" not in text


def test_a_claim_says_what_speaks_against_it(viewer: Client) -> None:
    attempt = _wrong()
    attempt.judgements.get().claims.filter(claim_id="c2").update(
        reasons=["no evidence speaks of “battery”", "it is new"]
    )
    assert "No evidence speaks of “battery”; it is new." in unescape(strip_tags(_page(viewer, attempt)))


def test_the_wrong_price_is_marked_on_both_sides() -> None:
    card = _chain(_wrong()).cards[0]
    differing = [
        [piece.text for piece in pieces if piece.kind == "differs"] for pieces in (card.pieces, card.quotes[0].pieces)
    ]
    assert differing == [["45.90 EUR"], ["54,90 EUR"]]


def test_the_figure_that_agrees_is_marked_in_the_quote() -> None:
    quote = _chain(_wrong()).cards[0].quotes[0]
    assert [piece.text for piece in quote.pieces if piece.kind == "agrees"] == ["820 lumens"]


def test_a_finding_is_shown_with_its_claim() -> None:
    assert [finding.message for finding in _chain(_wrong()).claims[0].findings] == [
        "45.90 EUR does not appear in the evidence."
    ]


def test_claims_are_counted_worst_first() -> None:
    counts = tuple((state, count, first.id) for state, count, first in _chain(_wrong()).counts)
    assert counts == (
        ("contradicted", 1, "c1"),
        ("unsupported", 1, "c2"),
        ("supported", 1, "c3"),
    )


def test_a_claim_links_to_its_evidence_and_back_without_a_script(viewer: Client) -> None:
    text = _page(viewer, _wrong())
    assert 'href="#evidence-c1"' in text
    assert 'id="evidence-c1"' in text
    assert 'href="#claim-c1"' in text
    assert 'id="claim-c1"' in text


def test_a_claim_that_a_finding_cuts_in_three_has_one_anchor(viewer: Client) -> None:
    assert _page(viewer, _wrong()).count('id="claim-c1"') == 1


def test_the_text_on_the_page_is_the_response_to_the_letter(viewer: Client) -> None:
    draft = re.search(r'<div class="draft">(.*?)</div>', _page(viewer, _wrong()), re.DOTALL)
    assert draft is not None
    assert unescape(strip_tags(draft[1])) == factories.LAMP_WRONG


UNKNOWN = "00000000-0000-4000-8000-000000000000"


@pytest.mark.parametrize(
    "shown",
    [
        "Judge</dt><dd>embedded",
        "number 1",
        "140 ms",
        "Take the price of the Halm from section 4",
        "Decisions disagree",
        "said by embedded judge",
        "under 60 euros",
        "missing evidence",
        "Raw reply of the judge",
    ],
)
def test_the_page_shows_what_the_judgement_rests_on(shown: str, viewer: Client) -> None:
    assert shown in _page(viewer, _wrong())


def test_a_sentence_that_many_findings_say_stands_once_in_its_check() -> None:
    messages = ("Lille is unknown.", "9 is unknown.", "Lille is unknown.")
    findings = tuple((number, FindingRecord(message=message)) for number, message in enumerate(messages, start=1))
    lines = CheckView(CheckRecord(), "embedded judge", findings, shows_reason=False).lines
    assert [(line.number, line.message, line.places) for line in lines] == [
        (1, "Lille is unknown.", 2),
        (2, "9 is unknown.", 1),
    ]


def test_an_attempt_not_judged_yet_says_why(viewer: Client) -> None:
    queued = factories.attempt(factories.turn())
    assert "0 attempts before it in the queue. No worker was ever seen" in " ".join(_page(viewer, queued).split())


def test_a_halt_names_its_cause_and_keeps_the_reply(viewer: Client) -> None:
    halted = factories.attempt(factories.turn())
    factories.halt(halted, HaltCause.VERDICT_MALFORMED, "The reply was no JSON object.")
    text = _page(viewer, halted)
    assert "Halted: verdict malformed" in text
    assert "The reply was no JSON object." in text


def test_an_earlier_judgement_says_that_it_is_not_in_force(viewer: Client) -> None:
    made = factories.attempt(factories.turn())
    factories.halt(made)
    factories.decide(made)
    assert "it is not in force" in _page(viewer, made, "?judgement=1")


def test_evidence_cards_escape_what_was_submitted(viewer: Client) -> None:
    hostile = "The <img src=x onerror=alert(1)> costs 5 EUR."
    made = factories.attempt(
        factories.turn(), response_md=hostile, context_md=f"## 0. Query\nx\n\n## 4. Execution\n- {hostile}\n"
    )
    judged = factories.decide(made, Route.REVISE, confidence=0.6)
    link = factories.link(made.text.context_md, hostile, ref="<b>", url="javascript:alert(1)")
    factories.claim(judged, hostile, ClaimState.SUPPORTED, link)
    text = _page(viewer, made)
    assert "&lt;img src=x" in text
    assert "<img src=x" not in text
    assert 'href="javascript:' not in text


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        "[x](javascript:alert(1))",
        "![x](https://tracker.example/x.png)",
        '<a href="https://x.example" onclick="alert(1)">x</a>',
    ],
)
def test_the_rendered_response_holds_nothing_that_acts(hostile: str, viewer: Client) -> None:
    made = factories.attempt(factories.turn(), response_md=hostile)
    rendered = _page(viewer, made, "?view=rendered").split('class="rendered">')[1].split("</section>")[0]
    assert not re.search(r"<script|href=.javascript:|<img|<a[^>]*onclick", rendered)


def test_the_attempt_page_asks_a_fixed_number_of_statements(viewer: Client, django_assert_num_queries: Any) -> None:
    attempt = _wrong()
    with django_assert_num_queries(7):
        _page(viewer, attempt)
