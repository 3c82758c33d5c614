"""All evidence of an attempt: searchable, with its claims linked into it, also before it was judged."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from tests.desk.people import a_group, client_of
from tests.factories import LAMP_CONTEXT, attempt, intervention, lamp_turn, turn, writes_no_evidence
from validation.context_md.parser import parse
from validation.models import Attempt
from validation.response.queries.whole_evidence import Citation, WholeEvidence
from validation.response.web.whole_evidence import LINES, LONGEST, evidence_lines, evidence_page

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
PART = {"HX-Request": "true", "HX-Target": "whole-evidence"}


@pytest.fixture
def reader(db: None) -> Client:
    return client_of()


def judged() -> Attempt:
    return lamp_turn().attempts.get(number=1)


def shown(reader: Client, one: Attempt, **asked: object) -> str:
    response = reader.get(f"/attempts/{one.pk}/evidence/", asked, headers=PART)
    assert response.status_code == 200
    return response.content.decode()


def of(context_md: str, *citations: Citation) -> WholeEvidence:
    return WholeEvidence(uuid4(), "turn_1", 1, parse(context_md), citations)


def test_it_holds_sections_2_and_4_and_nothing_else(reader: Client) -> None:
    page = shown(reader, judged())
    assert all(text in page for text in ("prefers warm white light", "Orla desk lamp, 72,00 EUR", "within 2 days"))
    assert not any(text in page for text in ("furnishes a home office", "Find a lamp under 60 EUR", "The Halm ..."))


def test_a_claim_is_linked_where_its_quote_stands(reader: Client) -> None:
    cited = shown(reader, judged()).split('data-claim="c1"')[1]
    assert cited.split(">")[1].startswith("Halm desk lamp, 54,90 EUR")


def test_of_a_pipeline_that_writes_no_evidence_there_is_none(reader: Client) -> None:
    typed = attempt(turn())
    writes_no_evidence()
    assert "There is no evidence" in shown(reader, typed)


def test_what_it_was_judged_on_stays_shown_when_the_policy_changes(reader: Client) -> None:
    one = judged()
    writes_no_evidence()
    assert "Orla desk lamp" in shown(reader, one)


def test_what_was_never_judged_is_shown_too(reader: Client) -> None:
    assert "Orla desk lamp" in shown(reader, attempt(turn()))


def test_a_search_keeps_the_lines_that_hold_every_word(reader: Client) -> None:
    page = shown(reader, judged(), q="LUMENS orla")
    assert "1 of " in page
    assert '<mark class="whole-hit">' in page
    assert "Halm desk lamp" not in page


def test_a_search_without_result_says_so(reader: Client) -> None:
    assert "No line holds all of these words." in shown(reader, judged(), q="zeppelin")


def test_it_is_a_page_of_its_own_whose_claims_lead_to_the_attempt(reader: Client) -> None:
    one = judged()
    page = reader.get(f"/attempts/{one.pk}/evidence/").content.decode()
    assert f'href="/attempts/{one.pk}/#claim-c1"' in page


def test_evidence_is_text_and_never_markup(reader: Client) -> None:
    context_md = LAMP_CONTEXT.replace("Orla", "<script>alert(1)</script>")
    assert "<script>alert" not in shown(reader, attempt(turn(), context_md=context_md))


def test_a_desk_item_offers_it_without_reading_it(reader: Client) -> None:
    page = reader.get(f"/desk/{intervention(judged()).pk}/").content.decode()
    assert 'id="whole-evidence"' in page
    assert "Orla desk lamp" not in page


def test_a_desk_item_that_was_never_judged_loads_it(reader: Client) -> None:
    page = reader.get(f"/desk/{a_group(1).pk}/").content.decode()
    assert 'hx-trigger="load"' in page.split('id="whole-evidence"')[1].split(">")[0]


def test_a_card_leads_to_its_quote_in_context(reader: Client) -> None:
    one = judged()
    start = LAMP_CONTEXT.index("Leuchten ships")
    assert f"/attempts/{one.pk}/evidence/?at={start}#whole-at" in reader.get(f"/attempts/{one.pk}/").content.decode()


def test_it_takes_few_statements(reader: Client, django_assert_max_num_queries: object) -> None:
    one = judged()
    with django_assert_max_num_queries(7):  # type: ignore[operator]
        shown(reader, one)


def test_long_evidence_is_paged_and_a_link_opens_the_page_of_its_line() -> None:
    rows = [f"- row number {number}" for number in range(LINES * 2 + 5)]
    context_md = "## 0. User Query\nwhat?\n\n## 4. Execution Progress\n\n" + "\n".join(rows) + "\n"
    first = evidence_page(of(context_md))
    assert (first.page, first.pages, len(first.lines)) == (1, 3, LINES)
    there = evidence_page(of(context_md), at=context_md.index("row number 250"))
    assert there.page == 2
    assert [context_md[view.line.start : view.line.end] for view in there.lines if view.here] == ["- row number 250"]


def test_a_very_long_line_is_cut_and_says_so() -> None:
    context_md = f"## 0. User Query\nwhat?\n\n## 4. Execution Progress\n\n{'x' * (LONGEST + 7)}\n"
    (view,) = evidence_page(of(context_md)).lines
    assert (len("".join(run.text for run in view.runs)), view.more) == (LONGEST, 7)


@given(st.text(max_size=300), st.text(max_size=20), st.integers(0, 400), st.integers(0, 60))
def test_lines_are_spans_of_the_context_and_runs_join_to_them(text: str, words: str, start: int, length: int) -> None:
    context_md = f"## 0. User Query\nwhat?\n\n## 2. Gathered Context\n{text}\n"
    citation = Citation("c1", 1, "supported", "x", ((start, start + length),))
    page = evidence_page(of(context_md, citation), words=words)
    for view in page.lines:
        assert "".join(run.text for run in view.runs) == context_md[view.line.start : view.line.end]
        assert "\n" not in context_md[view.line.start : view.line.end]
    assert page.total == len(list(evidence_lines(parse(context_md))))
