"""Which currency an amount is in, by sign, code or word, and to which of two figures a sign belongs."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.evidence.check_response import check_response
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, find_quantities


def read(text: str) -> list[tuple[str, Kind, str]]:
    return [(one.text, one.kind, one.unit) for one in find_quantities(text)]


@pytest.mark.parametrize(
    ("text", "second"),
    [
        ("39.90 EUR\t850 g", ("850 g", Kind.MEASURE, "g")),
        ("39.90 EUR 850 g", ("850 g", Kind.MEASURE, "g")),
        ("12 $ 40 min", ("40 min", Kind.MEASURE, "s")),
        ("18 € 25 %", ("25 %", Kind.PERCENT, "%")),
        ("3 EUR 2 pieces", ("2", Kind.NUMBER, "")),
        ("$1299 USD 2 pieces", ("2", Kind.NUMBER, "")),
        ("39.90 EUR 54.00 EUR", ("54.00 EUR", Kind.MONEY, "EUR")),
        ("$5 $6", ("$6", Kind.MONEY, "USD")),
        ("EUR 5.00\tEUR 6.00", ("EUR 6.00", Kind.MONEY, "EUR")),
    ],
)
def test_a_currency_between_two_figures_belongs_to_one(text: str, second: tuple[str, Kind, str]) -> None:
    assert read(text)[1] == second


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("₪40", "40 ILS"),
        ("129,900 yen", "129900円"),
        ("¥129,900", "129900円"),
        ("¥129,900", "価格は129900円です"),
        ("¥129", "售价129元"),
        ("129 CNY", "售价¥129"),
        ("1299 RUB", "1299 ₽"),
        ("1299 rubles", "1299 RUB"),
        ("฿350", "350 THB"),
        ("350 baht", "350 THB"),
        ("₺1.299", "1.299 Turkish lira"),
        ("1299 TRY", "₺1299"),
        ("12 990 HUF", "12990 forint"),
        ("NT$1,299", "1299 TWD"),
        ("HK$1,299", "1299 HKD"),
        ("1299 kr", "1299 SEK"),
        ("1299 kroner", "1299 NOK"),
        ("kr 1299", "1299 kr"),
        ("1299 złoty", "1299 zł"),
        ("£40", "40 pounds sterling"),
        ("£40", "it costs forty pounds"),
        ("39.90 EUR", "٣٩٫٩٠ EUR"),
        ("1,299.50 EUR", "١٬٢٩٩٫٥٠ EUR"),
    ],
)
def test_spellings_of_one_amount_are_the_same(said: str, held: str) -> None:
    (one,), (other,) = find_quantities(said), find_quantities(held)
    assert same(one, other)


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("₪40", "40 GBP"),
        ("40 GBP", "₽40"),
        ("1299 SEK", "1299 NOK"),
        ("1299 kr", "1299 EUR"),
        ("¥129", "129 KRW"),
        ("$1299", "NT$1299"),
        ("1299 HUF", "1299 CZK"),
    ],
)
def test_the_same_figure_in_another_currency_is_another_amount(said: str, held: str) -> None:
    (one,), (other,) = find_quantities(said), find_quantities(held)
    assert not same(one, other)


@pytest.mark.parametrize("text", ["dry rub 20 g", "you may try 3 models", "it won 3 matches", "ils 3", "nis 4"])
def test_a_word_that_a_code_is_spelled_like_is_no_currency(text: str) -> None:
    assert not [one for one in find_quantities(text) if one.kind is Kind.MONEY]


@pytest.mark.parametrize(
    ("evidence", "response_md", "is_found"),
    [
        ("- Aro kettle, £40 at Topf", "The Aro kettle costs 40 pounds.", False),
        ("- Aro kettle, £40 at Topf", "The Aro kettle costs 45 pounds.", True),
        ("- Aro kettle, 40 GBP at Topf", "The Aro kettle costs ₪40.", True),
        ("- Aro bike, 129900円", "The Aro bike costs ¥129,900.", False),
        ("- Aro bike, 129900円", "The Aro bike costs ¥129,800.", True),
        ("- Aro rug, 1299 SEK", "The Aro rug costs 1,299 kr.", False),
        ("- Aro rug, 1299 SEK", "The Aro rug costs 1,399 kr.", True),
        ("- Aro kettle, ٣٩٫٩٠ EUR", "The Aro kettle costs 39.90 EUR.", False),
        ("- Aro kettle, 39.90 EUR, 850 g", "Aro kettle: 39.90 EUR 850 g.", False),
    ],
)
def test_an_amount_is_missing_only_where_no_spelling_of_it_stands(
    evidence: str, response_md: str, is_found: bool
) -> None:
    report = check_response(with_evidence(evidence), response_md)
    codes = {str(one.code) for one in report.findings}
    assert bool(codes & {"money_not_in_evidence", "number_not_in_evidence"}) is is_found


@pytest.mark.parametrize(
    ("evidence", "response_md", "is_supported"),
    [
        ("Aro costs 5000 CNY", "Aro costs ¥5000.", True),
        ("Aro costs ¥5000", "Aro costs 5000 CNY.", True),
        ("Aro costs 5000元", "Aro costs ¥5000.", True),
        ("Aro costs 5000 JPY", "Aro costs ¥5000.", True),
        ("Aro costs 5000 CNY", "Aro costs 5000 JPY.", False),
        ("Aro costs 5000 CNY", "Aro costs ¥6000.", False),
    ],
)
def test_a_sign_that_two_currencies_share_is_read_as_the_one_beside_it(
    evidence: str, response_md: str, is_supported: bool
) -> None:
    [claim] = check_response(with_evidence(evidence), response_md).claims
    assert (claim.state == "supported") is is_supported
