from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validation.evidence.text.claims import split_claims

PIECES = (
    "# Head\n", "- item. Two.\n", "| a | b |\n", "|---|---|\n", "```\n", "> said\n", "Dr. No costs 3.50 EUR. ", "\n\n",
    "[x](https://a.example/b.c)", "**bold", "1. one\n", "\\|", "é…", "www.", "? ", "\r\n", "* ", "|", "  ",
)  # fmt: skip
MARKDOWN = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


def said(text: str) -> list[str]:
    return [claim.text for claim in split_claims(text)]


def factual(text: str) -> list[str]:
    return [claim.text for claim in split_claims(text) if claim.factual]


@given(st.one_of(MARKDOWN, st.text(max_size=300)))
def test_a_claim_is_exactly_what_its_span_says(text: str) -> None:
    assert all(text[claim.start : claim.end] == claim.text for claim in split_claims(text))


@given(st.one_of(MARKDOWN, st.text(max_size=300)))
def test_claims_follow_one_another_without_overlap(text: str) -> None:
    claims = split_claims(text)
    assert all(before.end <= after.start for before, after in pairwise(claims))


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("It weighs 3.5 kg. It is red.", 2),
        ("Dr. Ohm tested it, e.g. on rails. It held.", 2),
        ("It costs $1,299.99 at https://a.example/x.y?z=1. Next one.", 2),
        ("Opens at 9 a.m. on Sundays.", 1),
        ("Really? Yes! iPads fit. eReaders too.", 4),
        ("Am 5. Januar kam er an. Er blieb.", 2),
        ("It runs... and runs.", 1),
        ("Monday: 9-5\nTuesday: 10-6", 2),
        ("a long line that was wrapped by its author at some eighty characters\nand goes on here.", 1),
        ("これは重い。それは軽い。", 2),
        ("هل هو ثقيل؟هو خفيف.", 2),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text: str, count: int) -> None:
    assert len(said(text)) == count


def test_every_row_is_one_claim_under_the_names_of_its_columns() -> None:
    row = split_claims("## Shops\n\n| shop | price |\n|---|---|\n| Kontor | 86 EUR |")[-1]
    assert (row.text, row.context) == ("| Kontor | 86 EUR |", "Shops | shop | price")


def test_a_list_item_stands_under_the_line_that_introduces_it() -> None:
    assert split_claims("At Kontor:\n\n- It costs 86 EUR.")[-1].context == "At Kontor:"


@pytest.mark.parametrize(
    "text",
    [
        "# Quiet grinders",
        "Hello there!",
        "You're welcome.",
        "Shall I compare the burrs as well?",
        "هل يزن المصباح 88 غرام؟",
        "Let me know which one you like.",
        "Here are the shops I found:",
        "Sorry, I could not check the stock.",
        "Sorry, that is all I could find.",
        "Let me know if the price is fine, and I can look further.",
        "If you like, I can compare the shops.",
        "I hope that the lamp serves you well!",
        "Thanks for your patience, and enjoy the lamp!",
        "Sure, here you go!",
        "Of course, happy to help!",
        "Certainly, please find the list below.",
        "No problem, you're welcome.",
        "You're welcome to ask about the other lamps.",
        "Enjoy your new lamp!",
        "[Kontor](https://a.example)",
        "Source: [Kontor](https://a.example), [Mill](https://b.example)",
        "## Sources\n\n- [The maker's page](https://a.example)",
        "---",
        "```python\nprint(1)\n```",
        "```c++\nint price = 1;\n```",
        "```Bash\nls -l\n```",
        "```{.python .numberLines}\nprint(1)\n```",
        "``` lang=python\nprint(1)\n```",
        "```html\n<p>Welcome</p>\n```",
        "| shop | price |\n|---|---|",
    ],
)
def test_what_states_nothing_is_not_factual(text: str) -> None:
    assert factual(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "The mill weighs 540 g.",
        "- quiet at 62 dB",
        "Did you know that it costs 72 EUR?",
        "I found no shop below 70 EUR.",
        "Sure, it costs 72 EUR.",
        "Thanks for asking, it is free today!",
        "Sorry, the shop closed forever yesterday.",
        "Glad to tell you that it is waterproof.",
        "If you need it waterproof, the lamp is waterproof.",
        "Sure, Lumo H4 is waterproof.",
        "Sure, dogs may enter.",
        "Of course, children pay full price.",
        "Absolutely, Monday works too.",
        "Sorry, Dr. Falk left the museum.",
        "Sure, bring your dog along.",
        "You're welcome to bring your dog.",
        "Enjoy free entry on Mondays.",
        "```json\n{\"price\": 72}\n```",
        "```xml\n<price>72 EUR</price>\n```",
        "```{.json}\n{\"price\": 72}\n```",
        "```output\nprice: 72 EUR\n```",
    ],
)  # fmt: skip
def test_what_states_something_is_factual(text: str) -> None:
    assert len(factual(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Sure, " * 20_000 + "dogs may enter.",
        "[" * 40_000,
        "a " * 40_000,
        "`" * 39_999,
        "| " * 40_000,
        "> " * 40_000,
        ". " * 40_000,
    ],
)
def test_hostile_repetition_is_split_all_the_same(text: str) -> None:
    assert all(text[claim.start : claim.end] == claim.text for claim in split_claims(text))


