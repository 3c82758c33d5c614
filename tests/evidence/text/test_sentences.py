"""Where sentences end, and where a stop ends none."""

from __future__ import annotations

import pytest

from validation.evidence.text.sentences import sentence_spans


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("8. Lindenstr. 12 is the shop.", ["8. Lindenstr. 12 is the shop."]),
        ("It is at Hauptstr. 5 in Berlin. It opens at 9.", ["It is at Hauptstr. 5 in Berlin.", "It opens at 9."]),
        ("It costs 8. The lamp costs 9.", ["It costs 8.", "The lamp costs 9."]),
        ("Call Tel. 030 12. It is open.", ["Call Tel. 030 12.", "It is open."]),
        ("Price incl. VAT. Ships today.", ["Price incl. VAT.", "Ships today."]),
        ("No. Leave the lid on.", ["No.", "Leave the lid on."]),
        ("No. 7 is the shop. It is open.", ["No. 7 is the shop.", "It is open."]),
        ("Take bus No. 7 to Kiel.", ["Take bus No. 7 to Kiel."]),
        ("Wash it at 40 °C. Keep it flat.", ["Wash it at 40 °C.", "Keep it flat."]),
        ("Ask J. Holm. He knows.", ["Ask J. Holm.", "He knows."]),
        ("The 3rd St. Gallen fair. A new one.", ["The 3rd St. Gallen fair.", "A new one."]),
    ],
)  # fmt: skip
def test_a_stop_of_an_abbreviation_or_an_enumeration_ends_no_sentence(text: str, sentences: list[str]) -> None:
    assert [text[start:end] for start, end in sentence_spans(text)] == sentences


@pytest.mark.parametrize(
    "text",
    [
        "Es gibt z. B. Brot und Käse.",
        "Es kostet d. h. 5 EUR.",
        "Der Preis gilt u. a. Montags.",
        "Treffpunkt Marienpl. 3 in München.",
        "Le musée, p. ex. Orsay, est ouvert.",
        "Voir av. Foch 12 à Paris.",
        "Mme. Curie y habite.",
        "El Sr. López vive en Av. Libertad 5.",
        "Cuesta aprox. 5 euros en la pza. Mayor.",
        "P. ej. Madrid tiene metro.",
        "La Sig. Rossi abita in p.zza Dante 3.",
        "Il dott. Bianchi è in v.le Monza 5.",
        "Dhr. Jansen woont bijv. Leiden.",
        "Biuro jest na ul. Długa 5 o godz. 18.",
        "Det öppnar kl. 18 t. ex. Måndag.",
    ],
)
def test_abbreviations_of_other_languages_end_no_sentence(text: str) -> None:
    assert [text[start:end] for start, end in sentence_spans(text)] == [text]


@pytest.mark.parametrize("text", ["It weighs 540 g. The lid is extra.", "It is 12 m. Bring a rope."])
def test_a_unit_behind_a_number_ends_a_sentence(text: str) -> None:
    assert len(sentence_spans(text)) == 2


LINE = "The Aro kettle for 49.90 EUR holds 1.7 litres of water, https://topf.example/aro"


@pytest.mark.parametrize(
    "text",
    [
        f"{LINE}\nThe Brio kettle is smaller",
        "Aro kettle: 49.90 EUR, 1.7 litres, brushed steel, two years\nBrio kettle: 39.50 EUR, 1.2 litres, glass",
    ],
)
def test_a_long_line_ends_behind_an_address_and_before_another_label(text: str) -> None:
    assert [text[start:end] for start, end in sentence_spans(text)] == text.split("\n")


@pytest.mark.parametrize(
    "text",
    [
        f"{LINE}\nand the shop is open until eight",
        "The kettle that we have in the kitchen of the office holds\nOne litre and a half",
        "Note that this kettle holds so much that it boils slowly and\nAro: is its name",
    ],
)
def test_a_long_line_of_prose_goes_on(text: str) -> None:
    assert len(sentence_spans(text)) == 1
