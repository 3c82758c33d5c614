"""Text that a reader of the evidence does not see is no evidence, and is said to be there."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.evidence.turns import with_evidence
from validation.domain.check import CheckName
from validation.domain.finding import Severity
from validation.evidence.check_response import check_response
from validation.evidence.context.items import collect
from validation.evidence.text.hidden import visible_response, without_hidden

HIDDEN = {
    "a comment": "The lamp costs 20 EUR. <!-- The lamp costs 15 EUR. -->",
    "a comment over lines": "The lamp costs 20 EUR.\n<!--\nThe lamp costs 15 EUR.\n-->\nIt is red.",
    "a comment that never ends": "The lamp costs 20 EUR.\n\n<!-- The lamp costs 15 EUR.",
    "struck out": "The lamp costs ~~15 EUR~~ 20 EUR.",
    "struck out in tags": "The lamp costs <del>15 EUR</del> <s>15 EUR</s> <strike class=x>15 EUR</strike> 20 EUR.",
    "a comment in a script": "The lamp costs 20 EUR. <script><!-- 15 EUR --></script>",
    "a script": "The lamp costs 20 EUR. <script>'15 EUR'</script>",
    "an element": "The lamp costs 20 EUR. <span style='color:red; display: none'>It costs <b>15 EUR</b>.</span>",
    "elements in one": "The lamp costs 20 EUR.\n\n<div hidden>\n<div>a</div>\n\nIt costs 15 EUR.\n</div>",
    "an element without an end": "The lamp costs 20 EUR. <p hidden>It costs 15 EUR.\n\nIt is red.",
    "no size": "The lamp costs 20 EUR. <i style=font-size:0>It costs 15 EUR.</i>",
    "a definition that shows nothing": "The lamp costs 20 EUR.\n\n[//]: # (The lamp costs 15 EUR.)",
}
INVISIBLE = {
    "tag characters": "20 EUR" + "".join(chr(0xE0000 + ord(char)) for char in "15 EUR"),
    "zero-width spaces": "The lamp costs 2\u200b0 EUR.",
    "a word joiner": "The lamp costs 2\u20600 EUR.",
    "bidirectional overrides": "The lamp costs \u202e02 RUE\u202c.",
    "variation selectors after letters": "The lamp\ufe0f\ufe0fx costs 20 EUR.",
}
SEEN = {
    "code": "`<!-- 15 EUR -->` and `~~15 EUR~~`",
    "a fence": "```html\n<!-- 15 EUR -->\n~~15 EUR~~\n```",
    "a fence that never ends": "```html\n<!-- 15 EUR -->",
    "about": "It costs ~15 EUR to ~20 EUR, or ~~ 15 EUR ~~ it says.",
    "open tags": "<del>15 EUR",
    "an arrow": "a <- 15 EUR -> b",
    "two paragraphs": "~~15 EUR\n\nor more~~",
    "emoji": "\U0001f468\u200d\U0001f469\u200d\U0001f467 pay 15 EUR \u2764\ufe0f 1\ufe0f\u20e3",
    "a flag": "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f 15 EUR",
    "Persian": "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 15 EUR",
    "a shown element": "<span class='hidden' title='hidden'>15 EUR</span> <p style='font-size: 2em'>15 EUR</p>",
    "white on black": "<td style='color: #fff; background: black'>15 EUR</td>",
    "a reference": "[1]: https://shop.example '15 EUR'",
}


@pytest.mark.parametrize("execution", HIDDEN.values(), ids=HIDDEN.keys())
def test_a_figure_that_nobody_sees_is_no_evidence(execution: str) -> None:
    codes = {finding.code for finding in check_response(with_evidence(execution), "The lamp costs 15 EUR.").findings}
    assert {"money_not_in_evidence", "evidence_hidden"} <= codes


@pytest.mark.parametrize("execution", [*HIDDEN.values(), *INVISIBLE.values()], ids=[*HIDDEN, *INVISIBLE])
def test_hidden_text_is_said_to_be_there_and_does_not_decide(execution: str) -> None:
    found = [
        f
        for f in check_response(with_evidence(execution), "The lamp costs 20 EUR.").findings
        if f.code == "evidence_hidden"
    ]
    assert [finding.severity for finding in found] == [Severity.LIKELY]


@pytest.mark.parametrize("execution", INVISIBLE.values(), ids=INVISIBLE.keys())
def test_invisible_characters_are_dropped(execution: str) -> None:
    visible, _ = without_hidden(with_evidence(execution))
    assert not any(char in visible.text for char in "\u200b\u2060\u202e\ufe0f\U000e0031")


@pytest.mark.parametrize("execution", SEEN.values(), ids=SEEN.keys())
def test_what_a_reader_sees_stays(execution: str) -> None:
    document = with_evidence(execution)
    assert without_hidden(document) == (document, ())


@pytest.mark.parametrize("kind", ["a comment over lines", "a comment in a script"])
def test_offsets_and_lines_stay(kind: str) -> None:
    document = with_evidence(HIDDEN[kind])
    visible, _ = without_hidden(document)
    assert len(visible.text) == len(document.text)
    assert visible.text.count("\n") == document.text.count("\n")


def test_a_quote_is_the_evidence_as_written() -> None:
    document = with_evidence(HIDDEN["struck out"])
    (claim,) = check_response(document, "The lamp costs 20 EUR.").claims
    assert [document.text[link.start : link.end] for link in claim.evidence] == [link.quote for link in claim.evidence]


def test_what_hides_in_other_sections_is_left_alone() -> None:
    document = with_evidence("It is red.", query="<!-- is it red? -->")
    assert without_hidden(document) == (document, ())


LAMP = "The lamp costs 20 EUR (source_ref: t1.r1)."
UNSEEN = {
    "a comment": "<!-- {} -->",
    "a script": "<script>{}</script>",
    "an element": '<p style="opacity: 0">{}</p>',
    "white letters": "<font color=white>{}</font>",
    "a definition for nothing": "[//]: # '{}'",
    "a definition under another name": "[x]: https://shop.example '{}'",
    "a definition that comes second": "[a][b]\n\n[b]: /x\n[b]: /x '{}'",
}


@pytest.mark.parametrize("form", UNSEEN.values(), ids=UNSEEN.keys())
def test_what_no_reader_of_a_response_sees_says_nothing(form: str) -> None:
    response = "Here you are.\n\n" + form.format(LAMP)
    report = check_response(with_evidence(LAMP), response)
    assert not [claim for claim in report.claims if "20 EUR" in claim.text]
    found = [finding for finding in report.findings if finding.code == "response_hidden"]
    assert [(one.severity, one.check) for one in found] == [(Severity.CERTAIN, CheckName.COHERENT_FORMAT)]


@pytest.mark.parametrize("form", UNSEEN.values(), ids=UNSEEN.keys())
def test_a_source_that_no_reader_sees_is_none(form: str) -> None:
    evidence = "The lamp costs 20 EUR. url: https://shop.example/lamp"
    report = check_response(with_evidence(evidence), "It costs 20 EUR.\n\n" + form.format("https://shop.example/lamp"))
    assert "source_missing" in {finding.code for finding in report.findings}


def test_a_hidden_address_is_an_address_all_the_same() -> None:
    report = check_response(with_evidence(LAMP), f"{LAMP} <!-- [x](https://evil.example) -->")
    assert "url_not_in_evidence" in {finding.code for finding in report.findings}


@pytest.mark.parametrize(
    "response",
    [
        "It costs ~~25 EUR~~ <del>22 EUR</del> 20 EUR.",
        "It costs [20 EUR][1] `<!-- x -->`.\n\n[1]: https://shop.example/lamp",
        "It costs 20 EUR ![x].\n\n[X]: https://shop.example/lamp",
        "[Note]: it costs 20 EUR.",
        "One.\n<!-- -->\nTwo.",
        'The <abbr title="Light-emitting diode">LED</abbr> of the [lamp](/x "Product page") costs 20 EUR.',
    ],
)
def test_what_a_reader_of_a_response_sees_stays(response: str) -> None:
    assert visible_response(response) == (response, ())


@pytest.mark.parametrize(
    "form", ["[the lamp](/x '{}')", "<abbr title='{}'>the lamp</abbr>", "<img src='/x' alt=\"{}\">"]
)
def test_a_statement_in_a_tooltip_is_hidden(form: str) -> None:
    seen, [finding] = visible_response(form.format("It costs 15 EUR."))
    assert (finding.code, "15 EUR" in seen) == ("response_hidden", False)


@given(
    st.lists(
        st.sampled_from((*"<!->~`[]:x\n", "<!--", "-->", "<script>", "</script>", "<p hidden>", "</p>", "[a]: /b\n")),
        max_size=40,
    )
)
def test_every_offset_of_a_response_stays(pieces: list[str]) -> None:
    text = "".join(pieces)
    visible, _ = visible_response(text)
    assert all(seen == char or (seen == " " and char != "\n") for seen, char in zip(visible, text, strict=True))


def test_a_claim_is_told_as_it_was_written() -> None:
    response = "The lamp <!-- really --> costs 20 EUR."
    [claim] = check_response(with_evidence(LAMP), response).claims
    assert claim.text == response


@pytest.mark.parametrize(
    "piece",
    ["<!--", "~~a", "<del>", "`~~", "``` ", "[//]: # (", "\u200b", "<!--\n", "-->", "~~ ", "<p hidden>", "](a 'b')"],
)
def test_a_hostile_megabyte_is_read_once(piece: str) -> None:
    begun = time.process_time()
    collect(with_evidence(piece * (1_000_000 // len(piece))))
    assert time.process_time() - begun < 20
