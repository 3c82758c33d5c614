from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validation.domain.finding import Severity
from validation.evidence.detectors.markdown import check_form
from validation.evidence.text.blocks import scan

WORDS = "The mill grinds forty grams of coffee. "


def codes(response_md: str) -> list[str]:
    return [finding.code for finding in check_form(response_md, scan(response_md))]


@pytest.mark.parametrize(
    "response_md",
    [
        "A **bold** and *soft* word with `**code**` in it.",
        "5 * 3 = 15 and 2 ** 3 = 8 are sums.",
        "snake_case and __init__ are names.",
        r"A price\* with a footnote.",
        "* item one\n* item two",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "a | b\n--|--\n1 | 2",
        r"| a | b |" "\n|---|---|\n" r"| 1 \| 2 | 3 |",
        "```text\nhttps://a.example **open\n```",
        "[a](https://a.example) and <https://b.example>.",
        "- no full stop\n- none here",
        "Short answer",
        "**[Hotel](https://a.example/b) - 105 EUR** and *[Inn](https://a.example)* are near.",
        "| one line with pipes |",
        "Home | Shop | About",
        "Read `a | b | c` first.\nThen read `d | e | f` too.",
        "Mill | weight\nMill one | 540 g",
        "**<https://a.example/b>** is open.",
        "Ends with a link: [shop](https://a.example/b)",
        WORDS * 10 + "\n\n" + WORDS * 10,
        "It is quiet!",
        "Fine 🙂",
        "It is quiet and grinds very fine.&nbsp;",
        "It is quiet and grinds very fine. #coffee #quietmill",
        "Phone number of the shop in the Lindenhof: 555 0100",
        "The Road to the Quiet Mill: A Look at Burrs",
        "It weighs ~540 g or ~19 oz.",
        "It is ~~heavy~~ light.",
        "`` a`b `` is code, Hawai`i an island, 5` a length.",
        "``Quiet'' and `fine' are its words.",
        "`_id` and _id are names, as snake_case is.",
        "It is <b>quiet</b> and <em>fine</em>.",
        '"It is quiet," she said.',
        "#quietmill is fine.\n#coffee #quietmill",
        "##1234 is the issue.\n\n##1234, ##1235 and #12 are closed.",
        "##fileformat=VCFv4.2 is its first line.",
        "`##Hotels` and \\##Hotels are shown as they are.",
        "```\n##Hotels\n<div\n```",
        "It costs ## or ### signs.",
        "a < b and c > d, a<b, i <a, x <p and y, 3 <s.",
        "It is a List<int>, a Map<String, List<T>> or a Vec<table.",
        "Write `<div` and `<a href=`, or \\<div, or &lt;div.",
        '<div class="mills">\n\nIt is quiet.\n\n</div>',
        'It is <span\nclass="x">quiet</span>.<br>It is fine.<br/>',
        "<p>It is quiet.</p>\n\n<!-- note -->",
        "Its arrows are <- and <!, its mail <me@a.example>.",
        "If x <div> y </div> z.",
        "Here is what the two mills weigh:\nMill one: 540 g with its lid\nMill two: 610 g without one",
    ],
)
def test_sound_markdown_is_not_accused(response_md: str) -> None:
    assert codes(response_md) == []


