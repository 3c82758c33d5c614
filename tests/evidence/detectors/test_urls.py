from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.evidence.addresses.browser import normal
from validation.evidence.context.items import collect
from validation.evidence.detectors.urls import check_urls, find_urls


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://Shop.Example/p/1", "http://shop.example/p/1/"),
        ("https://www.shop.example/p", "https://shop.example/p#reviews"),
        ("https://shop.example/p?utm_source=a&id=2", "https://shop.example/p?id=2"),
        ("https://shop.example:443/p", "https://shop.example/p"),
        ("https://shop.example/a%20b", "https://shop.example/a b"),
        ("https://shop.example/p?a=1&b=2", "https://shop.example/p?b=2&a=1"),
    ],
)
def test_spellings_that_lead_to_one_place_are_equal(one: str, other: str) -> None:
    assert normal(one) == normal(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://shop.example/p/1", "https://shop.example/p"),
        ("https://shop.example/P/1", "https://shop.example/p/1"),
        ("https://shop.example/p?id=1", "https://shop.example/p?id=2"),
        ("https://shop.example/p", "https://shop.example.evil.test/p"),
        ("https://shop.example@evil.test/p", "https://shop.example/p"),
        ("https://shop.example:8080/p", "https://shop.example/p"),
        ("https://de.shop.example/p", "https://shop.example/p"),
    ],
)
def test_addresses_that_lead_elsewhere_differ(one: str, other: str) -> None:
    assert normal(one) != normal(other)


@pytest.mark.parametrize(
    ("text", "urls", "raw"),
    [
        ("[a](https://a.example/x_(1))", ["https://a.example/x_(1)"], [False]),
        ('[a](https://a.example "title")', ["https://a.example"], [False]),
        ("<https://a.example>", ["https://a.example"], [False]),
        ("[a]: https://a.example", ["https://a.example"], [False]),
        ("see https://a.example/b.", ["https://a.example/b"], [True]),
        ("(https://a.example/b)", ["https://a.example/b"], [True]),
        ("[https://a.example](https://a.example)", ["https://a.example", "https://a.example"], [False, False]),
        ("`https://a.example`", ["https://a.example"], [False]),
        ("www.a.example/b", ["www.a.example/b"], [True]),
        ("[a](#top) and [b](relative)", [], []),
    ],
)
def test_every_way_to_write_an_address_is_seen(text: str, urls: list[str], raw: list[bool]) -> None:
    found = find_urls(text)
    assert ([address.url for address in found], [address.raw for address in found]) == (urls, raw)


def test_the_nearest_address_of_the_same_site_is_named() -> None:
    evidence = collect(with_evidence("The mill is at https://shop.example/p/mill-43"))
    (finding,) = check_urls("[mill](https://shop.example/p/mill)", evidence)
    assert "the evidence holds shop.example/p/mill-43" in finding.message


@pytest.mark.parametrize("shown", ["[t1.r2]", "(source_ref: memory:taste)", "t1.r2", "(ref: t9.r1)", "[memory:tast]"])
def test_a_reference_must_resolve_as_a_whole(shown: str) -> None:
    evidence = collect(with_evidence("| claim | source_ref |\n|---|---|\n| red | t1.r22 |", gathered="- memory:tastes"))
    assert [finding.code for finding in check_urls(f"It is red {shown}.", evidence)] == ["source_ref_unknown"]
