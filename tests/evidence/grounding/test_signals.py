"""What is measured of a claim, one idea a table."""

import pytest

from validation.evidence.grounding.index import LONGEST_UNIT, index
from validation.evidence.grounding.signals.row import FEATURES, Signals, row, signals, stems_of
from validation.evidence.grounding.signals.token_risk import TokenRisk
from validation.evidence.grounding.text.polarity import count_denials, speaks_of_sources
from validation.evidence.language.stems import Vocabulary

MILL = "The water mill in Aldbrook was built in 1741. It may open on Sundays at 10:30. Entry costs 4 EUR for adults."
RECORD = '{"name": "Lamp Inn", "Parking": false, "WiFi": null, "Garden": true, "hours": {"Monday": "9:0-17:0"}}'


def measured(claim: str, evidence: str = MILL, query: str = "") -> Signals:
    return signals(claim, index([evidence]), stems_of(query), Vocabulary(), TokenRisk())


@pytest.mark.parametrize(
    ("claim", "share"),
    [
        ("The water mill was built in 1741.", 1.0),
        ("The bakery burned twice.", 0.0),
        ("The mill burned.", 0.5),
    ],
)
def test_coverage_is_the_share_of_content_the_evidence_holds(claim: str, share: float) -> None:
    assert measured(claim).coverage.share == pytest.approx(share)


def test_words_from_far_apart_are_covered_as_a_whole_but_by_no_window() -> None:
    far = "The mill was sold. " + "Rain fell over the hills that year. " * 8 + "The baker left."
    cover = measured("The baker sold the mill", far).coverage
    assert cover.share == 1.0
    assert cover.windows[2] < 0.8


@pytest.mark.parametrize(
    ("claim", "kind", "told"),
    [
        ("It was built in 1742.", "new_numbers", ("1742",)),
        ("Entry costs 6 EUR.", "new_money", ("6 EUR",)),
        ("It opens at 11:30.", "new_times", ("11:30",)),
        ("It opens at 10:30 AM.", "new_times", ()),
        ("See https://mill.example/map.", "new_links", ("https://mill.example/map.",)),
        ("It has seven rooms.", "new_number_words", ("seven",)),
    ],
)
def test_a_figure_no_evidence_holds_is_new(claim: str, kind: str, told: tuple[str, ...]) -> None:
    assert getattr(measured(claim).slots, kind) == told


def test_a_time_without_half_of_the_day_may_be_either() -> None:
    assert measured("It closes at 5:00.", "It closes at 17:00.").slots.new_times == ()


def test_a_name_no_evidence_holds_is_new() -> None:
    assert measured("The mill in Barrowby is old.").names.new == ("Barrowby",)


@pytest.mark.parametrize(
    ("claim", "field", "labels"),
    [
        ("It offers parking.", "denied", ("Parking",)),
        ("There is no parking.", "agreeing", ("Parking",)),
        ("It has free wi-fi.", "unknown", ("Wi Fi",)),
        ("There is no garden.", "affirmed_but_negated", ("Garden",)),
        ("It has a garden.", "agreeing", ("Garden",)),
    ],
)
def test_a_claim_is_held_against_the_fields_of_a_record(claim: str, field: str, labels: tuple[str, ...]) -> None:
    assert getattr(measured(claim, RECORD).fields, field) == labels


@pytest.mark.parametrize(
    ("claim", "feature"),
    [
        ("The text does not mention a bakery.", "says_absent"),
        ("According to the passage it is old.", "of_sources"),
    ],
)
def test_the_feature_is_raised(claim: str, feature: str) -> None:
    found = dict(zip(FEATURES, row(measured(claim)), strict=True))
    assert found[feature] >= 1


@pytest.mark.parametrize(
    ("claim", "count"),
    [
        ("The passages do not mention a price.", 1),
        ("There is no information on parking.", 1),
        ("It was not possible to swim.", 0),
        ("The mill is not old.", 0),
    ],
)
def test_absence_is_told_from_negation(claim: str, count: int) -> None:
    assert count_denials(claim) == count


def test_a_passage_is_a_source() -> None:
    assert speaks_of_sources("The provided text and passage 2 agree.") == 2


def test_the_query_restated_is_told() -> None:
    assert measured("Aldbrook mill", query="How old is the Aldbrook mill?").asked == 1.0


def test_text_without_stops_is_cut_into_units() -> None:
    held = index(["word " * (3 * LONGEST_UNIT)])
    assert len(held.units) == 3


def test_a_source_reference_states_nothing() -> None:
    assert not index(["The mill is old (source_ref: archive.7)"]).holds("archiv")


@pytest.mark.parametrize("claim", ["", "...", "The", "💧", "{" * 50])
def test_a_claim_without_words_is_measured_too(claim: str) -> None:
    assert len(row(measured(claim, ""))) == len(FEATURES)
