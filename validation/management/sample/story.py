"""The sample story: two weeks of turns written for this project, so that every page has something true to show.

Every decision in it is the gate's own, made when the story is loaded; halts stand for an LLM judge that was away.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from validation.domain.halt import HaltCause
from validation.domain.intervention import Ruling

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Draft:
    """One attempt: its draft file, and what became of it beside the gate's decision. `halt` is set where the judge was
    away; `days` is how long before now it was submitted; `route` is what the gate is expected to say."""

    file: str
    days: float
    route: str
    halt: HaltCause | None = None
    halt_message: str = ""
    raw_reply: str = ""
    ruling: Ruling | None = None
    hints: str = ""
    message: str = ""
    note: str = ""
    edited: str = ""
    context: str = "context"


@dataclass(frozen=True, slots=True)
class Story:
    turn_id: str
    folder: str
    session: str
    drafts: tuple[Draft, ...]
    memory: tuple[tuple[str, str], ...] = ()


_AWAY = "The judge did not answer: connection refused."
_SLOW = "The judge did not answer within 30 s, four times in a row."
_NO_JSON = "The judge's reply holds no JSON object."
_CHATTY = (
    "Sure! The response looks good to me: the command and the duration both match the runbook. I would approve it."
)
_CUT = "The judge's answer was cut off at its limit of 500 tokens."

STORIES = (
    Story("turn_000401", "kettle", "kim", (Draft("draft_1", 13.4, "APPROVE"),), (("kettle", "Tarn K2"),)),
    Story(
        "turn_000402",
        "headphones",
        "kim",
        (Draft("draft_1", 12.9, "REVISE"), Draft("draft_2", 12.89, "APPROVE")),
        (("headphones", "compared Oriel H3 and Vela Quiet"),),
    ),
    Story("turn_000407", "changelog", "dev-3", (Draft("draft_1", 11.7, "APPROVE"),)),
    Story("turn_000411", "bike-budget", "sam", (Draft("draft_1", 10.8, "APPROVE"),)),
    Story(
        "turn_000415",
        "tent",
        "sam",
        (Draft("draft_1", 9.6, "RETRY"), Draft("draft_2", 9.58, "APPROVE", context="context_2")),
    ),
    Story(
        "turn_000418",
        "router",
        "support-17",
        (Draft("draft_1", 8.5, "REVISE"), Draft("draft_2", 8.49, "APPROVE")),
    ),
    Story("turn_000422", "trip", "ines", (Draft("draft_1", 7.3, "APPROVE"),), (("trip", "Oste to Brem"),)),
    Story("turn_000423", "museum", "ines", (Draft("draft_1", 7.1, "APPROVE"),)),
    Story(
        "turn_000426",
        "ferry",
        "ole",
        (
            Draft("draft_1", 6.2, "RETRY"),
            Draft(
                "draft_2",
                6.19,
                "FAIL",
                ruling=Ruling.CONFIRM_FAIL,
                message="I could not find today's fare of the Halden ferry. Please look at the operator's page.",
                note="No source at all, twice.",
            ),
        ),
    ),
    Story(
        "turn_000431",
        "lease",
        "mara",
        (
            Draft("draft_1", 4.4, "REVISE"),
            Draft("draft_2", 4.39, "REVISE"),
            Draft(
                "draft_3",
                4.38,
                "FAIL",
                ruling=Ruling.APPROVE_EDITED,
                note="Corrected the deposit and the notice after the lease.",
                edited=(
                    'The lease says "the tenant may end the lease with three months of notice" '
                    "([lease](https://homes.example/lease-12)).\n\n"
                    "The deposit is 1,450 EUR ([lease](https://homes.example/lease-12)).\n"
                ),
            ),
        ),
    ),
    Story("turn_000433", "greeting", "lou", (Draft("draft_1", 3.3, "APPROVE"),)),
    Story(
        "turn_000436",
        "charger",
        "lou",
        (
            Draft(
                "draft_1",
                2.6,
                "HALT",
                halt=HaltCause.JUDGE_TRUNCATED,
                halt_message=_CUT,
                ruling=Ruling.APPROVE,
                note="Read it against the maker's page; it is right.",
            ),
        ),
    ),
    Story(
        "turn_000440",
        "library",
        "noor",
        (Draft("draft_1", 1.4, "REVISE"), Draft("draft_2", 1.39, "APPROVE")),
    ),
    Story("turn_000441", "radio", "lou", (Draft("draft_1", 0.9, "RETRY"), Draft("draft_2", 0.89, "FAIL"))),
    Story("turn_000442", "moving", "mara", (Draft("draft_1", 0.6, "RETRY"), Draft("draft_2", 0.59, "FAIL"))),
    Story(
        "turn_000443",
        "stove",
        "ole",
        (Draft("draft_1", 0.4, "REVISE"), Draft("draft_2", 0.39, "REVISE"), Draft("draft_3", 0.38, "FAIL")),
    ),
    Story(
        "turn_000444",
        "leaflet",
        "noor",
        (Draft("draft_1", 0.21, "REVISE"), Draft("draft_2", 0.2, "REVISE"), Draft("draft_3", 0.19, "FAIL")),
        (("medicine", "asked about Calmadin"),),
    ),
    Story(
        "turn_000445",
        "backup",
        "dev-3",
        (
            Draft(
                "draft_1",
                0.07,
                "HALT",
                halt=HaltCause.VERDICT_MALFORMED,
                halt_message=_NO_JSON,
                raw_reply=_CHATTY,
            ),
        ),
    ),
    Story(
        "turn_000446",
        "lamp",
        "finn",
        (Draft("draft_1", 0.05, "HALT", halt=HaltCause.JUDGE_UNAVAILABLE, halt_message=_AWAY),),
    ),
    Story(
        "turn_000447",
        "scale",
        "finn",
        (Draft("draft_1", 0.04, "HALT", halt=HaltCause.JUDGE_UNAVAILABLE, halt_message=_AWAY),),
    ),
    Story(
        "turn_000448",
        "lock",
        "finn",
        (Draft("draft_1", 0.03, "HALT", halt=HaltCause.JUDGE_UNAVAILABLE, halt_message=_AWAY),),
    ),
    Story(
        "turn_000449",
        "raised-bed",
        "sam",
        (Draft("draft_1", 0.02, "HALT", halt=HaltCause.JUDGE_TIMEOUT, halt_message=_SLOW),),
    ),
)


def text_of(story: Story, name: str) -> str:
    return (FOLDER / story.folder / f"{name}.md").read_text(encoding="utf-8")
