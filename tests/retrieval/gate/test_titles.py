"""The capitals of a query in title case, or in capitals only, name nothing by themselves."""

import pytest

from retrieval.domain.query.question import is_title
from tests.retrieval.gate.conftest import Judge


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What Year Was The Company Founded?", True),
        ("What Year Was the Company Founded?", True),
        ("WHO FOUNDED ACME?", True),
        ("Who is Vera Holm?", False),
        ("Who wrote Ember?", False),
        ("When was Acme Founded?", False),
        ("Is the Museum of Tolmin in Graz?", False),
        ("Acme Corp Founding Year", False),
        ("IBM CEO", False),
        ("what does it cost?", False),
    ],
)
def test_a_title_has_capitals_where_a_sentence_has_none(text: str, expected: bool) -> None:
    assert is_title(text) is expected


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("What Year Was The Company Founded?", "The company was founded in 1995."),
        ("WHAT YEAR WAS THE COMPANY FOUNDED?", "The company was founded in 1995."),
        ("WHO FOUNDED ACME?", "Acme was founded by Vera Holm."),
        ("Who Is The Head Of Surgery?", "Dr. Lind is head of surgery."),
        ("HOW LONG DOES DELIVERY TAKE?", "Delivery takes 3 to 5 days."),
        ("What Time Is Check-In At Hotel Lumo?", "At Hotel Lumo check-in is from 15:00."),
        ("When Was Acme Founded And Who Founded It?", "Acme was founded in 1995 by Vera Holm."),
        ("When Was The Company Acme Founded?", "Acme was founded in 1995."),
        ("When Will Ole Rask Speak?", "Ole Rask will speak at 18:00."),
        ("How Much Is A Tour Of The Mill?", "A tour of the mill is 6 EUR."),
    ],
)
def test_common_words_of_a_title_need_not_be_in_the_text(judged: Judge, query: str, text: str) -> None:
    assert judged(query, [text]).answer_present == "Yes"


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("HOW MUCH DOES THE X200 COST?", "The X100 costs 40 EUR."),
        ("When Does The Ferry To Sandvik Leave?", "The ferry to Vestby leaves at 9:15."),
        ("WHEN WAS VERA HOLM BORN?", "Ida Sand was born in 1901."),
        ("What Time Is Check-In At Hotel Lumo?", "At Hotel Aro check-in is from 15:00."),
        ("What Does The Nova K2 Cost?", "## Nova K2\nGlass.\n\n## Lumo H4\nSteel. It costs 49 EUR."),
    ],
)
def test_an_uncommon_word_of_a_title_is_a_name(judged: Judge, query: str, text: str) -> None:
    assert judged(query, [text]).answer_present == "No"


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("When Did Will Berg Retire?", "Nils Berg joined the clinic in 2015. He retired in 2022."),
        ("When Did Per Ostrand Retire?", "Dr. Nils Ostrand joined the clinic in 2015. He retired in 2022."),
        ("Where Does Will Rask Live?", "Ole Rask lives in Graz."),
        ("When Did Mark Berg Retire?", "Nils Berg retired in 2022."),
        ("What Is The Phone Number Of Sunny Dental?", "The phone number of Bright Dental is 555 0100."),
        ("WHAT IS THE PHONE NUMBER OF SUNNY DENTAL?", "The phone number of Bright Dental is 555 0100."),
        ("Who Is The Head Of Sunny Dental?", "Ida Berg is head of Bright Dental."),
    ],
)
def test_a_common_word_that_may_belong_to_a_name_is_one(judged: Judge, query: str, text: str) -> None:
    assert judged(query, [text]).answer_present == "No"


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("Where Does Will Rask Live?", "Will Rask lives in Graz."),
        ("What Is The Phone Number Of Sunny Dental?", "The phone number of Sunny Dental is 555 0100."),
        ("When Did Mark Berg Retire?", "Mark Berg retired in 2022."),
    ],
)
def test_a_name_of_common_words_is_found(judged: Judge, query: str, text: str) -> None:
    assert judged(query, [text]).answer_present == "Yes"
