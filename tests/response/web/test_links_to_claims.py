"""Only a claim that is marked in the response is linked to: a heading is not."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from tests import factories
from tests.desk.people import work_on
from tests.verdicts import decided_as
from validation.domain.check import CheckName
from validation.domain.claim import ClaimState
from validation.models import Attempt, RequirementRecord

pytestmark = pytest.mark.django_db
CONTEXT = "## 0. User Query\nhow wide?\n\n## 4. Execution\n- Gates: the gate is 90 cm wide\n"
HEADING, SENTENCE = "Gates", "The gate is 90 cm wide."


@pytest.fixture
def judged(db: None) -> Attempt:
    """A heading, which cites the evidence too, and a sentence; both meet a requirement."""
    made = factories.attempt(factories.turn(), response_md=f"## {HEADING}\n\n{SENTENCE}", context_md=CONTEXT)
    judgement = factories.decide(made)
    factories.claim(judgement, HEADING, ClaimState.NOT_FACTUAL, factories.link(CONTEXT, "Gates"))
    factories.claim(judgement, SENTENCE, ClaimState.SUPPORTED, factories.link(CONTEXT, "the gate is 90 cm wide"))
    for text in (HEADING, SENTENCE):
        start = made.text.response_md.index(text)
        RequirementRecord.objects.create(
            judgement=judgement, kind="topic", text=text, met=True, start=start, end=start + len(text)
        )
    return made


@pytest.mark.parametrize("part", ["", "evidence/"])
def test_every_link_to_a_claim_leads_to_its_mark(viewer: Client, judged: Attempt, part: str) -> None:
    page, own = (viewer.get(f"/attempts/{judged.pk}/{one}").text for one in (part, ""))
    linked = set(re.findall(r'href="[^"#]*#(claim-[^"]+)"', page))
    assert linked == set(re.findall(r'id="(claim-[^"]+)"', own)) == {"claim-c2"}


FINDING_LINK = re.compile(r'href="([^"]*)#(finding-[^"]+)"')


def with_finding() -> Attempt:
    """A draft that is not approved because of what a finding says."""
    attempt = decided_as("FAIL")
    factories.finding(attempt.judgements.get(), "60 EUR", "What it says.", check=CheckName.CLAIMS_SUPPORTED)
    return attempt


@pytest.mark.parametrize("place", ["attempt", "desk"])
@pytest.mark.parametrize("view", ["marked", "rendered"])
def test_a_link_to_a_finding_leads_to_its_mark_from_either_view(reviewer: Client, view: str, place: str) -> None:
    attempt = with_finding()
    address = f"/attempts/{attempt.pk}/" if place == "attempt" else f"/desk/{work_on(attempt).pk}/"
    ((query, anchor),) = FINDING_LINK.findall(reviewer.get(address, {"view": view, "q": "is:any"}).text)
    target = reviewer.get(address + unescape(query)) if query else reviewer.get(address, {"view": view})
    assert f'id="{anchor}"' in target.text
