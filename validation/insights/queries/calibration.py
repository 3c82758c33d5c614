"""Judge against rulings: every decided attempt that a reviewer finally ruled on, the newest first, at most `MOST`. What
comes of them is remembered until one of the attempts is ruled on or judged again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, cast
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
_REMEMBERED = 16
"""How many pipelines, judges and times."""


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


class _RuledAttempt(NamedTuple):
    """What the figures depend on: the last final ruling, and which judgement is in force."""

    pk: UUID
    judgement_number: int | None
    ruling: Ruling
    wrong: frozenset[str]


def calibration(scope: InsightScope) -> Calibration:
    """By the time of the ruling. Two statements where nothing is new."""
    rulings, more = _rulings(scope)
    return _read(_ruled_attempts(rulings, scope), scope.judge, more)


@lru_cache(maxsize=_REMEMBERED)
def _read(attempts: tuple[_RuledAttempt, ...], judge: str, more: bool) -> Calibration:
    ruled = list(_verdicts(attempts, judge))
    verdicts = [one.verdict for one in ruled]
    return Calibration(len(ruled), more, reliability(verdicts), tuple(_groups(ruled)))


def _rulings(scope: InsightScope) -> tuple[dict[UUID, tuple[Ruling, frozenset[str]]], bool]:
    """The last final ruling on each subject."""
    within = in_pipeline(scope.pipeline, "intervention__pipeline") & between("at", scope.since, scope.until)
    rows = RulingRecord.objects.filter(within, state=RulingState.FINAL, intervention__gate=RESPONSE)
    found = list(rows.order_by("-at", "-pk").values_list("subject_id", "ruling", "wrong_checks")[: MOST + 1])
    told: dict[str, tuple[Ruling, frozenset[str]]] = {}
    for subject, ruling, wrong in found[:MOST]:
        told.setdefault(subject, (Ruling(ruling), frozenset(wrong)))
    return {UUID(subject): one for subject, one in told.items() if says_something(one[0])}, len(found) > MOST


def _ruled_attempts(
    rulings: dict[UUID, tuple[Ruling, frozenset[str]]], scope: InsightScope
) -> tuple[_RuledAttempt, ...]:
    """Halted attempts have no verdict to compare."""
    rows = Attempt.objects.filter(pk__in=rulings.keys() - scope.without, state=AttemptState.DECIDED).order_by("pk")
    return tuple(_RuledAttempt(*row, *rulings[row[0]]) for row in rows.values_list("pk", "judgement_number"))


def _verdicts(attempts: Sequence[_RuledAttempt], judge: str) -> Iterator[_Ruled]:
    rulings = {one.pk: (one.ruling, one.wrong) for one in attempts}
    rows = Attempt.objects.filter(pk__in=rulings, judgements__number=F("judgement_number"))
    if judge:
        rows = rows.filter(judgements__judge=judge)
    found = list(
        rows.values_list(
            "pk", "confidence", "decision", "policy", "pipeline__name", "judgements__pk", "judgements__judge",
            "judgements__model", "judgements__prompt",
        )
    )  # fmt: skip
    ruled = [rulings[pk] for pk, *_ in found]
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
