"""What every claim is read for: true words in the wrong place, told of another, of another time, or turned round."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_parallels import YEARS
from tests.evidence.turns import grounded
from validation.evidence.language.masking import mask
from validation.judge.embedded import APPROVE_EDGE

WRONG: list[tuple[str, list[str]]] = [
    (
        "| Place | Step-free |\n|---|---|\n| Bridge | yes |\n| Tower | no |\n",
        ["The bridge is not step-free.", "The tower is step-free."],
    ),
    (
        (
            '{"name": "Cafe Lindal", "city": "Aarhus", "attributes": {"Parking": {"garage": false, "street": '
            'false, "validated": false, "lot": true, "valet": false}, "Reservations": false, "OutdoorSeating": '
            'false, "WiFi": "no", "TakeOut": true, "GoodForGroups": true, "Ambience": {"romantic": false, '
            '"trendy": false, "casual": true}}}'
        ),
        [
            "There is no garage, lot or valet parking.",
            "A lot is not available.",
            "Valet parking and a lot are not available.",
        ],
    ),
    (
        ("The kit contains a mast, two poles and pegs. The kit does not contain a groundsheet, guy lines or a hammer."),
        ["The kit does not contain a hammer, pegs and a mast."],
    ),
    ("Unfurnished except for a fitted kitchen.", ["It is furnished and has a fitted kitchen."]),
    ("Unopened tins can be returned. Opened tins cannot be returned.", ["Opened tins can be returned."]),
    (
        "About 12,400 people came to the concert, 2,000 fewer than last year.",
        ["Some 2,000 people came to the concert."],
    ),
    ("Sales in March: 410 units. Sales in April: 455 units.", ["Sales rose by 455 units in April."]),
    (
        "The Fern trail is 14 km long, the Ridge trail 9 km.",
        ["The Fern trail is 14 km longer than the Ridge trail."],
    ),
    ("Profit margin: 12 %; last year 9 %.", ["The margin grew by 12 %."]),
    ("- A night bus at 23:40 was proposed; the town has not decided.", ["There is a night bus at 23:40."]),
    ("- The firm was accused of hiding 3 million EUR.", ["The firm hid 3 million EUR."]),
    ("- Lunch costs 7.50 EUR.\n- Sample answer: lunch costs 5.10 EUR.", ["Lunch costs 5.10 EUR."]),
    ("- A second key is sold separately.", ["It comes with a second key."]),
    ("The gate stays locked until Easter.", ["The gate stays unlocked until Easter."]),
    ("The bridge stays closed until Friday.", ["The bridge stays open until Friday."]),
    (
        "Revenue 2025: CHF 212 million (2024: CHF 198 million).",
        ["Revenue shrank from CHF 212 million to CHF 198 million."],
    ),
    (
        "Returns are accepted within 30 days; the customer pays the return postage.",
        ["Returns are accepted within 30 days, and we pay the postage."],
    ),
    (
        "The tenant signs the contract before the landlord. The keys are handed over in March.",
        ["The landlord signs the contract before the tenant."],
    ),
    ("Red light: battery empty. Green light: fully charged.", ["A green light means the battery is empty."]),
    (
        "Ground floor: meeting rooms. First floor: canteen. Second floor: offices.",
        ["The canteen is on the second floor."],
    ),
    (
        (
            "| name | price | weight | dimmable | warranty |\n"
            "|---|---|---|---|---|\n"
            "| Lumo H4 | 49.90 EUR | 820 g | yes | 3 years |\n"
            "| Trevia Arc | 39.90 EUR | 640 g | no | 2 years |\n"
            "| Solis Mini | 57.00 EUR | 910 g | yes | 5 years |\n"
        ),
        ["The Trevia Arc is dimmable."],
    ),
    (
        (
            "- The night train to Verane leaves Oldsund at 22:10 and arrives at 06:40\n"
            "- Bicycles are not carried on the night train\n"
            "- A couchette costs 64 EUR, a seat 29 EUR\n"
            "- The dining car is closed on Sundays\n"
        ),
        ["Bicycles are carried on the night train.", "The dining car is open on Sundays."],
    ),
    (
        (
            "```json\n"
            '{"name": "Hotel Merin", "breakfast_included": false, "breakfast_price": "14 EUR", "parking": '
            '{"price_per_night":\n'
            ' "9 EUR"}, "pets_allowed": false, "check_in": {"from": "15:00", "until": "22:00"}, "check_out": '
            '{"until": "11:00"}}\n'
            "```\n"
        ),
        ["Breakfast is included.", "Pets are welcome."],
    ),
    ("The tower is not part of the tour; it can be climbed separately.", ["The tower is included."]),
    (
        (
            "- The Halden bridge was designed by Mira Osten and built by the firm Brauer from 1931 to 1934\n"
            "- Anton Krug was the first to cross it, followed by Lise Amdal\n"
            "- Unemployment rose in 1932, and the city council voted for the bridge\n"
        ),
        [
            "Unemployment fell in 1932.",
            "The council voted against the bridge.",
            "Lise Amdal was the first to cross it.",
        ],
    ),
    (
        (
            "Corvadin is not safe during pregnancy. It must be taken with food. Store it below 25 °C. Leave at "
            "least 6 hours between doses. Adults take at most 3 tablets a day."
        ),
        ["Corvadin is safe during pregnancy.", "Take it without food."],
    ),
    ("- seat: aisle, near the front", ["You prefer a window seat near the front."]),
    ("- The light blinks red for 10 seconds", ["The light blinks green for 10 seconds."]),
    ("- A reset deletes all settings", ["A reset keeps all settings."]),
    ("- The set does not include batteries", ["The set includes batteries ([shop](https://s.example))."]),
    ("The rate is 2.1 % for 12 months and 2.4 % for 24 months.", ["For 24 months the rate is 2.1 %."]),
    (
        "Bake for 20 minutes at 200 °C, then for 10 minutes at 180 °C.",
        ["Bake it for 20 minutes at 180 °C, then 10 minutes at 200 °C."],
    ),
    (
        "The standard delivery takes 3 days and costs 4 EUR; express takes 1 day and costs 9 EUR.",
        ["Standard delivery costs 9 EUR."],
    ),
    ("The fund returned 4.2 % in 2023 and 6.8 % in 2024.", ["In 2024 the fund returned 4.2 %."]),
    ("Line 4 runs every 10 minutes and line 7 every 20 minutes.", ["Line 7 runs every 10 minutes."]),
    ("Mass 41.6 kg, the heaviest after the Dunmore stone (55.2 kg).", ["Its mass is 55.2 kg."]),
    ("The soup is vegan, the risotto contains butter.", ["The risotto is vegan; the soup contains butter."]),
    (
        "You prefer aisle seats on trains and window seats on planes.",
        ["You prefer window seats on trains and aisle seats on planes."],
    ),
    ("Team list: Mira Holt (onboarding), Jan Petri (payroll), Sue Adler (travel).", ["Jan Petri does onboarding."]),
    (
        "Managers approve up to 2,000 EUR; above that the director decides.",
        ["Up to 2,000 EUR the director decides, above that managers approve."],
    ),
    ("Before the update the app used 300 MB. After the update it uses 180 MB.", ["Before the update it used 180 MB."]),
    ("The first train leaves at 5:10, the last at 23:40.", ["The last train leaves at 5:10."]),
    (
        "Water the plant once a week in summer and every three weeks in winter.",
        ["Water the plant every three weeks in summer.", "In summer, every three weeks."],
    ),
    (
        (
            "The bakery was founded by Ines Horvat; her cousin Paul Reuter kept the books. Olga Brandt baked the "
            "first loaf, and the\n"
            "mayor Karl Voss cut the ribbon on 2 May 1971.\n"
        ),
        ["The bakery was founded by Paul Reuter.", "Karl Voss baked the first loaf."],
    ),
    (
        (
            "| no | title | directed by | written by | hall |\n"
            "|---|---|---|---|---|\n"
            "| 26 | Salt Road | Minna Vire | Olav Stenning | Foyer |\n"
            "| 27 | The Red Kite | Minna Vire | Jorun Lothe | Attic |\n"
            "| 28 | Dry Harbour | Ben Holt | Ben Holt | Cellar |\n"
        ),
        ["The Red Kite was written by Minna Vire."],
    ),
    (
        (
            "station | power | frequency | region\n"
            "Vale FM | 10 kW | 93.7 MHz | north\n"
            "Bay FM | 5 kW | 103.7 MHz | coast\n"
            "Fell FM | 25 kW | 88.3 MHz | hills\n"
        ),
        ["The station at 93.7 MHz has a power of 5 kW.", "In the north, the power is 25 kW."],
    ),
    (
        (
            "number | class | shed | scrapped\n"
            "68132 | y1 | Moss Lane | 1959\n"
            "68165 | y3 | Dock Road | 1958\n"
            "68181 | y3 | Moss Lane | 1961\n"
        ),
        ["With the number 68165, the class is y1."],
    ),
    (
        "The clinic is to move into the old mill on 4 June. Two nurses were hired. A lift will be fitted later.",
        ["The clinic has moved into the old mill.", "A lift has been fitted.", "A lift was fitted later."],
    ),
    ("The village lies near the river.", ["The village lies far from the river."]),
    ("It was one of the least productive beds.", ["It was one of the most productive beds."]),
    ("Gel is much more active than spray.", ["Gel is much less active than spray."]),
    ("The small trout is excluded.", ["The large trout is included."]),
    ("The file is absent from the archive.", ["The file exists in the archive."]),
    ("Ada Holm has written a book.", ["Ada Holm has yet to write a book."]),
    ("The resin binds to steel.", ["The resin is unable to bind to steel."]),
    ("Haste reduces the chance of a deal.", ["Haste increases the chance of a deal."]),
    ("Port A and port B are identical.", ["Port A and port B are different."]),
    ("The Broncos beat the New York Jets.", ["The New York Jets beat the Broncos."]),
    ("Orrin Mill S, 94,90 EUR at Roestwerk, sold out", ["The Orrin Mill S is in stock at Roestwerk."]),
]

UNSTATED = (
    "The shop denies that {}.",
    "The claim that {} is false.",
    "Unlike the Vela S, the Orno 3 costs 27.50 EUR.",
    "The Orno 3 costs 27.50 EUR; the Vela S is dearer.",
    "The Vela S might cost 27.50 EUR.",
    "Until 2021 the Vela S cost 27.50 EUR.",
)


def is_approved(evidence: str, claim: str) -> bool:
    return grounded(evidence, claim) >= APPROVE_EDGE


@pytest.mark.parametrize(("evidence", "claim"), [(evidence, claim) for evidence, claims in WRONG for claim in claims])
def test_what_the_evidence_does_not_say_is_not_approved(evidence: str, claim: str) -> None:
    assert not is_approved(evidence, claim)


@pytest.mark.parametrize("evidence", UNSTATED)
def test_a_value_that_is_not_stated_of_a_thing_is_not_approved(evidence: str) -> None:
    assert not is_approved(f"- {evidence.format('the Vela S costs 27.50 EUR')}", "The Vela S costs 27.50 EUR.")


@pytest.mark.parametrize("evidence", YEARS)
@pytest.mark.parametrize(
    "claim",
    ["There were 15,000 visitors in 2023.", "In 2023, 15,000 people visited.", "In 2024 it had 12,000 visitors."],
)
def test_the_value_of_another_year_is_not_approved(evidence: str, claim: str) -> None:
    assert not is_approved(evidence, claim)


@pytest.mark.parametrize(
    "said",
    [
        "{} (source 2).",
        "{} (Passage 2, step 1).",
        "{} [Source 1].",
        "{} [1, 2].",
        "{} 【2†source】.",
        "According to the documentation, {}.",
        "As stated in passage 2, {}.",
        "The evidence says that {}.",
        "{}, according to the website.",
        "{} (see the FAQ).",
        "{} (per the policy).",
        "{} (source: user manual).",
        "{} (according to our website).",
        "{} 🙂",
    ],
)
def test_where_it_is_from_is_no_part_of_what_a_sentence_says(said: str) -> None:
    evidence = "The museum shop opens at 9 on weekdays."
    assert is_approved(evidence, said.format("the museum shop opens at 9 on weekdays"))
    assert not is_approved(evidence, said.format("the museum shop opens at 8 on weekdays"))


@pytest.mark.parametrize(
    "said",
    [
        "It costs 2 EUR per page, plus shipping.",
        "It costs 2 EUR (per page).",
        "It costs 2 EUR (from the website).",
        "It is allowed (see page 12).",
        "It is allowed (see the old policy).",
        "The rooms are 38 and 39.",
        '{"on": [1, 2]}',
        "The shop opens at 9 【and is closed on Mondays】.",
        "It is open on Mondays (08:00-19:00).",
        "Opened tins can be returned (source 1 and never 2).",
    ],
)
def test_what_only_looks_like_a_source_stays(said: str) -> None:
    assert mask(said) == said


@pytest.mark.parametrize("whose", ["According to the old leaflet, ", "Ben's notes say that "])
def test_whose_word_it_is_stays_where_it_matters(whose: str) -> None:
    assert mask(f"{whose}tins can be returned.").startswith(whose)
