"""What a response strikes out it takes back: the claim is what is left. A figure that is struck out, as former prices
are, must stand in the evidence all the same."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.evidence.check_response import check_response
from validation.evidence.language.masking import mask
from validation.evidence.text.claims import split_claims

MUSEUM = "- Dogs are not allowed in the Lindau Museum\n- The Lindau Museum opens at 10:00 and closes at 18:00"
KETTLES = (
    "| kettle | price | former price |\n|---|---|---|\n| Aro kettle | 39.90 EUR | 59.90 EUR |\n"
    "| Bel kettle | 54.00 EUR | 72.00 EUR |"
)


@pytest.mark.parametrize(
    ("evidence", "response_md", "is_supported"),
    [
        (MUSEUM, "Dogs are ~~not~~ allowed in the Lindau Museum.", False),
        (MUSEUM, "Dogs are <del>not</del> allowed in the Lindau Museum.", False),
        (MUSEUM, "Dogs are <s>always</s> not allowed in the Lindau Museum.", True),
        (MUSEUM, "Dogs are ~~allowed~~ not allowed in the Lindau Museum.", True),
        (MUSEUM, "The Lindau Museum opens at ~~18:00~~ 10:00.", True),
        (MUSEUM, "The Lindau Museum opens at ~~10:00~~ 18:00.", False),
        (KETTLES, "The Aro kettle costs ~~54.00 EUR~~ 39.90 EUR.", True),
        (KETTLES, "The Aro kettle costs ~~39.90 EUR~~ 54.00 EUR.", False),
    ],
)
def test_a_claim_is_judged_without_what_is_struck_out(evidence: str, response_md: str, is_supported: bool) -> None:
    [claim] = check_response(with_evidence(evidence), response_md).claims
    assert (claim.state == "supported") is is_supported


@pytest.mark.parametrize(("former", "is_found"), [("59.90 EUR", False), ("79.90 EUR", True)])
def test_a_former_price_that_is_struck_out_must_stand_in_the_evidence(former: str, is_found: bool) -> None:
    report = check_response(with_evidence(KETTLES), f"The Aro kettle costs ~~{former}~~ 39.90 EUR.")
    assert any(str(one.code) == "money_not_in_evidence" for one in report.findings) is is_found


@pytest.mark.parametrize(
    "text",
    [
        "~~Dogs are allowed.~~",
        "<s>Dogs are allowed.</s>",
        "- ~~Dogs are allowed.~~",
        "- Rules\n\n    ~~Dogs are allowed.~~",
        "~~Dogs like `walkies` are allowed.~~",
        "<del datetime=2026-04-08>Dogs are allowed.</del>",
        "~~**Dogs are allowed.**~~",
        "~~Dogs are allowed. Cats are too.~~",
    ],
)
def test_a_sentence_that_is_struck_out_claims_nothing(text: str) -> None:
    assert not any(claim.factual and "allowed" in claim.text for claim in split_claims(text))


@pytest.mark.parametrize(
    "text",
    [
        "```\n<s>Dogs are allowed</s>\n```",
        "```\n~~Dogs are allowed~~\n```",
        "- Rules\n\n  ~~~\n  <s>Dogs are allowed</s>\n  ~~~",
        "Rules\n\n    <s>Dogs are allowed</s>",
        "- Rules\n\n        <s>Dogs are allowed</s>",
        "`~~Dogs are allowed.~~`",
        "`<s>Dogs are allowed.</s>`",
        "``<s>Dogs ` are allowed.</s>``",
        "`~~`Dogs are allowed.`~~`",
        "`<s>`Dogs are allowed`</s>`.",
        "\\~~Dogs are allowed.\\~~",
        "~~Dogs are allowed.\\~~",
        "~~Dogs are allowed `~~`.",
        "\\<s>Dogs are allowed.</s>",
        "\\``~~Dogs are allowed.~~`",
        "<s/>Dogs are allowed.</s>",
    ],
)
def test_marks_that_a_page_shows_strike_nothing_out(text: str) -> None:
    assert any(claim.factual and "allowed" in claim.text for claim in split_claims(text))


@pytest.mark.parametrize(
    "said", ["```\n<s>The Aro kettle costs 54.00 EUR</s>\n```", "`~~The Aro kettle costs 54.00 EUR.~~`"]
)
def test_what_only_looks_struck_out_is_judged(said: str) -> None:
    report = check_response(with_evidence(KETTLES), f"The Bel kettle costs 54.00 EUR.\n\n{said}")
    assert [str(claim.state) for claim in report.claims] == ["supported", "contradicted"]


@pytest.mark.parametrize("text", ["From ~~5 km to ~~7 km it rises.", "It takes ~5 to ~7 minutes.", "a ~~ b ~~ c"])
def test_tildes_that_strike_nothing_out_hide_no_word(text: str) -> None:
    assert mask(text).replace("~", "").split() == text.replace("~", "").split()
