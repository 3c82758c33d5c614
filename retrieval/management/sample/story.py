"""The retrievals of the sample story, written for this project: what the turns of validation's part had retrieved.

Every verdict is the gate's own, made when the story is loaded; two sets were judged by an LLM whose reply is told here.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from validation.domain.halt import HaltCause


@dataclass(frozen=True, slots=True)
class Set:
    """`days` is how long before now it was submitted, a moment before the draft that was made of it. `quality` is what
    the gate is expected to say. With `reply` or `halt` an LLM judged. `holds` is a reviewer's word by position, 0 for
    the answer."""

    query: str
    days: float
    quality: str
    chunks: tuple[Any, ...]
    turn_id: str = ""
    reply: str = ""
    halt: HaltCause | None = None
    halt_message: str = ""
    holds: tuple[tuple[int, bool], ...] = ()


def _chunks(prefix: str, *texts: str) -> tuple[dict[str, str], ...]:
    return tuple({"id": f"{prefix}-{number}", "text": text} for number, text in enumerate(texts, 1))


def _points(*points: tuple[int, float, str, str]) -> tuple[dict[str, Any], ...]:
    """As Qdrant returns them: id, score, text and source."""
    return tuple(
        {"id": number, "version": 3, "score": score, "payload": {"text": text, "source": source}}
        for number, score, text, source in points
    )


SETS = (
    Set(
        "how much does the Tarn K2 kettle cost?",
        13.402,
        "Good",
        _points(
            (
                *(118, 0.84),
                "The Tarn K2 kettle costs 54.90 EUR and is 61 dB loud when boiling. It holds 1.7 litres.",
                "hausmarkt/tarn-k2",
            ),
            (
                *(121, 0.79),
                "The Murmel One kettle costs 59.00 EUR and is 68 dB loud when boiling.",
                "hausmarkt/murmel-one",
            ),
            (305, 0.52, "Kettles should be descaled once a month with citric acid.", "guides/descaling"),
            (77, 0.41, "Returns are free within 60 days when the box is unopened.", "hausmarkt/returns"),
        ),
        turn_id="turn_000401",
        holds=((0, True), (1, True), (3, False)),
    ),
    Set(
        "how many hours does the battery of the Oriel H3 headphones last?",
        12.902,
        "Good",
        _chunks(
            "klang",
            "Oriel H3 headphones: the battery lasts 38 hours with noise cancelling off. They fold flat.",
            "Oriel H3 headphones weigh 252 g and come in grey and sand.",
            "Vela Quiet headphones sit on the ear and have a cable of 1.2 m.",
        ),
        turn_id="turn_000402",
        holds=((0, True),),
    ),
    Set(
        "which tent for two people is the lightest under 200 euros?",
        9.602,
        "Poor",
        _chunks(
            "gipfel",
            "The Skarn 40 backpack costs 129 EUR and weighs 1.4 kg.",
            "The Skarn 55 backpack costs 149 EUR and weighs 1.7 kg.",
            "Our shop in Brem is closed on public holidays.",
        ),
        turn_id="turn_000415",
        holds=((0, False), (1, False)),
    ),
    Set(
        "how long must I hold the reset button of the Lumo 5 router?",
        8.502,
        "Good",
        _chunks(
            "lumo",
            "Hold the reset button of the Lumo 5 router for 12 seconds until the light turns red.",
            "From the old manual: hold the reset button of the Lumo 5 router for 20 seconds.",
            "After a reset the Lumo 5 router needs 3 minutes to start.",
            "The Lumo 5 router has four network sockets and stands upright.",
        ),
        turn_id="turn_000418",
        holds=((0, True),),
    ),
    Set(
        "when is the Brem harbour museum open, and what does a ticket cost?",
        7.102,
        "Partial",
        _chunks(
            "brem",
            "The Brem harbour museum is open from Tuesday to Sunday, 10:00 to 17:00.",
            "The museum shows ships, nets and a diving bell from the harbour of Brem.",
            "Dogs must wait outside; there is a bowl of water at the door.",
        ),
        turn_id="turn_000423",
    ),
    Set(
        "what does the Halden ferry cost for a car today?",
        6.202,
        "Partial",
        _chunks(
            "halden",
            "The Halden ferry takes cars of up to 3.5 tonnes and needs 25 minutes for the crossing.",
            "The Halden ferry leaves every hour from 6:00 to 22:00. Foot passengers board first.",
            "The café on the pier sells soup and bread.",
        ),
        turn_id="turn_000426",
        holds=((0, False),),
    ),
    Set(
        "how much is the deposit of the lease?",
        4.402,
        "Good",
        _chunks(
            "lease",
            "The deposit of the lease is 1,450 EUR, paid before the keys are handed over.",
            "The tenant may end the lease with three months of notice, in writing.",
            "Bicycles are kept in the yard and not in the stairwell.",
        ),
        turn_id="turn_000431",
        reply=json.dumps(
            {
                "relevant": [
                    {"chunk": "C1", "quote": "The deposit of the lease is 1,450 EUR"},
                    {"chunk": "C2", "quote": "the deposit is returned within 30 days of notice"},
                ],
                "answers": [{"part": 1, "quotes": [{"chunk": "C1", "quote": "The deposit of the lease is 1,450 EUR"}]}],
                "conflicts": [],
            }
        ),
    ),
    Set(
        "which phones does the Volt 20 charger fit?",
        2.602,
        "",
        _chunks("volt", "The Volt 20 charger fits phones with USB-C.", "The Volt 20 charger weighs 48 g."),
        turn_id="turn_000436",
        halt=HaltCause.JUDGE_TRUNCATED,
        halt_message="The judge's answer was cut off at its limit of 500 tokens.",
    ),
    Set(
        "when does the Weir library open on Saturday?",
        1.402,
        "Good",
        (
            {"id": "weir-1", "text": "The Weir library opens at 10:00 on Saturday and closes at 16:00."},
            {"id": "weir-1", "text": "The Weir library lends board games for two weeks."},
            {"id": "weir-3", "payload": {"source": "weir/hours.pdf", "page": 2}},
            {
                "id": "weir-4",
                "text": "Die Bibliothek an der Weir ist am Sonntag geschlossen und am Montag ab neun offen.",
            },
        ),
        turn_id="turn_000440",
    ),
    Set(
        "how much Calmadin may an adult take a day, and for how long?",
        0.212,
        "Partial",
        _chunks(
            "leaflet",
            "Adults take one Calmadin tablet of 20 mg twice a day.",
            "Calmadin tablets contain lactose. Keep them dry and away from children.",
            "Ask your doctor before you drive after taking Calmadin.",
        ),
        turn_id="turn_000444",
    ),
    Set("who repairs cargo bikes in Oste?", 0.11, "Poor", ()),
)
