"""Runs the worlds, or labelled responses, through the real gate and prints what it decides wrongly.

`python -m tests.evidence.facts.measure [-v] [FILE.jsonl]`
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from evals.as_turn import as_context
from evals.datasets_io import grounding_items
from tests.evidence.facts import worlds, worlds_more
from tests.evidence.facts.worlds import World
from validation.domain.attempt import Submission
from validation.domain.policy import ResponsePolicy
from validation.domain.verdict import Decision
from validation.response.gate.gate import GateResult, judge_response

Case = tuple[str, bool, str, str]
"""Kind, whether it should be approved, context and response."""
WORLDS = [value for module in (worlds, worlds_more) for value in vars(module).values() if isinstance(value, World)]


def judge(context_md: str, response: str) -> GateResult:
    return judge_response(Submission("t1", context_md, response), policy=ResponsePolicy())


def cases(arguments: list[str]) -> list[Case]:
    if arguments:
        items = grounding_items(Path(arguments[0]))
        return [(item.kind or "", item.grounded, as_context(item), item.response) for item in items]
    return [
        (kind, kind == "good", world.context, response)
        for world in WORLDS
        for kind, response in (*(("good", text) for text in world.good), *world.bad)
    ]


def main() -> None:
    counts: Counter[tuple[bool, str, bool]] = Counter()
    verbose = "-v" in sys.argv
    for number, (kind, good, context_md, response) in enumerate(cases([a for a in sys.argv[1:] if a != "-v"]), 1):
        judged = judge(context_md, response)
        assert judged.decided
        approved = judged.decided.decision is Decision.APPROVE
        counts[good, kind, approved] += 1
        if approved == good:
            continue
        print(
            f"--- {number} [{kind}, {'good' if good else 'bad'}]",
            f"{judged.decided.decision} {judged.decided.confidence:.2f}",
        )
        if verbose:
            print("    context:", context_md.partition("## 0.")[2].replace("\n", "\n    "))
        print("   ", response.replace("\n", "\n    "))
        for issue in judged.decided.issues:
            print("    !", issue)
        for claim in judged.report.claims:
            print(f"    {claim.state:12} {claim.probability:.2f} {claim.text[:100]!r}")
    for good in (True, False):
        kinds = sorted({kind for ok, kind, _ in counts if ok is good})
        for kind in kinds:
            print(
                f"{kind:28} approved {counts[good, kind, True]}",
                f"of {counts[good, kind, True] + counts[good, kind, False]}",
            )
        yes = sum(n for (ok, _, approved), n in counts.items() if ok is good and approved)
        total = sum(n for (ok, _, _), n in counts.items() if ok is good)
        print(f"{'GOOD' if good else 'BAD'} approved {yes} of {total} ({yes / max(1, total):.0%})")


if __name__ == "__main__":
    main()
