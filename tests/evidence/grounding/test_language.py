"""Which responses are in English, the only language the grounding model knows."""

from __future__ import annotations

import pytest

from validation.evidence.grounding.model import load
from validation.evidence.grounding.text.words import Kind, tokens
from validation.evidence.language.stems import is_foreign

FOREIGN = {
    "German": "Die Wassermühle wurde 1741 gebaut und öffnet sonntags um halb elf für Besucher aus der ganzen Region.",
    "French": "Le moulin à eau a été construit en 1741 et il ouvre le dimanche à dix heures pour les visiteurs.",
    "Spanish": "El molino de agua fue construido en 1741 y abre los domingos a las diez para los visitantes.",
    "Italian": "Il mulino ad acqua fu costruito nel 1741 e apre la domenica alle dieci per i visitatori della zona.",
    "Italian rates": "Tariffe: 12 euro per giorno, 70 euro per settimana, 240 euro per mese, 9 euro per chilometro.",
    "Dutch": "De watermolen werd gebouwd in 1741 en opent op zondag om half elf voor bezoekers uit de hele streek.",
    "Portuguese": "O moinho de água foi construído em 1741 e abre aos domingos às dez para os visitantes da região.",
    "Polish": "Młyn wodny został zbudowany w 1741 roku i jest otwarty w niedziele dla zwiedzających z całego regionu.",
    "Swedish": "Vattenkvarnen byggdes 1741 och öppnar på söndagar klockan halv elva för besökare från hela regionen.",
    "Finnish": "Vesimylly rakennettiin vuonna 1741 ja se avataan sunnuntaisin kello puoli yksitoista alueen väelle "
    "sekä kaikille muille vieraille.",
    "Turkish": "Su değirmeni 1741 yılında inşa edildi ve pazar günleri bölgenin her yerinden gelen ziyaretçilere saat "
    "on buçukta açılıyor.",
    "Russian": "Водяная мельница была построена в 1741 году и открыта по воскресеньям для гостей со всей округи с утра "
    "до самого вечера.",
}
ENGLISH = {
    "prose": "The water mill was built in 1741 and opens on Sundays at half past ten for visitors from the region.",
    "a table of figures": "| Model | Price | Weight | Battery |\n|---|---|---|---|\n| Lumen 60 | 49.90 EUR | 120 g | "
    "lithium |\n| Halo 3 | 39.90 EUR | 95 g | alkaline |\n| Spark | 19.90 EUR | 80 g | alkaline |",
    "a list of features": "- Brand: Makita\n- Power: 1200 watts\n- Weight: 2.4 kg\n- Cable length: 4 m\n- Warranty: 3 "
    "years\n- Case included\n- Variable speed\n- Dust extraction port",
    "rates": "Rates: 12 USD per day, 70 USD per week, 240 USD per month, 0.22 USD per km, 5 kg per bag.",
    "limits of each": "Cost per user: 12 EUR. Cost per site: 90 EUR. Limit per user: 5 GB. Limit per site: 50 GB.",
    "names in another language": "- La Cueva, Calle Mayor 4, rating 4.5, takeout, outdoor seating, full bar\n- El "
    "Faro, Plaza Vieja 1, rating 4.0, delivery, live music, happy hour, casual dress",
    "too little to tell": "Wassermühle Aldbrook",
}


def foreign(text: str) -> bool:
    return is_foreign([one.norm for one in tokens(text) if one.kind is Kind.WORD], load().vocabulary.idf)


@pytest.mark.parametrize("language", FOREIGN)
def test_another_language_is_told_from_english(language: str) -> None:
    assert foreign(FOREIGN[language])


@pytest.mark.parametrize("kind", ENGLISH)
def test_english_is_not_taken_for_another_language(kind: str) -> None:
    assert not foreign(ENGLISH[kind])
