"""The published model through its one entry: what it says, and what it must never say."""

import json
from pathlib import Path
from time import process_time

import pytest

from validation.evidence.grounding import Grounding, estimate
from validation.evidence.grounding.model import FOLDER, SHEET, TREES, ModelArtifactError, load

MILL = "The water mill in Aldbrook was built in 1741. It opens on Sundays at 10:30. Entry costs 4 EUR for adults."
APPROVE = load().thresholds.approve


def judge(response: str, *passages: str, query: str = "What is known about the water mill?") -> Grounding:
    """Each sentence is a claim."""
    spans, at = [], 0
    for part in response.split(". "):
        spans.append((at, at + len(part)))
        at += len(part) + 2
    return estimate(query=query, passages=passages or (MILL,), response_md=response, claims=spans)


def test_what_the_evidence_says_is_supported() -> None:
    found = judge("The water mill in Aldbrook was built in 1741. It opens on Sundays at 10:30.")
    assert all(claim.probability >= load().thresholds.claim for claim in found.claims)
    assert found.response is not None
    assert found.response >= APPROVE


@pytest.mark.parametrize(
    ("invented", "reason"),
    [
        ("The water mill opens at 14:30", "14:30 does not appear in the evidence"),
        ("Entry to the mill costs 9 EUR for adults", "9 EUR does not appear in the evidence"),
        ("The water mill was built by Jonas Felder", "the evidence never mentions Felder"),
    ],
)
def test_an_invention_is_less_likely_and_named_in_words(invented: str, reason: str) -> None:
    true, false = judge("The water mill in Aldbrook was built in 1741").claims[0], judge(invented).claims[0]
    assert false.probability < true.probability
    assert reason in false.reasons


def test_no_claims_give_no_probability() -> None:
    assert estimate(query="q", passages=[MILL], response_md="Hello!", claims=[]) == Grounding((), None)


@pytest.mark.parametrize("passages", [(), ("",), ("   \n",)])
def test_without_evidence_nothing_reaches_approve(passages: tuple[str, ...]) -> None:
    text = "The water mill was built in 1741"
    found = estimate(query="q", passages=passages, response_md=text, claims=[(0, len(text))])
    assert found.response is not None
    assert found.response < APPROVE


def test_a_response_with_an_unsupported_claim_stays_under_approve() -> None:
    found = judge("The water mill in Aldbrook was built in 1741. The zoo keeps forty Siberian tigers.")
    assert found.claims[1].probability < load().thresholds.claim
    assert found.response is not None
    assert found.response < APPROVE


LONG = "The council met in the old hall and talked about the road. " * 60
LOW_TRUST = {
    "a long text summarised": (["Summarise the following report"], [LONG], "The council talked about the road."),
    "very long evidence": ([""], [LONG * 20], "The council met in the old hall."),
    "another language": (
        [""], [MILL], "Die Wassermühle wurde im Jahr 1741 gebaut und öffnet jeden Sonntag um halb elf Uhr morgens.",
    ),
    "unfamiliar records": (
        [""], ['{"torque_nm": 40, "bore_mm": 71, "stroke_mm": 84, "valves": 16}'], "The bore is 71 mm.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LOW_TRUST)
def test_trust_is_low_for(name: str) -> None:
    (query,), passages, response = LOW_TRUST[name]
    found = estimate(query=query, passages=passages, response_md=response, claims=[(0, len(response))])
    assert found.out_of_domain


def test_trust_is_not_low_for_a_plain_question() -> None:
    assert judge("The water mill in Aldbrook was built in 1741").out_of_domain is None


def test_the_same_input_gives_the_same_output() -> None:
    assert judge("The mill is old. It costs 3 EUR") == judge("The mill is old. It costs 3 EUR")


def test_time_grows_linearly_with_the_evidence() -> None:
    def seconds(pages: int) -> float:
        passages = [
            f"On page {page} the miller {page} sold {page * 3} sacks of flour to baker {page}. " * 30
            for page in range(pages)
        ]
        started = process_time()
        judge("The miller sold 30 sacks of flour. The baker paid 12 EUR", *passages)
        return process_time() - started

    seconds(5)
    small, large = min(seconds(15) for _ in range(3)), min(seconds(90) for _ in range(3))
    assert large < 6 * small * 2.5


@pytest.mark.parametrize("name", [TREES, SHEET])
def test_a_changed_model_file_is_refused(name: str, tmp_path: Path) -> None:
    for path in FOLDER.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    if name == SHEET:
        sheet = json.loads((tmp_path / SHEET).read_text("utf-8"))
        (tmp_path / SHEET).write_text(json.dumps({**sheet, "features": "0"}), "utf-8")
    else:
        (tmp_path / name).write_bytes(b"PK" + (tmp_path / name).read_bytes()[2:-1] + b"x")
    with pytest.raises(ModelArtifactError):
        load(tmp_path)


def test_a_missing_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelArtifactError):
        load(tmp_path / "nowhere")


def test_the_model_keeps_to_its_size() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 3_300_000
    assert (FOLDER / "words.npz").stat().st_size < 300_000


@pytest.mark.parametrize(
    "citation", [" (source_ref: hist.r1)", " source_ref: t2.r10", " ([leaflet](https://mill.example/leaflet))"]
)
def test_what_a_claim_cites_is_not_part_of_what_it_says(citation: str) -> None:
    said = "The water mill in Aldbrook opens on Sundays at 10:30"
    bare, cited = (judge(text).claims[0] for text in (said, said + citation))
    assert cited.reasons == bare.reasons
    assert cited.probability == pytest.approx(bare.probability, abs=0.02)
