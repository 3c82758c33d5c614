"""What a heading of the evidence tells is evidence too."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.domain.claim import ClaimState
from validation.domain.finding import Severity
from validation.evidence.check_response import check_response
from validation.evidence.context.items import collect

RECORDS = """\
Lumo H4 costs 49.90 EUR (https://shop.example/h4)
---
Lumo H5 costs 59.90 EUR (https://shop.example/h5)
---
"""
HEADINGS = "### Lumo H4 - 49.90 EUR (https://shop.example/h4)\n\n### Lumo H5 - 59.90 EUR (https://shop.example/h5)\n"
UNDERLINED = "Lumo H4 - 49.90 EUR\n---\nhttps://shop.example/h4\n"


@pytest.mark.parametrize("evidence", [RECORDS, HEADINGS, UNDERLINED])
def test_a_price_and_an_address_beside_a_heading_are_not_invented(evidence: str) -> None:
    found = check_response(with_evidence(evidence), "The [Lumo H4](https://shop.example/h4) costs 49.90 EUR.").findings
    assert [one.code for one in found if one.severity is Severity.CERTAIN] == []


@pytest.mark.parametrize("evidence", [RECORDS, HEADINGS, UNDERLINED])
def test_another_price_is_invented_still(evidence: str) -> None:
    found = check_response(with_evidence(evidence), "The [Lumo H4](https://shop.example/h4) costs 44.90 EUR.").findings
    assert "money_not_in_evidence" in [one.code for one in found]


@pytest.mark.parametrize("heading", ["### Results", "### 3. Prices", "Prices\n------"])
def test_a_mere_title_is_no_item(heading: str) -> None:
    items = collect(with_evidence(f"{heading}\n\nThe Lumo H4 costs 49.90 EUR.")).items
    assert [item.text for item in items] == ["The Lumo H4 costs 49.90 EUR."]


@pytest.mark.parametrize(
    "evidence",
    [
        "### Aro trail shoe, 150 EUR | Bestshop\n\nThe Aro trail shoe costs 120 EUR today. (source_ref: web:a)\n",
        "### Aro trail shoe - 150 EUR\n\n- The price of the Aro trail shoe is 120 EUR now (source_ref: web:a)\n",
    ],
)
def test_what_the_text_below_tells_is_not_contradicted_by_its_heading(evidence: str) -> None:
    report = check_response(with_evidence(evidence), "The Aro trail shoe costs 120 EUR [web:a].")
    assert [claim.state for claim in report.claims] == [ClaimState.SUPPORTED]
    assert [link.source_ref for link in report.claims[0].evidence[:1]] == ["web:a"]


def test_a_figure_in_a_heading_takes_no_source_from_what_is_below() -> None:
    evidence = "**Result:** (source_ref: web:lamps)\n\n#### Lumo H4 - 49.90 EUR\n\n- The Lumo H4 has 800 lumen."
    assert {item.source_ref for item in collect(with_evidence(evidence)).items} == {"web:lamps"}
