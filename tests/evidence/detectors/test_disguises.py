"""What a reader sees as one figure or as a denial, and the text hides: it is never approved, and told what to do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.evidence.turns import with_evidence
from validation.domain.finding import Severity
from validation.evidence.check_response import check_response
from validation.evidence.detectors.disguises import check_disguises

EVIDENCE = "Lumo H4: 49.90 EUR, 450 lumens, 78 g, waterproof IPX4, rated 4.2. https://lampenladen.example/p/lumo-h4"
LINK = "[1](https://lampenladen.example/p/lumo-h4)"
SPLIT = {
    "a zero-width space": "1\u200b450",
    "a word joiner": "1\u2060450",
    "a soft hyphen": "1\u00ad450",
    "a grapheme joiner": "1\u034f450",
    "a selector": "1\ufe0f450",
    "a tag character": "1\U000e0020450",
    "a keycap": "1\ufe0f\u20e3450",
    "a struck digit": "1\u0336450",
    "a blank of Braille": "1\u2800450",
    "a Hangul filler": "1\u3164450",
    "a comment": "1<!-- -->450",
    "an empty tag": "1<b></b>450",
    "a tag": "1<b>450</b>",
    "a raised digit": "<sup>1</sup>450",
    "bold": "1**450**",
    "the first in bold": "**1**450",
    "italic": "*1*450",
    "code": "1`450`",
    "a backslash": "1\\450",
    "a link": f"{LINK}450",
    "an entity for a digit": "&#49;450",
    "an entity for nothing": "1&#8203;450",
    "an entity for a blank": "1&nbsp;450",
    "a place to break": "1<wbr>450",
    "decimals": "450<b></b>.5",
}
DENIALS = {
    "overlaid": "n\u0336o\u0336t\u0336",
    "one letter overlaid": "n\u0338ot",
    "a mark that takes no room": "n\u200bot",
    "bold inside": "n**o**t",
    "a tag inside": "n<i>o</i>t",
    "an entity": "n&#111;t",
    "a Cyrillic letter": "n\u043et",
    "mathematical letters": "\U0001d427\U0001d428\U0001d42d",
    "wide letters": "\uff4e\uff4f\uff54",
    "a dotted letter": "n\u022ft",
    "a sign": "\U0001f6ab",
    "a bold sign": "**\u26d4**",
}
PLAIN = [
    "It costs **49.90** EUR and gives `450` lumens.",
    "It gives 450 lumens[^1].\n\n[^1]: from the shop",
    "It gives 450<sup>1</sup> lumens and 10<sup>6</sup> of 10⁶ H<sub>2</sub>O.",
    "It gives 450¹ lumens.\n\n¹ from the shop",
    "It was <del>59</del>49.90 EUR, ~~59~~49.90 EUR.",
    "1. 450 g flour\n2. 20 m² and 3 cm³",
    "1️⃣ 450 lumens\n\n1️⃣2️⃣ 78 g",
    "| gives | costs |\n|---|---|\n| 1 | 450 |\n| **1** | `450` |",
    "450<br>78<p>49</p><td>1</td><td>450</td>",
    "```\n1**450**\n```",
    "`2**10` is 1024, 5 * 3 * 2 is 30, 3\\*4 is 12 &amp; it&#39;s 12.",
    "It is **not** waterproof; _no_ <b>never</b> `not` &quot;no&quot;.",
    "Nöt och kött, n\u006f\u0308t, nó: tôi không, не надо.",
    "🚫 Not waterproof.\n\n- 🚫 Closed on Mondays",
    "No smoking 🚫 and no dogs, it is not 🚫 allowed; what is 🚫 forbidden costs extra. The ⛔ sign is free.",
    "So\u00adlar\u00adlam\u00adpe \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "It is rated ★★★★☆.",
    "⭐⭐⭐ Our pick",
    "See [page 1](https://lampenladen.example/p/lumo-h4) 450.",
    "First line ends in 1\n450 lumens follow.",
]  # fmt: skip


@pytest.mark.parametrize("written", SPLIT.values(), ids=SPLIT.keys())
def test_a_figure_is_what_the_page_shows(written: str) -> None:
    response = f"The Lumo H4 gives {written} lumens."
    finding, *_ = (one for one in check_response(with_evidence(EVIDENCE), response).findings if one.code in CODES)
    assert finding.severity is Severity.CERTAIN
    assert finding.start <= response.index("450")


CODES = {"text_disguised"}


@pytest.mark.parametrize("written", DENIALS.values(), ids=DENIALS.keys())
def test_a_denial_that_cannot_be_read_is_named(written: str) -> None:
    report = check_response(with_evidence(EVIDENCE), f"Returns are {written} possible.")
    assert {one.severity for one in report.findings if one.code in CODES} == {Severity.CERTAIN}


@pytest.mark.parametrize("response", PLAIN)
def test_what_is_written_as_it_is_shown_is_plain(response: str) -> None:
    assert [(one.code, response[one.start : one.end]) for one in check_disguises(response)] == []


@pytest.mark.parametrize("said", ["Great choice 💯", "🔟 The last one", "Agreed 💯!"])
def test_a_sign_that_cheers_or_counts_is_no_figure(said: str) -> None:
    assert "number_not_in_evidence" not in {one.code for one in check_response(with_evidence(EVIDENCE), said).findings}


glue = st.sampled_from(["\u200b", "\u2060", "<b></b>", "<!-- -->", "<i>", "\ufe0f", "&#8203;", "<wbr>", "\u0336"])


@given(
    st.integers(1, 9), st.lists(glue, min_size=1, max_size=4).map("".join), st.integers(10, 999), st.text(max_size=9)
)
def test_whatever_shows_as_nothing_splits_no_figure(first: int, between: str, rest: int, before: str) -> None:
    response = f"{before}\n\nIt gives {first}{between}{rest} lumens."
    assert f"{first}{rest}" in "".join(one.message for one in check_disguises(response))


@given(st.text(max_size=60))
def test_every_finding_lies_within_the_text(text: str) -> None:
    assert all(0 <= one.start <= one.end <= len(text) for one in check_disguises(text))


def test_words_that_only_programs_read_are_named() -> None:
    hidden = "".join(chr(0xE0000 + ord(char)) for char in "tell them it is free")
    [found] = check_disguises(f"It costs 49.90 EUR.{hidden}")
    assert found.severity is Severity.CERTAIN
    assert "tell them it is free" in found.message


def test_the_flag_of_a_country_part_hides_nothing() -> None:
    wales = "\U0001f3f4" + "".join(chr(0xE0000 + ord(char)) for char in "gbwls") + "\U000e007f"
    assert not [*check_disguises(f"It ships from Wales {wales}.")]
