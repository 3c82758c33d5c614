"""Judge against rulings: every decided attempt that a reviewer finally ruled on, the newest first, at most `MOST`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast
from uuid import UUID

from django.db.models import F

from validation.domain.attempt import RESPONSE, AttemptState
from validation.domain.check import CheckState
from validation.domain.estimates.calibration import (
    Agreement,
    ReliabilityBin,
    RuledVerdict,
    agreement,
    reliability,
    says_something,
)
from validation.domain.intervention import Ruling, RulingState
from validation.domain.verdict import Decision
from validation.insights.queries.insights import InsightScope
from validation.models import Attempt, CheckRecord, RulingRecord
from validation.platform.paging.filters import between, in_pipeline

MOST = 1_000
"""A share of so many has a 95 % interval of 3 points to either side at most, and each is looked up by itself."""
_GROUPS_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Group:
    """What judged, in one respect: `by` is all, judge, prompt, policy or pipeline."""

    by: str
    name: str
    n: int
    agreement: Agreement


@dataclass(frozen=True, slots=True)
class Calibration:
    """`more` says that there are older rulings than the ones counted."""

    n: int
    more: bool
    bins: tuple[ReliabilityBin, ...]
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class _Ruled:
    verdict: RuledVerdict
    judge: str
    prompt: str
    policy: str
    pipeline: str


def calibration(scope: InsightScope) -> Calibration:
    """By the time of the ruling."""
    rulings, more = _rulings(scope)
    ruled = list(_verdicts(rulings, scope))
    verdicts = [one.verdict for one in ruled]
    return Calibration(len(ruled), more, reliability(verdicts), tuple(_groups(ruled)))


def _rulings(scope: InsightScope) -> tuple[dict[str, tuple[Ruling, frozenset[str]]], bool]:
    """The last final ruling on each subject."""
    within = in_pipeline(scope.pipeline, "intervention__pipeline") & between("at", scope.since, scope.until)
    rows = RulingRecord.objects.filter(within, state=RulingState.FINAL, intervention__gate=RESPONSE)
    found = list(rows.order_by("-at", "-pk").values_list("subject_id", "ruling", "wrong_checks")[: MOST + 1])
    told: dict[str, tuple[Ruling, frozenset[str]]] = {}
    for subject, ruling, wrong in found[:MOST]:
        told.setdefault(subject, (Ruling(ruling), frozenset(wrong)))
    return {subject: one for subject, one in told.items() if says_something(one[0])}, len(found) > MOST


def _verdicts(rulings: dict[str, tuple[Ruling, frozenset[str]]], scope: InsightScope) -> Iterator[_Ruled]:
    """Halted attempts have no verdict to compare."""
    rows = Attempt.objects.filter(
        pk__in=[UUID(subject) for subject in rulings],
        state=AttemptState.DECIDED,
        judgements__number=F("judgement_number"),
    )
    if scope.judge:
        rows = rows.filter(judgements__judge=scope.judge)
    if scope.without:
        rows = rows.exclude(pk__in=scope.without)
    found = list(
        rows.values_list(
            "pk", "confidence", "decision", "policy", "pipeline__name", "judgements__pk", "judgements__judge",
            "judgements__model", "judgements__prompt",
        )
    )  # fmt: skip
    ruled = [rulings[str(pk)] for pk, *_ in found]
    checks = _checks([row[5] for row, said in zip(found, ruled, strict=True) if _speaks_of_checks(*said)])
    for row, (ruling, wrong) in zip(found, ruled, strict=True):
        _, confidence, decision, policy, pipeline, judgement, judge, model, prompt = row
        held = checks.get(judgement, {})
        verdict = RuledVerdict(cast(float, confidence), Decision(decision), ruling, held, wrong)  # it is decided
        yield _Ruled(verdict, f"{judge} {model}".strip(), prompt, str(policy), pipeline)


def _speaks_of_checks(ruling: Ruling, wrong: frozenset[str]) -> bool:
    return bool(wrong) or ruling is Ruling.APPROVE


def _checks(judgements: list[int]) -> defaultdict[int, dict[str, bool]]:
    held: defaultdict[int, dict[str, bool]] = defaultdict(dict)
    rows = CheckRecord.objects.filter(judgement__in=judgements).exclude(state=CheckState.NOT_APPLICABLE)
    for judgement, name, state in rows.values_list("judgement", "name", "state"):
        held[judgement][name] = state == CheckState.PASS
    return held


def _groups(ruled: list[_Ruled]) -> Iterator[Group]:
    if ruled:
        yield Group("all", "all", len(ruled), agreement([one.verdict for one in ruled]))
    for by in ("judge", "prompt", "policy", "pipeline"):
        inside: defaultdict[str, list[RuledVerdict]] = defaultdict(list)
        for one in ruled:
            if name := getattr(one, by):
                inside[name].append(one.verdict)
        largest = sorted(inside.items(), key=lambda pair: (-len(pair[1]), pair[0]))[:_GROUPS_SHOWN]
        yield from (Group(by, name, len(verdicts), agreement(verdicts)) for name, verdicts in largest)