@pytest.mark.parametrize(
    ("response_md", "code"),
    [
        ("```\ncode", "fence_unclosed"),
        ("~~~\ncode\n```", "fence_unclosed"),
        ("See https://a.example/b now.", "raw_url"),
        ("See www.a.example/b now.", "raw_url"),
        ("This is **bold.", "emphasis_unclosed"),
        ("This is *soft.", "emphasis_unclosed"),
        ("- **Weight: 540 g\n- **Noise:** 62 dB", "emphasis_unclosed"),
        ("| a | b |\n|---|---|\n| 1 |\n| 1 | 2 |", "table_ragged"),
        ("| a | b |\n|---|\n| 1 | 2 |", "table_ragged"),
        ("| a | b |\n|---|---|\n| 1 | 2 | 3 |", "table_ragged"),
        ("| a | b |\n|---|---|\n| 1 | 2", "ending_cut_off"),
        ("| a | b |\n|---|---|", "ending_cut_off"),
        ("It is quiet. See [the sh", "ending_cut_off"),
        ("It is quiet. See [the shop](https", "ending_cut_off"),
        ("It is quiet. It also grinds very fine and its burrs are", "ending_cut_off"),
        ("It is quiet.\n\n## Prices", "ending_cut_off"),
        ("It is quiet,", "ending_cut_off"),
        ("It is quiet. It also grinds very fine and its burrs last", "ending_cut_off"),
        ("The mill is quiet and its burrs last a long while when", "ending_cut_off"),
        ("It is quiet.\nHere is why: the burrs are made of hard", "ending_cut_off"),
        ("In short: the mill is quiet. It also grinds very", "ending_cut_off"),
        ("It grinds fine:\nthe burrs, the crank and the lid are made of hard", "ending_cut_off"),
        ("1. Inn - 90 EUR\n2. **[Hotel](https://a.example/b) - 105 EUR\n3. Lodge - 80 EUR", "emphasis_unclosed"),
        ("The mill is **`quiet` and fine.", "emphasis_unclosed"),
        ("| a | b |\n| 1 | 2 |\n| 3 | 4 |", "table_unruled"),
        ("It is quiet:\n\n|---|---|\n| 1 | 2 |\n| 3 | 4 |", "table_unruled"),
        ("mill | weight | noise\nOne | 540 | 62", "table_unruled"),
        ("The two:\n\n1 | 2 | 3\n4 | 5 | 6\n7 | 8 | 9", "table_unruled"),
        ("It is ~~heavy and fine.", "emphasis_unclosed"),
        ("It is heavy~~ and fine.", "emphasis_unclosed"),
        ("It is `heavy and fine.", "emphasis_unclosed"),
        ("It is `heavy, isn't it.", "emphasis_unclosed"),
        ("It is ``heavy` and fine.", "emphasis_unclosed"),
        ("It is _Heavy and fine.", "emphasis_unclosed"),
        ("It is <b>heavy and fine.", "emphasis_unclosed"),
        ("## ~~Mills\n\nIt is quiet.", "emphasis_unclosed"),
        ("| a | b |\n|---|---|\n| **1 | 2 |", "emphasis_unclosed"),
        ("Mill | weight\nOne | 540 g\nTwo | 610 g", "table_unruled"),
        ("See [](https://a.example/b).", "raw_url"),
        ('It is quiet. The page says "quiet and fine.', "ending_cut_off"),
        ("It is quiet. The page says “quiet and fine.", "ending_cut_off"),
        ("- It is quiet.\n- It is fine.\n-", "ending_cut_off"),
        ("It is quiet.\n\n##", "ending_cut_off"),
        ("##Hotels\n\nIt is quiet.", "heading_unspaced"),
        ("It is quiet:\n###Hotels in the old town\nIt is fine.", "heading_unspaced"),
        ("  ##**Hotels**\n\nIt is quiet.", "heading_unspaced"),
        ("##[Hotels](https://a.example/b)\n\nIt is quiet.", "heading_unspaced"),
        ("##1. Hotels\n\nIt is quiet.", "heading_unspaced"),
        ("- ##Hotels are quiet.", "heading_unspaced"),
        ("> ##Hotels\n\nIt is quiet.", "heading_unspaced"),
        ("##Übernachten\n\nIt is quiet.", "heading_unspaced"),
        ("It is quiet.\n\n<div", "tag_cut"),
        ("It is quiet. <div class=x", "tag_cut"),
        ("<div\nIt is quiet.", "tag_cut"),
        ("<table It is quiet.", "tag_cut"),
        ("It is <a href=/b quiet.", "tag_cut"),
        ("It is <a href='/b'\nclass=x quiet.", "tag_cut"),
        ("It is <span style='x' <b>quiet</b>.", "tag_cut"),
        ("It is quiet.</p", "tag_cut"),
        ("It is quiet </b and fine.", "tag_cut"),
        ("It is quiet <!-- note and fine.", "tag_cut"),
        ("- <li It is quiet.\n- It is fine.", "tag_cut"),
        (WORDS * 25, "wall_of_text"),
    ],
)
def test_broken_form_is_named(response_md: str, code: str) -> None:
    assert codes(response_md) == [code]


@pytest.mark.parametrize(
    "response_md",
    [
        "```\ncode",
        "2. **[Hotel](https://a.example/b) - 105 EUR",
        "It is ~~heavy and fine.",
        "It is `heavy and fine.",
        "| a | b |\n| 1 | 2 |\n| 3 | 4 |",
        "It is quiet:\n\n|---|---|\n| 1 | 2 |\n| 3 | 4 |",
    ],
)
def test_broken_form_keeps_an_approval_away(response_md: str) -> None:
    assert {finding.severity for finding in check_form(response_md, scan(response_md))} == {Severity.CERTAIN}


@given(st.text(alphabet="ab*_`|-#[]()>!.\n \\1:/", max_size=200))
def test_findings_lie_within_the_response(response_md: str) -> None:
    assert all(0 <= f.start <= f.end <= len(response_md) for f in check_form(response_md, scan(response_md)))


def test_ten_thousand_rows_with_one_ragged_one_give_one_finding() -> None:
    rows = ["| a | b |", "|---|---|", *["| 1 | 2 |"] * 10_000]
    rows[5_000] = "| 1 |"
    assert codes("\n".join(rows)) == ["table_ragged"]


def test_an_address_without_quotation_marks_does_not_take_the_bracket_of_its_tag() -> None:
    assert "tag_cut" not in codes("It is <a href=https://a.example/b>quiet</a>.")
