"""Compares the judge with rulings: the newest decided attempts with a final ruling, at most `MOST`. Cached until one of
these attempts is ruled on or judged again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import F, OuterRef, QuerySet, Subquery, UUIDField, Value
from django.db.models.functions import Cast, Replace

from validation.domain.attempt import RESPONSE, AttemptState
from validation.domain.check import CheckState
from validation.domain.estimates.calibration import (
    Agreement,
    ReliabilityBin,
    RuledVerdict,
    check_agreement,
    decision_agreement,
    reliability,
    says_something,
)
from validation.domain.intervention import Ruling, RulingState
from validation.domain.lru_cache import LruCache
from validation.domain.verdict import Decision
from validation.insights.queries.insights import InsightScope
from validation.models import Attempt, CheckRecord, Judgement, RulingRecord
from validation.platform.fingerprints import fingerprint
from validation.platform.paging.filters import within

MOST = 1_000
"""Gives a share a 95 % interval of at most +- 3 points; each attempt is looked up separately."""
_GROUPS_SHOWN = 12
_OF_VERDICT = (
    "pk", "confidence", "decision", "policy", "pipeline__name", "judgements__pk", "judgements__judge",
    "judgements__model", "judgements__prompt",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Group:
    """Agreement within one group; `by` is all, judge, prompt, policy or pipeline."""

    by: str
    name: str
    n: int
    decision: Agreement
    checks: Agreement


@dataclass(frozen=True, slots=True)
class Calibration:
    """`more` says that older rulings were omitted."""

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
    """The latest final ruling on an attempt."""

    pk: UUID
    ruling: Ruling
    wrong: frozenset[str]
    at: datetime

    @property
    def speaks_of_checks(self) -> bool:
        return bool(self.wrong) or self.ruling is Ruling.APPROVE


_remembered: LruCache[tuple[Any, ...], Calibration] = LruCache(16)
"""Size of the cache, in scopes."""


def calibration(scope: InsightScope) -> Calibration:
    """Rulings are selected by their time. One statement if the cache is current."""
    rows = _rulings(scope)
    seen, n = fingerprint(rows, "subject_id", "ruling", "wrong_checks", "judgement_number")
    key = (seen, scope.judge, scope.without)
    return _remembered.get_or_make(key, lambda: _read(list(_ruled_attempts(rows, scope)), scope.judge, n > MOST))


def _read(attempts: Sequence[_RuledAttempt], judge: str, more: bool) -> Calibration:
    ruled = list(_verdicts(attempts, judge))
    verdicts = [one.verdict for one in ruled]
    return Calibration(len(ruled), more, reliability(verdicts), tuple(_groups(ruled)))


def _rulings(scope: InsightScope) -> QuerySet[Any]:
    """The newest final rulings, at most MOST + 1, each with the judgement in force if the attempt is decided."""
    # Only PostgreSQL casts a key with hyphens; one without works everywhere.
    about = Cast(Replace(OuterRef("subject_id"), Value("-")), UUIDField())
    decided = Attempt.objects.filter(pk=about, state=AttemptState.DECIDED).values("judgement_number")
    rows = RulingRecord.objects.filter(within(scope, "at"), state=RulingState.FINAL, intervention__gate=RESPONSE)
    return rows.annotate(judgement_number=Subquery(decided)).order_by("-at", "-pk")[: MOST + 1]


def _ruled_attempts(rows: QuerySet[Any], scope: InsightScope) -> Iterator[_RuledAttempt]:
    """The latest ruling of each decided attempt; halted attempts have no verdict to compare."""
    last: dict[str, tuple[str, list[str], datetime]] = {}
    columns = rows.values_list("subject_id", "ruling", "wrong_checks", "at", "judgement_number")
    for subject, ruling, wrong, at, judgement in list(columns)[:MOST]:
        if judgement is not None:
            last.setdefault(subject, (ruling, wrong, at))
    for subject, (ruling, wrong, at) in last.items():
        one = _RuledAttempt(UUID(subject), Ruling(ruling), frozenset(wrong), at)
        if says_something(one.ruling) and one.pk not in scope.without:
            yield one


def _verdicts(attempts: Sequence[_RuledAttempt], judge: str) -> Iterator[_Ruled]:
    rulings = {one.pk: one for one in attempts}
    rows = Attempt.objects.filter(pk__in=rulings, judgements__number=F("judgement_number"))
    if judge:
        rows = rows.filter(judgements__judge=judge)
    found: list[Any] = list(rows.values_list(*_OF_VERDICT, named=True))
    seen = _seen([one for one in attempts if one.wrong])
    checks = _checks([row.judgements__pk for row in found if rulings[row.pk].speaks_of_checks] + list(seen.values()))
    for row in found:
        ruled, states = rulings[row.pk], checks.get(row.judgements__pk, {})
        marked = checks.get(seen[row.pk], {}) if row.pk in seen else None
        verdict = RuledVerdict(row.confidence, Decision(row.decision), ruled.ruling, states, ruled.wrong, marked)
        judged_by = f"{row.judgements__judge} {row.judgements__model}".strip()
        yield _Ruled(verdict, judged_by, row.judgements__prompt, str(row.policy), row.pipeline__name)


def _seen(attempts: Sequence[_RuledAttempt]) -> dict[UUID, int]:
    """The judgement of each attempt that was in force when it was ruled on."""
    ruled_at = {one.pk: one.at for one in attempts}
    seen: dict[UUID, int] = {}
    rows = Judgement.objects.filter(attempt__in=ruled_at, comparison=False).order_by("number")
    for attempt, judgement, made_at in rows.values_list("attempt", "pk", "made_at"):
        if attempt not in seen or made_at <= ruled_at[attempt]:
            seen[attempt] = judgement
    return seen


def _checks(judgements: list[int]) -> defaultdict[int, dict[str, bool]]:
    holds: defaultdict[int, dict[str, bool]] = defaultdict(dict)
    rows = CheckRecord.objects.filter(judgement__in=judgements).exclude(state=CheckState.NOT_APPLICABLE)
    for judgement, name, state in rows.values_list("judgement", "name", "state"):
        holds[judgement][name] = state == CheckState.PASS
    return holds


def _groups(ruled: list[_Ruled]) -> Iterator[Group]:
    if ruled:
        yield _group("all", "all", [one.verdict for one in ruled])
    for by in ("judge", "prompt", "policy", "pipeline"):
        inside: defaultdict[str, list[RuledVerdict]] = defaultdict(list)
        for one in ruled:
            if name := getattr(one, by):
                inside[name].append(one.verdict)
        largest = sorted(inside.items(), key=lambda pair: (-len(pair[1]), pair[0]))[:_GROUPS_SHOWN]
        yield from (_group(by, name, verdicts) for name, verdicts in largest)


def _group(by: str, name: str, verdicts: Sequence[RuledVerdict]) -> Group:
    return Group(by, name, len(verdicts), decision_agreement(verdicts), check_agreement(verdicts))
