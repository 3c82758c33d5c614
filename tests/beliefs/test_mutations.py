"""Thirty ways to spoil a belief: each is found, none breaks the gate."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from beliefs.domain.belief import BeliefUnreadable
from tests.beliefs.samples import BELIEF, OTHER, judged

Change = Callable[[str], str]


def swap(old: str, new: str) -> Change:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


ATTACKER = OTHER.replace("id: quiet-harbour", "id: storm-watch") + "\n## Attacks\n\n- [[tide-tables-daily]]\n"
RIVAL = "\n## Attacks\n\n- [[storm-watch]]\n"

FOUND_IN_CHECK = [
    ("a dead session", swap("session-20251101-080000", "session-19990101-000000"), "link_integrity", "leads nowhere"),
    ("a dead commit", swap("commit-3f2a9c1d", "commit-deadbeef"), "link_integrity", "deadbeef"),
    ("a dead bare session", swap("session-20251102-090000:", "session-20000101-000000:"), "link_integrity", "20000101"),
    ("a commit too short", swap("commit-3f2a9c1d", "commit-3f2"), "link_integrity", "commit-3f2"),
    ("a dead path", swap("[[commit-3f2a9c1d]]", "[[docs/gone.md]]"), "link_integrity", "docs/gone.md"),
    ("a dead turn", swap("[[commit-3f2a9c1d]]", "[[turn-turn_9]]"), "link_integrity", "turn-turn_9"),
    ("a misspelt supporter", swap("[[quiet-harbour]]", "[[quite-harbour]]"), "link_integrity", "quite-harbour"),
    ("a link to itself", swap("[[quiet-harbour]]", "[[tide-tables-daily]]"), "link_integrity", "the belief itself"),
    ("itself as evidence", swap("[[commit-3f2a9c1d]]", "[[tide-tables-daily]]"), "link_integrity", "itself"),
    ("a unicode look-alike", swap("session-20251101", "sessiоn-20251101"), "link_integrity", "leads nowhere"),
    ("a weight over one", swap("(weight: 0.95)", "(weight: 9.5)"), "link_integrity", "'9.5'"),
    ("a weight in words", swap("(weight: 0.95)", "(weight: high)"), "link_integrity", "'high'"),
    ("a weight that is no number", swap("(weight: 0.95)", "(weight: nan)"), "link_integrity", "'nan'"),
    ("a score over one", swap("score: 0.90", "score: 9.0"), "link_integrity", "assigned score"),
    ("a score in words", swap("score: 0.90", "score: sure"), "link_integrity", "'sure'"),
    ("an altered quote", swap("tide tables are read once", "whales wander freely thrice"), "content_match", "whales"),
    (
        "a quote of another source",
        swap('"tide tables are read once a day"', '"the radio was silent"'),
        "content_match",
        "stands in",
    ),
    ("dates swapped", swap("revised: 2026-01-10", "revised: 2024-01-10"), "temporal_health", "before created"),
    ("a day that is none", swap("extracted: 2025-11-02", "extracted: 2025-13-45"), "temporal_health", "is no date"),
    ("a date ahead", swap("extracted: 2025-11-02", "extracted: 2031-11-02"), "temporal_health", "ahead"),
    ("no date at all", swap("extracted: 2025-11-02\nrevised: 2026-01-10\n", ""), "temporal_health", "no date of"),
    (
        "attacks in a circle",
        lambda text: swap("defeated, confidence", "open, confidence")(text) + RIVAL,
        "contradiction_check",
        "in a circle",
    ),
    ("evidence taken away", swap("## Evidence", "## Notes"), "link_integrity", "0 verified"),
]

REFUSED = [
    ("broken YAML", swap("facets: [harbour, planning]", "facets: [harbour, planning"), "broken YAML"),
    ("an id given twice", swap("entrenchment: high", "id: another"), "stands twice"),
    ("no id", swap("id: tide-tables-daily\n", ""), "needs an 'id'"),
    ("an id with a slash", swap("id: tide-tables-daily", "id: ../../etc/passwd"), "needs an 'id'"),
    ("front matter never closed", lambda text: text.replace("\n---\n", "\n", 1), "not closed"),
    ("one megabyte", lambda text: text + "- [[x\n" * 200_000, "longer than"),
    ("a NUL", swap("by radio", "by\x00radio"), "NUL"),
    ("nesting without end", swap("[harbour, planning]", "[" * 5000), "nested too deeply"),
    ("an alias bomb", swap("[harbour, planning]", "&a [x, x]\nmore: [*a, *a]"), "anchors"),
    ("no words at all", lambda text: text.split("# tide-tables-daily")[0], "no statement"),
]


def test_there_are_at_least_thirty() -> None:
    assert len(FOUND_IN_CHECK) + len(REFUSED) >= 30


@pytest.mark.parametrize(
    ("change", "check", "words"), [one[1:] for one in FOUND_IN_CHECK], ids=[one[0] for one in FOUND_IN_CHECK]
)
def test_a_spoilt_belief_is_found_by_its_check(change: Change, check: str, words: str) -> None:
    spoilt = judged(change(BELIEF), OTHER, ATTACKER)
    sound = judged(BELIEF, OTHER, ATTACKER)
    assert not any(words in warning for warning in _warnings(sound, check))
    assert any(words in warning for warning in _warnings(spoilt, check))


@pytest.mark.parametrize(
    ("created", "is_ahead"), [("2026-02-28", False), ("2026-03-01", False), ("2026-03-02", True), ("2027-02-28", True)]
)
def test_a_date_that_some_time_zone_has_already_is_not_ahead(created: str, is_ahead: bool) -> None:
    found = judged(BELIEF.replace("extracted: 2025-11-02", f"extracted: {created}"), today=date(2026, 2, 28))
    assert any("lies ahead" in warning for warning in _warnings(found, "temporal_health")) is is_ahead


def _warnings(found: object, check: str) -> tuple[str, ...]:
    checks = found.validation.checks  # type: ignore[attr-defined]
    return next(one.warnings for one in checks if one.name == check)


@pytest.mark.parametrize(("change", "reason"), [one[1:] for one in REFUSED], ids=[one[0] for one in REFUSED])
def test_an_unreadable_belief_is_refused_with_its_reason(change: Change, reason: str) -> None:
    with pytest.raises(BeliefUnreadable, match="line") as refused:
        judged(change(BELIEF))
    assert reason in refused.value.reason


@pytest.mark.parametrize(
    "change", [lambda text: text.replace("\n", "\r\n"), lambda text: "\ufeff" + text], ids=["CRLF", "BOM"]
)
def test_another_encoding_of_the_same_words_changes_nothing(change: Change) -> None:
    assert judged(change(BELIEF), today=date(2026, 1, 21)).confidence == judged(BELIEF).confidence
