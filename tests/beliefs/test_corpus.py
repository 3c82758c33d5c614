"""Where links lead."""

from __future__ import annotations

import pytest

from beliefs.domain.corpus import Corpus, Kind
from tests.beliefs.samples import COMMIT

KNOWN = [
    (Kind.BELIEF, "session-logs-matter"),
    (Kind.BELIEF, "quiet-harbour"),
    (Kind.SESSION, "20251101-080000"),
    (Kind.COMMIT, COMMIT),
    (Kind.COMMIT, "ab12345" + "0" * 33),
    (Kind.COMMIT, "ab12345" + "1" * 33),
    (Kind.COMMIT, "cd" * 32),
    (Kind.TAG, "spec/lighthouse"),
    (Kind.TAG, "session-20251101-080000-start"),
    (Kind.TURN, "turn_7"),
    (Kind.CORE, "plain-words"),
    (Kind.SPEC, "buoys"),
    (Kind.PATH, "docs/buoys/PLAN.md"),
    (Kind.PATH, "docs/lamps/PLAN.md"),
    (Kind.PATH, "docs/core/plain-words.md"),
    (Kind.PATH, "README.md"),
    (Kind.PATH, "docs/session-2-notes.md"),
    (Kind.PATH, "docs/20250102-080000.md"),
    (Kind.COMMIT, "FEDCBA98"),
]


@pytest.mark.parametrize(
    ("target", "kind", "found"),
    [
        ("quiet-harbour", "belief", ("belief", "quiet-harbour")),
        ("session-logs-matter", "belief", ("belief", "session-logs-matter")),
        ("session-20251101-080000", "session", ("session", "20251101-080000")),
        ("20251101-080000", "session", ("session", "20251101-080000")),
        ("session-20251101-080000-start", "tag", ("tag", "session-20251101-080000-start")),
        ("session-20250101-080000", "session", ("", "")),
        ("session-notes-only", "belief", ("", "")),
        ("commit-3f2a9c1d", "commit", ("commit", COMMIT)),
        ("3f2a9c1d", "commit", ("commit", COMMIT)),
        ("commit-3f2a9c", "commit", ("commit", COMMIT)),
        ("commit-3F2A9C1D", "commit", ("commit", COMMIT)),
        ("commit-3f2", "belief", ("", "")),
        ("3f2a9c", "belief", ("", "")),
        ("commit-facade", "belief", ("", "")),
        ("commit-" + "cd" * 32, "commit", ("commit", "cd" * 32)),
        ("commit-ab12345", "commit", ("", "")),
        ("commit-noise", "belief", ("", "")),
        ("spec/lighthouse", "spec", ("tag", "spec/lighthouse")),
        ("spec-lighthouse", "spec", ("tag", "spec/lighthouse")),
        ("spec-buoys", "spec", ("spec", "buoys")),
        ("buoys", "spec", ("spec", "buoys")),
        ("spec-nowhere", "spec", ("", "")),
        ("turn-turn_7", "turn", ("turn", "turn_7")),
        ("plain-words", "core", ("core", "plain-words")),
        ("README.md", "path", ("path", "README.md")),
        ("buoys/PLAN.md", "path", ("path", "docs/buoys/PLAN.md")),
        ("PLAN.md", "path", ("", "")),
        ("docs/core/plain-words", "path", ("path", "docs/core/plain-words.md")),
        ("gone/away.md", "path", ("", "")),
        ("docs/session-2-notes.md", "path", ("path", "docs/session-2-notes.md")),
        ("session-2-notes.md", "path", ("path", "docs/session-2-notes.md")),
        ("20250102-080000", "path", ("path", "docs/20250102-080000.md")),
        ("commit-fedcba98", "commit", ("commit", "FEDCBA98")),
        ("turn_7", "turn", ("turn", "turn_7")),
        ("ghost", "belief", ("", "")),
    ],
)
def test_a_target_is_resolved_by_known_ids_before_prefixes(target: str, kind: str, found: tuple[str, str]) -> None:
    resolution = Corpus(KNOWN).resolve(target)
    assert (resolution.kind, (resolution.found_kind, resolution.found_id)) == (kind, found)


def test_an_ambiguous_commit_says_so() -> None:
    assert "more than one" in Corpus(KNOWN).resolve("commit-ab12345").why
