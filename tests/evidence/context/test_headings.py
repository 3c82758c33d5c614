"""What a heading of the evidence tells is evidence too."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
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
