"""An item of the evidence is from where it stands, not from where its neighbour does."""

from __future__ import annotations

import json

import pytest

from validation.context_md.parser import parse
from validation.evidence.context.items import EvidenceItem, collect
from validation.evidence.context.origins import first_url

FOUND = {
    "source": "https://shop.example/all",
    "results": [
        {"name": "Lumo H4", "price": 49.9, "url": "https://shop.example/h4", "source_ref": "t1.r1"},
        {"name": "Beam X", "price": 59.0, "url": "https://shop.example/bx", "source_ref": "t1.r2"},
        {"name": "Glim", "price": 19.0},
    ],
}


def items(body: str) -> tuple[EvidenceItem, ...]:
    return collect(parse(f"## 0. User Query\nq\n\n## 4. Execution Progress\n\n{body}\n")).items


def item_with(text: str, body: str) -> EvidenceItem:
    return next(item for item in items(body) if text in item.text)


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize(
    ("text", "url", "source_ref"),
    [
        ("49.9", "https://shop.example/h4", "t1.r1"),
        ("59.0", "https://shop.example/bx", "t1.r2"),
        ("19.0", "https://shop.example/all", None),
    ],
)
def test_an_entry_has_the_origin_of_its_object(text: str, url: str, source_ref: str | None, indent: int | None) -> None:
    item = item_with(text, json.dumps(FOUND, indent=indent))
    assert (item.url, item.source_ref) == (url, source_ref)


def test_a_line_has_its_own_address() -> None:
    body = "Lumo H4 [shop](https://shop.example/h4) costs 49.90 EUR.\nBeam X [shop](https://shop.example/bx) is 59 EUR."
    assert item_with("59 EUR", body).url == "https://shop.example/bx"


def test_a_sentence_without_an_address_has_that_of_its_paragraph() -> None:
    assert item_with("450", "From https://shop.example/h4 we read this. It gives 450 lumens.").url is not None


def test_the_reference_of_a_heading_is_known() -> None:
    evidence = collect(
        parse("## 0. User Query\nq\n\n## 4. Execution Progress\n\n### search (source_ref: call_1)\n\nx\n")
    )
    assert "call_1" in evidence.register


@pytest.mark.parametrize(
    ("body", "url"),
    [
        (
            "### Lamps (source_ref: t1)\n\n**Source:** https://a.example/h4\n\nNew.\n\nIt costs 4 EUR.",
            "https://a.example/h4",
        ),
        ("### Lamps (source_ref: t1)\n\n**Source**: <https://a.example/h4>\n\nIt costs 4 EUR.", "https://a.example/h4"),
        ("### Lamps (source_ref: t1)\n\n**Source:** a [forum](https://a.example/h4)\n\nIt costs 4 EUR.", None),
        ("### Lamps (source_ref: t1)\n\n**Source:** https://a.example/1 https://a.example/2\n\nIt costs 4 EUR.", None),
        ("### Lamps (source_ref: t1)\n\n**Command:** https://a.example/h4\n\nIt costs 4 EUR.", None),
        ("### Lamps (source_ref: t1)\n\nIt costs 4 EUR.\n\n**Source:** https://a.example/h4\n\nNew.", None),
        ("### Lamps (source_ref: t1)\n\n**Source:** https://a.example/h4\n\n### Tents\n\nIt costs 4 EUR.", None),
        ("### Lamps\n\n**Source:** https://a.example/h4\n\nIt costs 4 EUR.", None),
    ],
)
def test_a_source_directly_below_a_heading_with_a_reference_covers_what_has_it(body: str, url: str | None) -> None:
    assert item_with("4 EUR", body).url == url


BELOW = '[{"player": "Iva Toth", "saves": 81}, {"player": "Noor Haddad", "saves": 95}]'


@pytest.mark.parametrize("evidence", [f"```json\n{BELOW}\n```", "| player | saves |\n|---|---|\n| Noor Haddad | 95 |"])
def test_rows_are_from_what_the_line_below_them_names(evidence: str) -> None:
    body = f"{evidence}\n\n(source_ref: st:gk, url: https://statline.example/gk)"
    item = item_with("95", body)
    assert (item.url, item.source_ref) == ("https://statline.example/gk", "st:gk")


def test_a_source_below_another_heading_covers_nothing_above() -> None:
    assert item_with("95", f"```json\n{BELOW}\n```\n\n### Next\n\n(source_ref: st:other)").source_ref is None


def test_a_sentence_with_a_source_covers_nothing_above() -> None:
    assert item_with("95", f"```json\n{BELOW}\n```\n\nRain is due (source_ref: st:rain).").source_ref is None


PAGE = "**Returns.** You have 30 days.\n\n1. Print the label.\n2. Sprays cannot be sent back.\n\nRefunds take ten days."
TABLE = "| van | due |\n|---|---|\n| KL 204 | 14 November |\n\nOne row. Vans out of service are left out."
SOURCED = "(url: https://shop.example/returns, source_ref: kb:1)"


@pytest.mark.parametrize("result", [PAGE, TABLE])
@pytest.mark.parametrize("end", [f"\n{SOURCED}", f" {SOURCED}", f"\n\n{SOURCED}"])
def test_all_of_a_result_is_from_the_one_source_that_its_end_names(result: str, end: str) -> None:
    body = f"### Result 1\nYou have a cat.\n\n### Result 2\n**Result:** SUCCESS\n\n{result}{end}\n"
    found = [(item.url, item.source_ref) for item in items(body)]
    assert found[0] == (None, None)
    assert set(found[1:]) == {("https://shop.example/returns", "kb:1")}


@pytest.mark.parametrize(
    "body",
    [
        "- Glim: 19 EUR\n- Beam X: 59 EUR https://shop.example/bx\n",
        "Glim costs 19 EUR.\n\nBeam X costs 59 EUR (t1.r2, https://shop.example/bx).\n\nThe shop is closed on Mondays.",
        "Glim costs 19 EUR.\n\nBeam X: https://shop.example/bx\n\nLumo: https://shop.example/h4\n",
    ],
)
def test_what_only_a_neighbour_names_covers_nothing_else(body: str) -> None:
    assert item_with("Glim", body).url is None


@pytest.mark.parametrize(
    "text",
    [
        "{name: Aro kettle, url: https://topf.example/aro}",
        "Aro kettle, 39.90 EUR, Topf、https://topf.example/aro。",
        "Voir «https://topf.example/aro»",
        "Aro kettle – https://topf.example/aro–",
        "‘https://topf.example/aro’",
        "https://topf.example/aro（Topf）",
        "https:\\/\\/topf.example\\/aro",
        "https://topf.example/aro\\nBel kettle",
    ],
)
def test_the_address_of_an_item_ends_where_it_ends_elsewhere(text: str) -> None:
    assert first_url(text) == "https://topf.example/aro"
