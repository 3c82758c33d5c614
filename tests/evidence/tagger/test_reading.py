"""What of long evidence the tagger is given to read."""

from validation.evidence.grounding.index import index
from validation.evidence.grounding.measure import ROOM, select_units
from validation.evidence.language.stems import Vocabulary

FILLER = [f"Paragraph {number} speaks of quarries, harbours and weather reports at length." for number in range(400)]
TOLD = "The water mill in Aldbrook was built in 1741."


def read(passages: list[str], *claims: str) -> list[str]:
    return list(select_units(index(passages), claims, Vocabulary()))


def test_evidence_that_fits_is_given_whole() -> None:
    assert read([TOLD, "Rye is ground there."], "Monks came.") == [TOLD, "Rye is ground there."]


def test_of_long_evidence_what_speaks_of_the_claims_is_given() -> None:
    assert TOLD in read([*FILLER[:300], TOLD, *FILLER[300:]], "The mill in Aldbrook dates from 1741.")


def test_what_is_given_stays_in_the_order_of_the_evidence() -> None:
    given = read([*FILLER, TOLD], "The mill in Aldbrook dates from 1741.", "Quarries and harbours.")
    assert given == [text for text in (*FILLER, TOLD) if text in given]


def test_a_huge_unit_does_not_take_the_room_of_all_others() -> None:
    given = read([f"The mill in Aldbrook {'#' * ROOM} dates from 1741.", TOLD], "The mill in Aldbrook dates from 1741.")
    assert given == [TOLD]


def test_what_is_given_fits() -> None:
    given = read(FILLER, "Quarries and harbours.")
    assert 0.9 * ROOM < sum(map(len, given)) <= ROOM
