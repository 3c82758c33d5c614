"""Are the figures of trust as sure as they say? 500 made-up worlds of 100,000 attempts with known truth.

    python -m benchmarks.trust [runs]

Each world is audited four times. Each 95 % interval should hold what it estimates in 93 to 97 % of these (the share is
printed with its own interval, and beside it that of the first audit of each world alone), and a certificate for a
tolerated share and an error d, given once a world, should be mistaken in at most d of them. Ends with 1 when one is
refuted. The seed of a run is its number.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from benchmarks.worlds.trust_world import (
    APPROVE,
    EQUAL_RATE,
    GOLD_RIGHT,
    GOLD_WRONG,
    Flags,
    Floats,
    World,
    make_world,
    redraw,
)
from validation.domain.check import CheckName
from validation.domain.estimates.agreement import MeasuredValue
from validation.domain.estimates.certificate import AuditedApproval, certify
from validation.domain.estimates.reviewer_error import GoldCounts
from validation.domain.estimates.shares import clopper_pearson
from validation.trust.estimates.report import UNKNOWN, AnswerArrays, TrustFigure, estimates_of

RUNS = 500
DRAWS = 4
"""How often each world is audited. The share of 500 audits strays by two points, as wide as what it has to show."""
COVERAGE = (0.93, 0.97)
ERROR = 0.05
TOLERATED = 0.03
UNCORRECTED = "false approvals, as answered, against what really is"
"""Reported, not required, since people err."""
RATERS = np.array([["anna", "mara"], ["mara", "otto"], ["otto", "anna"]])
HARDEST = 0.025
"""So that people call a little more wrong than is tolerated, at every confidence: any certificate is mistaken."""


@dataclass(frozen=True, slots=True)
class Case:
    """One interval of one run beside what it estimates."""

    name: str
    figure: MeasuredValue
    truth: float

    @property
    def covered(self) -> bool:
        low, high = self.figure.low, self.figure.high
        return low is not None and high is not None and low <= self.truth <= high


def figures(world: World) -> Iterator[Case]:
    """As the page Trust computes them. Two kinds of truth: what these people would answer if they audited everything,
    and what really is."""
    approved, wrong = world.approved, world.settled
    equal = estimates_of(_answers(world, world.audited_equally, np.full(len(wrong), EQUAL_RATE)), gold_of(world))
    uneven = estimates_of(_answers(world, world.audited_unevenly & approved, world.uneven), gold_of(world))
    found = estimates_of(_answers(world, world.audited, world.probability), gold_of(world))
    check = found.checks[0]
    pairs = world.first, world.second
    yield _case("false approvals, as answered, equal rates", equal.false_approve, wrong[approved].mean())
    yield _case("false approvals, as answered, rates of 3 and 0.3 %", uneven.false_approve, wrong[approved].mean())
    yield _case("false approvals, as answered", found.false_approve, wrong[approved].mean())
    yield _case("false holds, as answered", found.false_hold, (~wrong)[~approved].mean())
    yield _case("precision of a check", check.precision, world.broken[world.failed].mean())
    yield _case("recall of a check", check.recall, world.failed[world.broken].mean())
    yield _case("kappa of judge and people", found.judge_people, _kappa(~approved, wrong))
    yield _case("kappa of people and people", found.people, _kappa(*pairs))
    yield _case("alpha among all people", found.alpha, _alpha(*pairs))
    assert found.corrected is not None
    yield Case("false approvals, corrected by gold items", found.corrected, float(world.wrong[approved].mean()))
    yield _case(UNCORRECTED, found.false_approve, world.wrong[approved].mean())


def _answers(world: World, audited: Flags, probability: Floats) -> AnswerArrays:
    """Of one check, in the first column; the other checks never applied."""
    apart = np.where(world.doubled[:, None], ~np.column_stack([world.first, world.second]), UNKNOWN).astype(np.int8)
    failed, broken = (np.full((len(audited), len(CheckName)), UNKNOWN, dtype=np.int8) for _ in range(2))
    failed[:, 0], broken[:, 0] = world.failed, world.broken
    everybody = AnswerArrays(
        probability=probability,
        paired=probability,
        approved=world.approved,
        sound=~world.settled,
        settled=np.full(len(audited), fill_value=True),
        alone=(~world.first).astype(np.int8),
        pairs=apart,
        raters=np.where(world.doubled[:, None], RATERS[np.arange(len(audited)) % len(RATERS)], ""),
        failed=failed,
        broken=broken,
    )
    return everybody.among(audited)


def gold_of(world: World) -> GoldCounts:
    return GoldCounts(GOLD_WRONG, world.gold_caught, GOLD_RIGHT, world.gold_passed)


def certificate(world: World, truth: Flags, *, gold: GoldCounts | None) -> tuple[float | None, bool, float]:
    """The threshold found, whether it tolerates too much, and the share still approved."""
    chosen = world.audited & world.approved
    parts = zip(
        *(part[chosen].tolist() for part in (world.confidence, world.settled, world.probability, world.thinning)),
        strict=True,
    )
    approvals = Counter((world.confidence[world.approved] * 100 + 1e-9).astype(int).tolist())
    found = certify(
        [AuditedApproval(*part) for part in parts],
        approvals, floor=APPROVE, tolerated=TOLERATED, error=ERROR, answered=0.9, gold=gold,
    )  # fmt: skip
    if found.threshold is None or found.chosen is None:
        return None, False, 0.0
    above = world.confidence >= found.threshold - 1e-9
    return found.threshold, float(truth[above].mean()) > TOLERATED, found.chosen.share_approved


def _case(name: str, figure: TrustFigure | None, truth: float) -> Case:
    assert figure is not None, f"no figure for {name}"
    return Case(name, figure.measured, float(truth))


def _kappa(first: Flags, second: Flags) -> float:
    """Of the whole population, in two lines of its own, so that nothing is compared with itself."""
    chance = first.mean() * second.mean() + (1 - first.mean()) * (1 - second.mean())
    return float(((first == second).mean() - chance) / (1 - chance))


def _alpha(first: Flags, second: Flags) -> float:
    """Krippendorff 2011, section A: two observers, yes or no."""
    wrong, both = int(first.sum() + second.sum()), 2 * len(first)
    return 1 - (both - 1) * int((first != second).sum()) / (wrong * (both - wrong))


def main(runs: int) -> int:
    cases: defaultdict[str, list[Case]] = defaultdict(list)
    certificates: defaultdict[str, list[tuple[float | None, bool, float]]] = defaultdict(list)
    for seed in range(runs):
        world = make_world(seed)
        for audits in (world, *(redraw(world, (seed, at)) for at in range(1, DRAWS))):
            for case in figures(audits):
                cases[case.name].append(case)
        certificates["by answers, against answers"].append(certificate(world, world.settled, gold=None))
        certificates["with gold items, against what really is"].append(
            certificate(world, world.wrong, gold=gold_of(world))
        )
        hard = make_world(seed, constant=HARDEST)
        certificates["by answers, hardest case"].append(certificate(hard, hard.settled, gold=None))
    print(
        f"{runs} worlds of 100,000 attempts, each audited {DRAWS} times, of {world.audited.sum()} answers in the last\n"
    )
    good = [_print_coverage(name, covered) for name, covered in cases.items()]
    print()
    kept = [_print_certificates(name, covered) for name, covered in certificates.items()]
    return 0 if all(good) and all(kept) else 1


def _print_coverage(name: str, cases: list[Case]) -> bool:
    share = sum(case.covered for case in cases) / len(cases)
    required = name != UNCORRECTED
    width = np.mean([(case.figure.high or 0) - (case.figure.low or 0) for case in cases])
    measured = clopper_pearson(share * len(cases), len(cases))
    refuted = (measured.high or 0) < COVERAGE[0] or (measured.low or 0) > COVERAGE[1]
    inside = COVERAGE[0] <= share <= COVERAGE[1]
    verdict = "within 93-97 %" if inside else "OUTSIDE 93-97 %" if refuted else "outside by chance of the runs"
    verdict = verdict if required else "not required: people err"
    once = np.mean([case.covered for case in cases[::DRAWS]])
    truth = np.mean([case.truth for case in cases])
    shown = f"{share:6.1%} [{measured.low:.1%}-{measured.high:.1%}]"
    print(f"{name:52} covered {shown}, once {once:.1%}   truth {truth:.4f}   mean width {width:.4f}   {verdict}")
    return not (required and refuted)


def _print_certificates(name: str, found: list[tuple[float | None, bool, float]]) -> bool:
    given = [one for one in found if one[0] is not None]
    violated = sum(one[1] for one in found)
    most = int(ERROR * len(found))
    where = f"median threshold {np.median([one[0] for one in given]):.2f}, " if given else ""
    share = f"share approved {np.mean([one[2] for one in given]):.2f}, " if given else ""
    print(
        f"certificate {name:42} {len(given)} given, {where}{share}"
        f"{violated} tolerate more than {TOLERATED:.0%} (at most {most})"
    )
    return violated <= most


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else RUNS))
