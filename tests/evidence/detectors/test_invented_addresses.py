"""Addresses that no evidence holds, in every way a browser or a reader can be handed one."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.domain.finding import Severity
from validation.evidence.context.items import collect
from validation.evidence.detectors.urls import check_urls

EVIDENCE = collect(
    with_evidence(
        "The shop is at https://shop.example/p/1?a=1&amp;b=2 and on www.second.example. Mail: Help@shop.example\n"
        "Phone: +49 (30) 123 45 67. See https://de.third.example/x and [app](spotify:track:42).\n"
        "The docs say that münchen.example is open, and data.example/list too.",
        query="what of asked.example?",
    )
)
LINKED = (
    "[a](https&colon;//evil.example)", "[a](&#104;ttps://evil.example)", "[a](&#x68;ttps&#58;//evil.example)",
    "[a](http:evil.example)", "[a](https:/evil.example)", "[a](https:///evil.example)", "[a](//evil.example)",
    "[a](\\\\\\\\evil.example)", "[a](/\\\\evil.example)", "[a](https:\\\\\\\\evil.example)",
    "[a](HTTPS://EVIL.EXAMPLE)",
    "[a](https://shop.example@evil.example/p/1)", "[a](https://shop.example\\\\@evil.example/p/1)",
    "[a](https://user:pass@shop.example/p/1?a=1&b=2)", "[a](https://shop.example:8443/p/1?a=1&b=2)",
    "[a](https://shop.example.evil.example/p/1)", "[a](https://shop.example/p/../evil)",
    "[a](<ht\ttps://evil.example>)", "[a](ht&Tab;tps://evil.example)", "[a](ht&NewLine;tps://evil.example)",
    "[a](https://ｅｖｉｌ.example)", "[a](https://evil。example)", "[a](https://ev%69l.example)",
    "[a](https://ev\u200bil.example)",
    "[a](https://2130706433/)", "[a](https://0x7f.1/)", "[a](https://[::1]/)",
    "[a]\n\n[a]: //evil.example", "[a]\n\n[a]:\n  <//evil.example>\n  'title'", "text\n\n[unused]: //evil.example",
    "[a][b]\n\n[b]: https&colon;//evil.example", "> - [a]\n\n> [a]: http:evil.example",
    "[a](intent://evil.example#Intent;scheme=https;end)", "[a](wss://evil.example)", "[a](file:///etc/passwd)",
    "[a](file://evil.example/x)", "[a](tel:+19005550100)", "[a](sms:+19005550100)", "[a](mailto:x@evil.example)",
    "[a](mailto:help@shop.example?cc=x@evil.example)", "[a](ftp://evil.example)", "[a](javascript:alert(1))",
    "[a](data:text/html,x)", "[a](spotify:track:43)", "[a](vbscript:x)",
    "<mailto:x@evil.example>", "<x@evil.example>", "<tel:+19005550100>", "<intent://evil.example>", "<ab:c>",
    "![a](//evil.example/x.png)", "[![a](https://shop.example/p/1?a=1&b=2)](//evil.example)",
    '<a href="&#104;ttps://evil.example">x</a>', "<a href=//evil.example>x</a>",
    "x <a\nhref='https:evil.example'>y</a>",
    '<img src="//evil.example/x">', '<form action="https://evil.example"><input></form>',
    '<p style="background:url(//evil.example)">x</p>', '<meta http-equiv="refresh" content="0;url=https:evil.example">',
    '<img srcset="//evil.example/1 1x, //evil.example/2 2x">', '<div data-x="https://evil.example">x</div>',
    "| a |\n|---|\n| [x](https&colon;//evil.example) |", "- 1\n  - [x](https&colon;//evil.example)",
    "# [x](https&colon;//evil.example)", "*[x](https&colon;//evil.example)*", "a  \n[x](http:evil.example)",
)  # fmt: skip
WRITTEN = (
    "order at evil.example", "Order at **evil.example**.", "evil.example/deal", "write to x@evil.example",
    "order at evil&period;example", "order at evil\\.example", "order at ev\u200bil.example",
    "order at ev\u00adil.example",
    "order at ev**i**l.example", "order at evil<b>.</b>example", "order at evil<!-- -->.example",
    "ｅｖｉｌ．ｅｘａｍｐｌｅ", "order at evil<sub></sub>.example", "order at evil<sup>.</sup>example",
    "evil<s></s>.example",
    "order at evil<del></del>.example", "order at evil<x-a>.example</x-a>", "order at evil<nobr>.example</nobr>",
    "order at `evil.example`", "wss://evil.example/x", "ftp://evil.example", "https&colon;//evil.example/x",
    "<div>order at evil.example</div>", "<b>x</b>\n<p>evil&period;example",
    "[evil.example](https://shop.example/p/1?a=1&b=2)",
    "data.example/other", "```\norder at evil.example\n```", "[a]: x\nevil.example",
)  # fmt: skip
KNOWN = (
    "[a](https://shop.example/p/1?a=1&b=2)", "[a](https&colon;//shop.example/p/1?a=1&amp;b=2)",
    "[a](//shop.example/p/1?b=2&a=1)",
    "[a](https:shop.example/p/1?a=1&b=2)", "[a](HTTPS://WWW.Shop.Example/p/1?a=1&b=2#top)", "<help@shop.example>",
    "[a](mailto:help@shop.example?subject=Order)", "write to help@shop.example", "order at shop.example",
    "order at second.example", "order at third.example", "[a](tel:+49301234567)", "[a](tel:+49-30-1234567)",
    "[a](tel:0301234567)", "[a](spotify:track:42)", "[a](#top)", "[a](chapter)", "[a](?page=2)", "at münchen.example",
    "at xn--mnchen-3ya.example", "[a](https://münchen.example)", "see data.example/list",
    "about asked.example, which you named", "at second.example<sup>1</sup>", "<p>It is small.</p><p>example</p>",
    "<table><tr><td>evil</td><td>.example</td></tr></table>", "the first<br>.example",
    "a [note: this] (https)", "<b title='Note: x'>x</b>", "`[a](b)`", "5:30//7", "and/or", "C:\\Users\\x",
)  # fmt: skip


def unknown(response_md: str) -> list[str]:
    return [finding.code for finding in check_urls(response_md, EVIDENCE)]


def severities(response_md: str) -> set[Severity]:
    return {finding.severity for finding in check_urls(response_md, EVIDENCE)}


@pytest.mark.parametrize("response_md", LINKED)
def test_a_link_to_a_place_that_no_evidence_holds_is_invented(response_md: str) -> None:
    assert set(unknown(response_md)) == {"url_not_in_evidence"}


@pytest.mark.parametrize("response_md", LINKED)
def test_however_it_is_written_such_a_link_is_certain(response_md: str) -> None:
    assert severities(response_md) == {Severity.CERTAIN}


@pytest.mark.parametrize("response_md", WRITTEN)
def test_an_address_in_words_that_no_evidence_holds_is_invented(response_md: str) -> None:
    assert set(unknown(response_md)) == {"url_not_in_evidence"}


@pytest.mark.parametrize("response_md", KNOWN)
def test_a_place_that_the_evidence_holds_is_known_in_any_spelling(response_md: str) -> None:
    assert unknown(response_md) == []


@pytest.mark.parametrize(
    ("response_md", "place"),
    [
        ("The lamp is [here][1].\n\n[1]: //evil.example", "[1]: //evil.example"),
        ("One.\n\nTwo, <a href='//evil.example'>x</a>.", "Two, <a href='//evil.example'>x</a>."),
        ("See [a](https://evil.example/x).", "https://evil.example/x"),
        ("Order at evil.example now.", "evil.example"),
    ],
)
def test_a_finding_points_at_the_address_as_written(response_md: str, place: str) -> None:
    assert place in [response_md[finding.start : finding.end] for finding in check_urls(response_md, EVIDENCE)]


def test_a_name_that_is_a_domain_informs_and_does_not_decide() -> None:
    (finding,) = check_urls("Booking.com has rooms.", EVIDENCE)
    assert finding.severity is Severity.LIKELY


def test_links_behind_more_nesting_than_is_parsed_are_not_waved_through() -> None:
    findings = check_urls("> " * 80 + "[a](https&colon;//evil.example)", EVIDENCE)
    assert ("nested_too_deep", Severity.CERTAIN) in {(finding.code, finding.severity) for finding in findings}
