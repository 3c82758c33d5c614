"""What a claim is called: the number among those that its page counts."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests import factories
from validation.domain.attempt import Route
from validation.domain.check import CheckName
from validation.domain.claim import ClaimState, EvidenceLink
from validation.models import Judgement
from validation.response.queries.evidence_chain import load_evidence
from validation.response.web import chain
from validation.response.web.chain import chain_of

pytestmark = pytest.mark.django_db
RESPONSE = "# Lamps\n\nIt costs 5 EUR. Nice!\n\n## Light\n\nIt gives 900 lumens.\n"
CLAIMS = [
    ("# Lamps", ClaimState.NOT_FACTUAL),
    ("It costs 5 EUR.", ClaimState.SUPPORTED),
    ("Nice!", ClaimState.NOT_FACTUAL),
    ("## Light", ClaimState.NOT_FACTUAL),
    ("It gives 900 lumens.", ClaimState.UNSUPPORTED),
]


def judged() -> Judgement:
    attempt = factories.attempt(factories.turn(), response_md=RESPONSE)
    judgement = factories.decide(attempt, Route.REVISE, failed=[CheckName.CLAIMS_SUPPORTED])
    for text, state in CLAIMS:
        factories.claim(judgement, text, state, *([_link()] if state is ClaimState.SUPPORTED else []))
    return judgement


def _link() -> EvidenceLink:
    return factories.link(factories.LAMP_CONTEXT, "54,90 EUR")


def page_of(client: Client, judgement: Judgement, query: str = "") -> str:
    return client.get(f"/attempts/{judgement.attempt_id}/{query}").text


def test_numbers_count_what_is_factual() -> None:
    record = load_evidence(judged().attempt_id)
    assert record is not None
    assert [claim.mark for claim in chain_of(record).claims] == ["–", "✓1", "–", "–", "?2"]


def test_the_last_of_two_claims_is_the_second(viewer: Client) -> None:
    page = page_of(viewer, judged())
    assert "1 of 2 claims lacks support" in re.sub(r"\s+", " ", page)
    assert re.findall(r">(Claim \d+|Passage)</a>", page) == ["Claim 1", "Claim 2"]


@pytest.mark.parametrize("view", ["", "?view=rendered"])
def test_the_draft_marks_the_same_numbers_in_both_views(viewer: Client, view: str) -> None:
    assert re.findall(r'data-no="([^"]*)"', page_of(viewer, judged(), view)) == ["✓1", "?2"]


def test_a_heading_that_something_is_wrong_with_is_called_a_passage(viewer: Client) -> None:
    judgement = judged()
    factories.finding(judgement, "## Light", "The heading is empty.")
    page = page_of(viewer, judgement)
    assert re.findall(r">(Claim \d+|Passage)</a>", page) == ["Claim 1", "Passage", "Claim 2"]
    assert re.findall(r'data-no="([^"]*)"', page) == ["✓1", "–", "?2"]


def test_the_pages_of_a_long_response_count_the_same_claims(viewer: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chain, "CARDS", 4)
    judgement = judged()
    said = [re.sub(r"\s+", " ", page_of(viewer, judgement, f"?claims={number}")) for number in (1, 2)]
    assert ["Claims 1 to 1 of 2 are marked" in said[0], "Claims 2 to 2 of 2 are marked" in said[1]] == [True, True]
