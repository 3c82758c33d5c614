"""An attack that was survived counts once and contradicts nothing, wherever its status is written."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from beliefs.actions.store import put_belief
from beliefs.domain.corpus import COMMON
from beliefs.domain.parse import parse
from beliefs.gate import Assessment
from beliefs.models import Origin
from beliefs.queries.known import read_known
from tests.beliefs.samples import judged

CONTRADICTION = 3
"""Its place among the checks."""
WRAPPED = "- [[b]] - too many calls, and\n  too much paper (status: defeated, reason: measured)"


def belief(name: str, rest: str = "", revised: str = "2026-01-10") -> str:
    return f"---\nid: {name}\nextracted: 2025-01-01\nrevised: {revised}\n---\n\n# {name}\n\nWe do this.\n\n{rest}\n"


def survived(found: Assessment) -> tuple[int, bool]:
    """How many attacks, and whether nothing contradicts."""
    return found.signals.graph_support.attacks_survived, found.validation.checks[CONTRADICTION].passed


def test_an_attack_that_the_attacker_still_lists_was_survived_all_the_same() -> None:
    attacked = belief("a", "## Attacked-By\n\n- [[b]] (status: defeated)")
    assert survived(judged(attacked, belief("b", "## Attacks\n\n- [[a]]"))) == (1, True)


def test_the_status_at_the_end_of_a_wrapped_entry_counts() -> None:
    assert survived(judged(belief("a", f"## Attacked-By\n\n{WRAPPED}"), belief("b"))) == (1, True)


def test_an_entry_that_names_two_beliefs_is_one_attack() -> None:
    entry = '- [[b]] (status: defeated, reason: "see [[c]]")'
    assert survived(judged(belief("a", f"## Attacked-By\n\n{entry}"), belief("b")))[0] == 1


def test_an_entry_with_links_on_two_lines_is_one_attack() -> None:
    entry = "- [[b]] - too many calls, as\n  [[c]] says (status: defeated)"
    assert survived(judged(belief("a", f"## Attacked-By\n\n{entry}"), belief("b"), belief("c")))[0] == 1


@pytest.mark.parametrize("statuses", [("active", "defeated"), ("defeated", "active")])
def test_an_attack_that_one_of_two_entries_calls_defeated_is_defeated(statuses: tuple[str, str]) -> None:
    entries = "\n".join(f"- [[b]] (status: {status})" for status in statuses)
    assert survived(judged(belief("a", f"## Attacked-By\n\n{entries}"), belief("b"))) == (1, True)


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "referenced"), [("attacker", date(2026, 1, 10)), ("early", date(2025, 3, 1))])
def test_a_reference_is_dated_by_the_file_that_holds_the_link(name: str, referenced: date) -> None:
    files = [
        belief("attacker", revised="2025-02-01"),
        belief("attacked", "## Attacked-By\n\n- [[attacker]] (status: defeated)"),
        belief("late", revised="2026-01-15"),
        belief("early", "## Attacked-By\n\n- [[late]] (status: defeated)", revised="2025-03-01"),
    ]
    for text in files:
        put_belief(
            pipeline=COMMON, belief=parse(text), markdown=text, origin=Origin.API, by="t",
            now=datetime(2026, 1, 20, tzinfo=UTC),
        )  # fmt: skip
    assert read_known(pipeline=COMMON).last_referenced[name] == referenced
