"""HTML in the evidence: what a browser lays out as rows, items and headings is read as such, at the same places."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.evidence.turns import grounded
from validation.evidence.text.markup import as_markdown
from validation.judge.embedded import APPROVE_EDGE

PLANS = (
    '<h3>Plans</h3><table class="t"><thead><tr><th>Plan</th><th>Price</th><th>Backups</th></tr></thead><tbody>\n'
    "<tr>\n <td>Starter</td>\n <td>4.50&nbsp;EUR</td>\n <td>no</td>\n</tr>\n"
    "<tr><td>Team</td><td>12.00 EUR</td><td>weekly</td></tr>"
    "<tr><td>Studio</td><td>29.00 EUR</td><td>daily</td></tr></tbody></table><p>Prices exclude VAT.</p>"
)
HEATER = (
    '<table><tr><th scope="row">Power</th><td>1,800 W</td></tr>'
    '<tr><th scope="row">Timer</th><td>8 hours</td></tr></table>'
    "<dl><dt>Warranty</dt><dd>2 years</dd><dt>Made in</dt><dd>Portugal</dd></dl>"
)
DESKS = (
    "<table><tr><th></th><th>Day</th><th>Month</th></tr><tr><td>Nook</td><td>18 EUR</td><td>240 EUR</td></tr>"
    "<tr><td>Attic</td><td></td><td>310 EUR</td></tr></table>"
)


def written(text: str) -> list[str]:
    """The lines that say something, with one blank for several."""
    return [" ".join(line.split()) for line in as_markdown(text).split("\n") if line.strip()]


@pytest.mark.parametrize(
    ("html", "lines"),
    [
        ("<h2>Fees</h2><p>Cash only.</p>", ["\\# Fees", "Cash only."]),
        ("<p>Bring</p><ul><li>a pen</li><li>paper</li></ul>", ["Bring", "- a pen", "- paper"]),
        ("<ul>\n<li>\n<p>a pen</p>\n</li>\n</ul>", ["- a pen"]),
        ("<div>Mon 9-5</div><div>Tue closed</div>", ["Mon 9-5", "Tue closed"]),
        ("Adults: 9 EUR<br>Children: 4 EUR<br/>", ["Adults: 9 EUR", "Children: 4 EUR"]),
        ("<dl><dt>Weight</dt><dd>3 kg</dd></dl>", ["- Weight: 3 kg"]),
        ("<table><tr><th>Power</th><td>90 W</td></tr></table>", ["- Power: 90 W"]),
        ("<table><tr><td>a</td><td>x</td></tr><tr><td>b:</td><td>y</td></tr></table>", ["- a: x", "- b: y"]),
        (
            "<table><tr><th>A</th><th>B</th></tr><tr><td>1|2</td><td>3<br>4</td></tr></table>",
            ["| A | B", "|-|", "| 1/2 | 3 4"],
        ),
        (
            "<table><tr><td>A</td><td>B</td><td>C</td></tr><tr><td>1</td><td>2</td><td>3</td></tr></table>",
            ["A | B | C", "1 | 2 | 3"],
        ),
        (
            "<table><tr><th></th><th>A</th><th>B</th></tr><tr><td>x</td><td>&nbsp;</td><td>2</td></tr></table>",
            ["| | A | B", "|-|", "| x | | 2"],
        ),
        (
            "<table><tr></tr><tr><th>A</th><th>B</th></tr>\n<tr><td></td><td></td></tr>\n<tr><td>1</td><td></td></tr></table>",
            ["| A | B", "|-|", "| |", "| 1 |"],
        ),
        ("<table><tr><td>a</td><td></td></tr><tr><td></td><td>y</td></tr></table>", ["- a", "- y"]),
        (
            "<table><tr><td>A</td><td></td><td>C</td></tr><tr><td></td><td>2</td><td>3</td></tr></table>",
            ["A | | C", "| 2 | 3"],
        ),
        (
            "<table><tr><th colspan=2>Fees</th></tr><tr><td>A</td><td>1</td></tr><tr><td>B</td><td>2</td></tr></table>",
            ["Fees", "A | 1", "B | 2"],
        ),
        ("| a | b |\n|---|---|\n| 1<br>2 | 3 |", ["| a | b |", "|---|---|", "| 1<br>2 | 3 |"]),
        ("```\n<li>code</li>\n```", ["```", "<li>code</li>", "```"]),
        ('{"html": "<ul><li>a</li></ul>"}', ['{"html": "<ul><li>a</li></ul>"}']),
        ("if a <b and c> d", ["if a <b and c> d"]),
        ("12&nbsp;EUR or &euro;15", ["12 EUR or €15"]),
        ("3 < 4 > 2", ["3 < 4 > 2"]),
        ("Fenn &amp; Sons: https://x.example/?a=1&amp;b=2", ["Fenn & Sons: https://x.example/?a=1&amp;b=2"]),
    ],
)
def test_block_tags_are_the_marks_they_stand_for(html: str, lines: list[str]) -> None:
    assert written(html) == lines


def test_items_within_items_stand_further_in() -> None:
    made = as_markdown("<ul><li>Sol<ul><li>pool</li><li>bar</li></ul></li><li>Mar</li></ul>")
    assert [line.rstrip() for line in made.split("\n") if line.strip()] == ["- Sol", "  - pool", "  - bar", "- Mar"]


_TAGS = (
    "<table>",
    "<tr>",
    "<td>",
    "<th>",
    "</td>",
    "</tr>",
    "</table>",
    "<li>",
    "<ul>",
    "<h3>",
    "</h3>",
    "<dt>",
    "<dd>",
    "|",
)


@given(st.lists(st.sampled_from((*_TAGS, "Q", " ", "\n", "&amp;", "<p>", "<br>")), max_size=40))
def test_every_offset_stays(parts: list[str]) -> None:
    text = "".join(parts)
    made = as_markdown(text)
    assert [at for at, char in enumerate(made) if char == "Q"] == [at for at, char in enumerate(text) if char == "Q"]


@pytest.mark.parametrize(
    ("evidence", "right", "wrong"),
    [
        (PLANS, "The Team plan costs 12.00 EUR.", "The Team plan costs 29.00 EUR."),
        (PLANS, "Studio is backed up daily.", "Studio is backed up weekly."),
        (PLANS, "VAT is not included in the prices.", "VAT is included in the prices."),
        (DESKS, "The Nook costs 18 EUR a day and 240 EUR a month.", "The Nook costs 240 EUR a day and 18 EUR a month."),
        (DESKS, "The Attic costs 310 EUR a month.", "The Attic costs 310 EUR a day."),
        (HEATER, "The warranty lasts 2 years.", "The warranty lasts 8 years."),
        (HEATER, "It has 1,800 W of power.", "It has 1,300 W of power."),
    ],
)
def test_a_page_tells_right_from_wrong(evidence: str, right: str, wrong: str) -> None:
    assert grounded(evidence, wrong) < APPROVE_EDGE <= grounded(evidence, right)
