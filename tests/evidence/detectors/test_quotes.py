from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.domain.finding import Severity
from validation.evidence.context.items import collect
from validation.evidence.detectors.quotes import check_quotes, find_quotations
from validation.evidence.text.blocks import scan

HELD = 'Its owner said "the crank turns as smoothly as on day one", and the maker\'s page calls it a "daily driver".'


def accused(response_md: str) -> bool:
    return any(check_quotes(response_md, scan(response_md), collect(with_evidence(HELD))))


@pytest.mark.parametrize(
    "response_md",
    [
        "“the crank turns as smoothly as on day one”",
        "«the crank turns as smoothly as on day one»",
        "„The crank turns as smoothly as on day one.“",
        "> the crank turns as\n> smoothly as on day one",
        '"the crank … smoothly as on day one"',
        '"the *crank* turns as smoothly as on day one!"',
        "It's the owner's view that the maker's crank is everybody's darling, isn't it?",
        'a 5" burr and a 6" handle that fit the same jar',
        '"an entirely made-up"',
        "“the crank turns, as smoothly, as on day one”",
        'You asked the question "how quiet is the mill at night"',
        'Draft reply: "Dear Hanna, thank you for your kind words."',
        '**Suggested message to Hanna:**\n\n"We are glad that your mill is quiet."',
        'I read it. Here is a short summary of the review: "The mill is quiet and its crank turns well."',
        'In summary: "The mill is quiet and its crank turns well."',
        'You could reply: "Thanks, we are glad that you like it."',
        "```\n\"five words that nobody ever said\"\n```",
        f"\"{'The mill stands on a table and turns with ease. ' * 8}\"",
    ],
)  # fmt: skip
def test_a_faithful_quotation_or_none_at_all_is_not_accused(response_md: str) -> None:
    assert not accused(response_md)


@pytest.mark.parametrize(
    "response_md",
    [
        "“the crank turns as softly as on day one”",
        "«the crank turns as smoothly as ever»",
        "> the crank turns as smoothly as on the second day",
        '"smoothly as on day one … the crank turns as"',
        'Its owner says "the crank never turns smoothly any more".',
        'In her reply the owner wrote: "the crank never turns smoothly any more"',
        'In summary she wrote: "the crank never turns smoothly any more"',
        'In the summary of her review the owner wrote: "the crank never turns smoothly"',
        'The answer of the owner: "the crank never turns smoothly any more"',
        'In a possible reply to me, she said "the crank never turns smoothly"',
        'According to the summary, "the crank never turns smoothly any more".',
    ],
)
def test_an_altered_quotation_is_accused(response_md: str) -> None:
    assert accused(response_md)


def test_four_words_are_no_quotation() -> None:
    assert find_quotations('"one two three four"', ()) == []


REPORTED = (
    "Mill one costs 49.90 EUR and weighs 540 g. Its owner says: “I've never had a mill as quiet as this,” says Hanna "
    "Orth, “and my neighbors agree with me.” That was May. We can't recommend it to people who grind evrything at once."
)


@pytest.mark.parametrize("held", ["Rise up & shut it down with us", "Rise up &amp; shut it down with us"])
@pytest.mark.parametrize("sign", ["&", "&amp;"])
def test_a_sign_in_code_is_the_sign(held: str, sign: str) -> None:
    response_md = f"It was called “Rise up {sign} shut it down with us”."
    assert not any(check_quotes(response_md, scan(response_md), collect(with_evidence(held))))


@pytest.mark.parametrize(
    "quoted",
    [
        "they've never had a mill as quiet as this",
        "a mill as quiet as this and my neighbors agree with Jonas",
        "I've always had a mill as quiet as this",
        "We can recommend it to people who grind",
    ],
)
def test_an_altered_quotation_is_certain(quoted: str) -> None:
    response_md = f"She says “{quoted}” of it."
    (finding,) = check_quotes(response_md, scan(response_md), collect(with_evidence(REPORTED)))
    assert finding.severity is Severity.CERTAIN
