"""The same response is judged the same by every process: sets are walked through in another order in each."""

from __future__ import annotations

import os
import subprocess
import sys

_JUDGE = """
from itertools import islice
from pathlib import Path
import hashlib
from evals.as_turn import as_context
from evals.datasets_io import grounding_items
from validation.context_md.parser import parse
from validation.evidence.check_response import check_response

items = islice(grounding_items(Path("evals/datasets/golden_response.jsonl")), 40)
reports = [check_response(parse(as_context(item)), item.response, query=item.user_query) for item in items]
told = [(one.claims, one.findings, one.requirements, one.grounded, sorted(one.goals.items())) for one in reports]
print(hashlib.sha256(repr(told).encode()).hexdigest(), len(told))
"""


def test_every_process_gives_the_same_reports() -> None:
    assert _reports("1") == _reports("2")


def _reports(seed: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", _JUDGE], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
    )
    return done.stdout.decode()
