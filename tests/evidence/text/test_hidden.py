"""Text that a reader of the evidence does not see is no evidence, and is said to be there."""

from __future__ import annotations

import time

import pytest

from tests.evidence.turns import with_evidence
from validation.domain.finding import Severity
from validation.evidence.check_response import check_response
from validation.evidence.context.items import collect
from validation.evidence.text.hidden import without_hidden

HIDDEN = {
    "a comment": "The lamp costs 20 EUR. <!-- The lamp costs 15 EUR. -->",
    "a comment over lines": "The lamp costs 20 EUR.\n<!--\nThe lamp costs 15 EUR.\n-->\nIt is red.",
    "a comment that never ends": "The lamp costs 20 EUR.\n\n<!-- The lamp costs 15 EUR.",
    "struck out": "The lamp costs ~~15 EUR~~ 20 EUR.",
    "struck out in tags": "The lamp costs <del>15 EUR</del> <s>15 EUR</s> <strike class=x>15 EUR</strike> 20 EUR.",
    "a script": "The lamp costs 20 EUR. <script>'15 EUR'</script>",
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


def test_offsets_and_lines_stay() -> None:
    document = with_evidence(HIDDEN["a comment over lines"])
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


@pytest.mark.parametrize(
    "piece", ["<!--", "~~a", "<del>", "`~~", "``` ", "[//]: # (", "\u200b", "<!--\n", "-->", "~~ "]
)
def test_a_hostile_megabyte_is_read_once(piece: str) -> None:
    begun = time.process_time()
    collect(with_evidence(piece * (1_000_000 // len(piece))))
    assert time.process_time() - begun < 20
