"""Columns that only a small word tells apart."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.evidence.check_response import check_response

BATTERY = "| Model | Battery (ANC on) | Battery (ANC off) |\n|---|---|---|\n| Sonaro | 31 h | 38 h |\n" + (
    "| Wavelet | 27 h | 46 h |\n"
)
TRAINS = "| Line | Trains to Orrin | Trains from Orrin |\n|---|---|---|\n| Red | 12 | 9 |\n| Blue | 7 | 15 |"
USE = "| Car | In town | Out of town |\n|---|---|---|\n| Tarn | 7.1 l | 5.2 l |\n| Velo | 6.8 l | 4.9 l |"
NOISE = '[{"pump":"Kest 3","noise_lid_on_db":41,"noise_lid_off_db":58},' + (
    '{"pump":"Kest 5","noise_lid_on_db":44,"noise_lid_off_db":63}]'
)


def contradicts(evidence: str, claim: str) -> bool:
    return any(one.code == "value_contradicted" for one in check_response(with_evidence(evidence), claim).findings)


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (BATTERY, "With ANC on, the Wavelet lasts 46 hours."),
        (BATTERY, "The Wavelet lasts 46 hours when ANC is on."),
        (BATTERY, "With noise cancelling switched off, the Wavelet runs for 27 hours."),
        (TRAINS, "On the red line 9 trains run to Orrin."),
        (TRAINS, "From Orrin there are 12 trains on the red line."),
        (USE, "In town the Velo uses 4.9 l."),
        (USE, "Out of the town the Velo uses 6.8 l."),
        (NOISE, "With the lid off, the Kest 5 makes 44 dB."),
    ],
)
def test_the_value_of_the_other_column_is_wrong(evidence: str, claim: str) -> None:
    assert contradicts(evidence, claim)


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (BATTERY, "With ANC on, the Wavelet lasts 27 hours."),
        (BATTERY, "Without ANC the Wavelet lasts 46 hours on one charge."),
        (BATTERY, "The Wavelet lasts 27 hours with ANC on and 46 hours with it off."),
        (BATTERY, "Turn ANC off and the Wavelet lasts 46 hours, leave it on and it lasts 27 hours."),
        (TRAINS, "The red line runs 12 trains to Orrin and 9 from it."),
        (TRAINS, "The red line has 12 trains to Orrin and 9 back."),
        (TRAINS, "From Lind to Orrin the red line runs 12 trains."),
        (USE, "Out of town the consumption of the Velo in litres is 4.9 l."),
        (NOISE, "With the lid on, the Kest 5 makes 44 dB."),
    ],
)
def test_the_value_of_the_column_itself_is_not(evidence: str, claim: str) -> None:
    assert not contradicts(evidence, claim)
