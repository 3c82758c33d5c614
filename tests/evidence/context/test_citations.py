"""What the evidence calls its pieces may stand in brackets behind a claim and is no part of it."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.domain.claim import ClaimState
from validation.evidence.check_response import check_response
from validation.evidence.context.citations import without_citations
from validation.evidence.context.items import collect

LISTED = """\
- **Museum** (source_ref: kb-12)
  The museum shop opens at 9.
- **Tower** (source_ref: w1)
  The tower was built in 1921.
"""
TABLE = "| claim | source_ref |\n|---|---|\n| The tower was built in 1921 | w1 |\n"
PRODUCTS = "| id | chair | price |\n|---|---|---|\n| B-220 | Reading chair | 189 EUR |\n| B-221 | Stool | 45 EUR |\n"
DATA = '```json\n[{"chunk_id": "w1", "text": "The tower was built in 1921."}]\n```\n'
TAGGED = '<document id="w1">\nThe tower was built in 1921.\n</document>\n'
LABELLED = "[doc-1] The tower was built in 1921.\n\n[doc-2] The museum shop opens at 9.\n"


def _said(evidence: str, response: str) -> str:
    return without_citations(response, collect(with_evidence(evidence)))


@pytest.mark.parametrize(
    ("evidence", "cited"),
    [
        (LISTED, "(w1)"),
        (LISTED, "[w1]"),
        (LISTED, "[^w1]"),
        (LISTED, "【w1】"),
        (LISTED, "[kb-12, w1]"),
        (LISTED, "(see w1)"),
        (LISTED, "[source: w1]"),
        (TABLE, "[w1]"),
        (DATA, "[w1]"),
        (TAGGED, "[w1]"),
        (LABELLED, "[doc-1; doc-2]"),
    ],
)
def test_a_reference_that_the_evidence_gives_is_blank(evidence: str, cited: str) -> None:
    said = f"The tower was built in 1921 {cited}."
    assert _said(evidence, said) == said.replace(cited, " " * len(cited))


@pytest.mark.parametrize(
    ("evidence", "said"),
    [
        (LISTED, "The tower was built in 1921 [w9]."),
        (LISTED, "The tower was built in 1921 [w1, in May]."),
        (LISTED, "[w1](https://tower.example) was built in 1921."),
        (LISTED, "The tower was built in 1921 ([tower](w1))."),
        (LISTED, "The tower w1 was built in 1921."),
        (PRODUCTS, "The reading chair (B-221) costs 189 EUR."),
        ("[v1.2] Adds a dark mode.\n\n[v1.3] Adds exports.\n", "A dark mode was added (v1.3)."),
        ("Source: 12\nThe tower was built in 1921.\n", "The twelve (12) towers were built in 1921."),
    ],
)
def test_all_else_in_brackets_is_said(evidence: str, said: str) -> None:
    assert _said(evidence, said) == said


@pytest.mark.parametrize("cited", ["[w1]", "(w1)"])
def test_a_cited_claim_is_as_likely_as_without(cited: str) -> None:
    bare = check_response(with_evidence(LISTED), "The tower was built in 1921.").grounded
    assert abs(check_response(with_evidence(LISTED), f"The tower was built in 1921 {cited}.").grounded - bare) < 0.02


def test_a_wrong_claim_is_not_upheld_by_its_citation() -> None:
    assert check_response(with_evidence(LISTED), "The tower was built in 1912 [w1].").grounded < 0.1


def test_a_citation_behind_the_full_stop_is_no_claim() -> None:
    report = check_response(with_evidence(LISTED), "The tower was built in 1921. [w1]")
    assert [claim.text for claim in report.claims if claim.state is ClaimState.SUPPORTED] == [
        "The tower was built in 1921."
    ]
    assert report.grounded > 0.9


def test_claims_keep_the_text_that_was_written() -> None:
    report = check_response(with_evidence(LISTED), "The tower was built in 1921 [w1].")
    assert report.claims[0].text == "The tower was built in 1921 [w1]."
