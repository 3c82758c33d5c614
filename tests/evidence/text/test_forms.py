"""Forms of data in the evidence that are read as the same data in its plainest form."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.evidence.turns import with_evidence
from validation.evidence.context.items import collect
from validation.evidence.document.read import read_evidence
from validation.evidence.reading.lines import read_lines
from validation.evidence.text.strings import unescaped

ORDER = json.dumps(
    {"order": "7731", "carrier": "DHL", "items": [{"name": "Kettle", "qty": 2}, {"name": "Cup", "qty": 5}]}
)
PAGE = "# Seebad\n\n## Prices\n- Adult: 6.50 EUR\n- Child: 3.00 EUR\n\n"
PAGE += "## Rules\nDogs are not allowed in the water at any time.\n"
FRAME = {"columns": ["region", "units", "returns"], "rows": [["North", 1200, 31], ["South", 950, 12]]}


def lines(evidence: str) -> list[str]:
    document = collect(with_evidence(evidence)).document
    found = read_lines(document.text, read_evidence(document))
    return [f"{line.subject}: {line.text}" if line.subject else line.text for line in found]


def fenced(value: object) -> str:
    return f"```json\n{json.dumps(value)}\n```"


@pytest.mark.parametrize(
    ("evidence", "line"),
    [
        (fenced({"ok": True, "result": ORDER}), "Kettle; name: Kettle; qty: 2"),
        (fenced({"content": [{"type": "text", "text": ORDER}]}), "Cup; name: Cup; qty: 5"),
        (fenced({"content": [{"type": "text", "text": json.dumps({"text": ORDER})}]}), "Cup; name: Cup; qty: 5"),
        (fenced({"content": PAGE}), "Prices: Adult: 6.50 EUR; Child: 3.00 EUR"),
        (fenced(FRAME), "North; units: 1200; returns: 31"),
        (fenced({"data": [["city", "rain"], ["Oslo", 3], ["Bergen", 21]]}), "Bergen; rain: 21"),
        (fenced([["city", "rain"], ["Oslo", 3], ["Bergen", 21]]), "Bergen; rain: 21"),
        ("[cache]\nport = 6379\nenabled = false\n\n[database]\nport = 5432\n", "cache: port: 6379; enabled: false"),
        ("SMTP_PORT=587\nDEBUG=false\nDAILY_LIMIT=2000\n", "SMTP PORT: 587; DEBUG: false; DAILY LIMIT: 2000"),
        (
            "event=paid order=5521 by=Ines total=84.20 EUR\nevent=refused order=5522 by=Tom\n",
            "event=refused order=5522 by=Tom",
        ),
        (
            "Deductible\n: What you pay yourself, 150 EUR.\n\nPremium\n: What you pay each month.\n",
            "Premium: What you pay each month.",
        ),
        (
            'id,title,teacher,notes\n1,"Drawing, beginners",Mara,"pens, paper"\n2,Pottery,Jon,"clay, included"\n',
            "Drawing, beginners; teacher: Mara; notes: pens, paper",
        ),
        (
            "| Day | Class | Room |\n|---|---|---|\n| Monday | Yoga | 1 |\n| | Boxing | 2 |\n",
            "Monday; Class: Boxing; Room: 2",
        ),
    ],
)
def test_it_is_read_as(evidence: str, line: str) -> None:
    assert line in lines(evidence)


@pytest.mark.parametrize(
    "text", [r'{"a": "{\"b\": 1"}', r'"\"', "{", r'{"a": "\\"}', '```json\n{"a": "x\\n```\\ny"}\n```']
)
def test_what_is_no_data_stays_as_it_is(text: str) -> None:
    assert unescaped(text) == text


def test_an_address_in_a_packed_string_stays_whole() -> None:
    packed = json.dumps({"r": '{"url": "https:\\/\\/x.example\\/p", "price": 3}'})
    assert r"https:\\/\\/x.example\\/p" in unescaped(packed)


@given(st.text(alphabet=st.sampled_from('{}[]":,\\n1a '), max_size=60))
def test_every_offset_stays(text: str) -> None:
    assert len(unescaped(f"```json\n{text}\n```")) == len(text) + 12
