"""`python -m benchmarks.beliefs`: a store of its own with thousands of beliefs, audited in full and after one change.

A measuring tool, not a test: read wall clock beside CPU, and both against the number of beliefs. Embedding is told
apart from auditing, since it is done once for each text, whoever audits.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from benchmarks.measure import memory_mb

NOON = datetime(2026, 1, 21, 12, tzinfo=UTC)


@contextmanager
def timed(what: str) -> Iterator[list[str]]:
    """Prints wall clock, CPU and the highest memory so far; what the body appends is printed behind."""
    lines: list[str] = []
    wall, cpu = time.perf_counter(), time.process_time()
    yield lines
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    peak = memory_mb(of="VmHWM")
    print(f"{what:44} {wall:8.2f} s  CPU {cpu:8.2f} s  peak {peak:5.0f} MB  {'; '.join(lines)}", flush=True)


def measure(root: Path, *, beliefs: int, sessions: int) -> None:
    """Django must be set up."""
    from beliefs.actions.audits import audit_beliefs
    from beliefs.actions.checkout import open_checkout
    from beliefs.actions.sync import sync
    from beliefs.actions.vectors import embed_missing
    from beliefs.domain.corpus import COMMON
    from benchmarks.worlds.synthetic_beliefs import sentence, write_checkout
    from validation.embeddings.configured import configured_embedder

    def synced(what: str) -> None:
        with timed(what) as lines:
            done = sync(pipeline=COMMON, checkout=open_checkout(root), by="bench", now=NOON)
            lines += [f"{number} {change}" for change, number in done.counts["belief"].items()]

    def audited(what: str, **more: Any) -> None:
        with timed(what) as lines:
            report = audit_beliefs(pipeline=COMMON, by="bench", now=NOON, **more)
            lines.append(f"{report['assessed']} of {report['beliefs']} assessed")

    def changed(what: str, place: Path, change: Callable[[str], str]) -> None:
        place.write_text(change(place.read_text(encoding="utf-8")), encoding="utf-8")
        synced(f"sync after {what}")
        audited(f"audit after {what}")

    written = write_checkout(root, beliefs=beliefs, sessions=sessions, today=date(2026, 1, 21))
    synced("sync, first")
    synced("sync, nothing changed")
    embedder = configured_embedder()
    if embedder is None:
        raise SystemExit("The weights of the embedder are missing; semantic support cannot be measured.")
    with timed("embedding of sessions and statements"):
        embed_missing(pipeline=COMMON, embedder=embedder)
    audited("audit, first")
    audited("audit, everything again", everything=True)
    audited("audit, nothing changed")
    draw = random.Random(1)
    changed("one new statement", written.beliefs[beliefs // 2], lambda text: _restated(text, sentence(draw)))
    changed("one new supporter", written.beliefs[beliefs // 3], _supporting)
    changed("one line more in a session", written.sessions[0], lambda text: f"{text}{sentence(draw)}\n")
    before = _scores()
    audited("audit, everything once more", everything=True)
    print(f"differences between stepwise and full: {sum(a != b for a, b in zip(before, _scores(), strict=True))}")


def _restated(text: str, statement: str) -> str:
    head, rest = text.split("## Statement\n\n")
    return f"{head}## Statement\n\n{statement}\n\n## Evidence{rest.split('## Evidence')[1]}"


def _supporting(text: str) -> str:
    return text.replace("## Supports\n\n", "## Supports\n\n- [[belief-00000]]\n")


def _scores() -> list[tuple[Any, ...]]:
    from beliefs.models import BeliefRecord

    return list(BeliefRecord.objects.order_by("name").values_list("name", "confidence", "validation", "near", "inputs"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--beliefs", type=int, default=10_000)
    parser.add_argument("--sessions", type=int, default=300)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"COUNTERSIGN_VAR": f"{folder}/var", "DJANGO_SETTINGS_MODULE": "config.settings.embedded"}
        Path(folder, "var").mkdir()
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", interactive=False, verbosity=0)
        print(f"{options.beliefs} beliefs, {options.sessions} sessions")
        measure(Path(folder, "checkout"), beliefs=options.beliefs, sessions=options.sessions)


if __name__ == "__main__":
    main()