@pytest.mark.parametrize(
    ("text", "factual"),
    [
        ("If you'd like to stay longer, you can do so for 12 EUR a night.", True),
        ("If you need the form later, you have 14 days to send it.", True),
        ("If you'd like, you can ask me about the other 3 rooms.", False),
        ("If you want to know more, you can tell me which of the 2 you mean.", False),
        ("If you'd like a towel, it's in the wardrobe.", True),
        ("If you prefer the train, there's a station next door.", True),
        ("Thanks for your message, I'm glad to confirm that the sauna is heated.", True),
        ("Sorry for the delay, we can confirm your luggage was found.", True),
        ("Thanks for writing, we are happy to help.", False),
        ("If you tell me the dates, I can confirm whether rooms are free.", False),
        ("Sorry, our kitchen is closed on Mondays.", True),
        ("Of course, our rooms are soundproof.", True),
        ("Sorry, our apologies.", False),
        ("If you have more questions, our team is here to help.", False),
    ],
)
def test_what_is_allowed_behind_a_courtesy_is_a_claim(text: str, factual: bool) -> None:
    [claim] = split_claims(text)
    assert claim.factual is factual


@pytest.mark.parametrize(
    ("text", "leads"),
    [
        ("1. **Lumo H4**\n   - 86 g\n2. **Sol**\n   - 64 g", ["", "Lumo H4", "", "Sol"]),
        ("- Lumo H4:\n\t- 86 g", ["", "Lumo H4"]),
        ("The Lumo H4 has:\n- 86 g\n- 450 lumens", ["", "The Lumo H4 has:", "The Lumo H4 has:"]),
        ("**Lumo H4**\n\n- 86 g", ["", "Lumo H4"]),
        ("- Lumo H4\n\nAnother.\n\n  - 64 g", ["", "", ""]),
        (f"- {'word ' * 30}\n  - 64 g", ["", ""]),
    ],
)
def test_an_item_stands_under_what_introduces_it(text: str, leads: list[str]) -> None:
    assert [claim.lead for claim in split_claims(text)] == leads


@pytest.mark.parametrize(
    "text", ["Good news!", "Let me explain.", "I understand how frustrating this can be.", "No worries!", "Let's look."]
)
def test_talk_of_the_talk_itself_states_nothing(text: str) -> None:
    assert factual(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Good news: dogs are welcome!",
        "No help is available.",
        "It is good.",
        "Let me tell you the pool is closed.",
        "Questions cost 2 EUR.",
        "If you have a student card, you get 20% off.",
    ],
)
def test_talk_that_says_something_of_the_matter_is_a_claim(text: str) -> None:
    assert factual(text) == [text]
