"""Claims are read beside the lines that are about the same thing."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from tests.evidence.turns import with_evidence
from validation.context_md.parser import parse
from validation.domain.claim import ClaimState
from validation.evidence.check_response import check_response
from validation.evidence.document.read import read_evidence
from validation.evidence.reading.evidence_lines import EvidenceLines
from validation.evidence.reading.line import Line, stems_of
from validation.evidence.reading.lines import read_lines
from validation.evidence.reading.response import read_requests, repeats_request
from validation.evidence.reading.support import ClaimReading, read_claims
from validation.evidence.reading.windows import CHARACTERS, WindowFinder
from validation.evidence.text.claims import split_claims
from validation.reader import SupportPair, SupportScore

EVIDENCE = """# Context Document

## 0. User Query
Which lamp?

## 2. Gathered Context

### Session Preferences
- seat preference: aisle, towards the front (source_ref: memory:seat)

## 4. Execution Progress

### Executor Iteration 1
**Result:** SUCCESS

| lamp | price | batteries | source_ref |
|---|---|---|---|
| Lumo H4 | 49.90 EUR | not included | t1.r1 |
| Vexta R2 | 39.90 EUR | included | t1.r2 |

Hotel Sirena opens in May. It has no shower. Dogs are welcome.

```json
{"trains": [{"train": "IC 7", "leaves": "17:05"}, {"train": "RE 2", "leaves": "18:40"}], "source_ref": "tt:1"}
```
"""


@dataclass
class NotedReader:
    """Says the same of every pair and keeps what it was asked."""

    pairs: list[SupportPair] = field(default_factory=list)

    def score_support(self, pairs: Sequence[SupportPair]) -> list[SupportScore]:
        self.pairs += pairs
        return [SupportScore(0.7, 0.1, 0.2, (), is_cut=False) for _ in pairs]


def lines_of(context_md: str) -> EvidenceLines:
    document = parse(context_md)
    return EvidenceLines(document.text, read_evidence(document))


def lines() -> tuple[Line, ...]:
    return lines_of(EVIDENCE).all


def read(response: str, query: str = "Which lamp?") -> tuple[dict[str, ClaimReading], list[SupportPair]]:
    reader = NotedReader()
    return read_claims(lines_of(EVIDENCE), split_claims(response), query, reader), reader.pairs


def test_rows_are_written_with_their_headers() -> None:
    assert "Lumo H4; price: 49.90 EUR; batteries: not included" in [line.text for line in lines()]


def test_each_object_of_a_list_is_a_line_of_its_own() -> None:
    assert sum("leaves: 17:05" in line.text for line in lines()) == 1
    assert not any("17:05" in line.text and "18:40" in line.text for line in lines())


def test_a_sentence_keeps_the_name_of_what_it_is_about() -> None:
    assert [line.subject for line in lines() if line.text == "It has no shower."] == ["Hotel Sirena"]


def test_the_box_of_a_task_says_whether_it_is_done() -> None:
    document = parse("## 0. User Query\nq\n\n## 4. Execution Progress\n\nTrip\n\n- [ ] visa\n- [x] flights\n")
    said = [line.text for line in read_lines(document.text, read_evidence(document))]
    assert said == ["Trip", "not done: visa", "done: flights"]


def test_the_window_begins_with_the_thing_that_the_claim_names() -> None:
    window = WindowFinder(lines()).find("The Vexta R2 comes with batteries.")
    assert window is not None
    assert "Vexta R2; price: 39.90 EUR; batteries: included" in window.text


def test_a_short_evidence_is_read_whole() -> None:
    window = WindowFinder(lines()).find("Which of them is cheapest?")
    assert window is not None
    assert all(line.text in window.text for line in lines())


def test_of_a_long_evidence_the_nearest_lines_are_read_in_their_order() -> None:
    many = [
        Line(f"Lot {number} weighs {number} tons.", "", stems_of(f"lot {number} tons"), 0, 1) for number in range(99)
    ]
    window = WindowFinder(many).find("Lot 70 is heavier than lot 12.")
    assert window is not None
    assert len(window.text) <= CHARACTERS
    assert window.text.index("Lot 12 weighs") < window.text.index("Lot 70 weighs")


def test_without_evidence_nothing_is_read() -> None:
    assert WindowFinder(()).find("The Vexta R2 comes with batteries.") is None


def test_each_factual_claim_is_read_once_and_by_its_id() -> None:
    found, pairs = read("Here is what I found:\n\n- Lumo H4 costs €49.90.\n- The hotel has no shower.")
    assert sorted(found) == ["c2", "c3"]
    assert [pair.claim for pair in pairs] == ["Lumo H4 costs 49.9 EUR.", "The hotel has no shower."]
    assert abs(found["c2"].score.supports - found["c2"].score.contradicts - 0.6) < 1e-9


def test_a_bare_answer_is_read_under_its_question() -> None:
    _, pairs = read("Aisle, towards the front.", "Window or aisle?")
    assert [pair.question for pair in pairs] == ["Window or aisle?"]
    assert "seat preference: aisle" in pairs[0].window


def test_an_item_is_read_under_the_line_or_item_that_it_belongs_to() -> None:
    _, pairs = read("## Lamps\n\nThe Lumo H4 has:\n- 86 g\n\n1. **Vexta R2**\n   - Price: 39.90 EUR")
    assert [pair.heading for pair in pairs][-1] == "Vexta R2"
    assert "The Lumo H4 has:" in [pair.heading for pair in pairs if pair.claim == "86 g"]


def test_dates_name_their_weekday_for_a_claim_that_names_one() -> None:
    evidence = lines_of("## 0. User Query\nq\n\n## 4. Execution Progress\n\nShips on: 2026-03-10\n")
    reader = NotedReader()
    read_claims(evidence, split_claims("It ships on Wed. It ships on 10 March."), "When?", reader)
    assert ["Tuesday" in pair.window for pair in reader.pairs] == [True, False]


def test_a_row_of_the_response_is_read_with_its_headers() -> None:
    _, pairs = read("| Lamp | Price |\n|---|---|\n| Lumo H4 | €49.90 |")
    assert [pair.claim for pair in pairs] == ["Lumo H4; Price: 49.9 EUR"]


def test_what_is_said_of_a_claim_does_not_depend_on_its_company() -> None:
    alone, _ = read("The hotel has no shower.")
    together, _ = read("The hotel has no shower. Dogs are welcome.")
    assert alone["c1"] == together["c1"]


def test_a_table_of_names_is_in_no_other_language() -> None:
    names = ["Korvalla", "Zephbret", "Ombretta", "Lufizwe", "Trevikoy", "Ukimarn", "Tolvina", "Brusigra", "Velqui"]
    rows = "\n".join(f"| {name} {name[::-1].capitalize()} | {price} EUR |" for price, name in enumerate(names, 20))
    table = f"| Model | Price |\n|---|---|\n{rows}\n"
    assert check_response(with_evidence(table), table).out_of_domain is None


def test_a_sentence_that_points_back_is_read_under_the_one_before_it() -> None:
    _, pairs = read("Lumo H4 costs 49.90 EUR. It comes without batteries. Vexta R2 has them.")
    assert [pair.heading for pair in pairs] == ["", "Lumo H4 costs 49.90 EUR.", ""]


def test_the_line_that_a_sentence_points_back_to_helps_to_find_its_window() -> None:
    readings, _ = read("Hotel Sirena is what you asked for. It has none.")
    assert "shower" in readings["c2"].window.text


def test_what_is_said_is_read_under_a_short_question() -> None:
    assert {pair.question for pair in read("Lumo H4 costs 49.90 EUR.")[1]} == {"Which lamp?"}


def test_a_long_task_is_no_question() -> None:
    assert {pair.question for pair in read("Lumo H4 costs 49.90 EUR.", query="Write about lamps. " * 20)[1]} == {""}


def test_a_heading_in_the_words_of_the_query_that_answers_it_is_read() -> None:
    context = with_evidence(
        "- Dogs are not allowed on the island. (source_ref: i1)", query="are dogs allowed on the island?"
    )
    response = "## Dogs allowed on the island\nThe ferry takes 20 minutes."
    assert check_response(context, response).claims[0].state is ClaimState.CONTRADICTED


@pytest.mark.parametrize(
    ("label", "repeats"),
    [
        ("Hotel in Brem under 100 EUR a night", True),
        ("Hotels under 100 EUR", True),
        ("Hotel in Brem under 90 EUR a night", False),
        ("Hotel in Brem over 100 EUR a night", False),
        ("Hotel in Oste under 100 EUR", False),
        ("Hotel in Brem", False),
    ],
)
def test_a_label_with_a_figure_repeats_what_was_asked_for(label: str, repeats: bool) -> None:
    context = parse("## 3. Plan\n\n**Goals:**\n- GOAL_1: Find a hotel in Brem under 100 EUR a night\n")
    assert repeats_request(label, read_requests(context, "Which museums are open?")) == repeats
