"""What a pipeline sees: its own beliefs and sources, and those of `common` whose id it does not have itself."""

from __future__ import annotations

from typing import Any, TypeVar

from django.db.models import Exists, Model, OuterRef, Q, QuerySet

from beliefs.domain.corpus import COMMON
from beliefs.models import BeliefRecord, Source
from validation.domain.codes.problems import ProblemCode
from validation.models import Pipeline

Row = TypeVar("Row", bound=Model)


def corpora_of(pipeline: str) -> tuple[str, ...]:
    return (COMMON,) if pipeline == COMMON else (pipeline, COMMON)


def visible_beliefs(pipeline: str) -> QuerySet[BeliefRecord]:
    """Each name once."""
    return _visible(BeliefRecord.objects.all(), pipeline, "name")


def visible_sources(pipeline: str) -> QuerySet[Source]:
    """Each kind and name once."""
    return _visible(Source.objects.all(), pipeline, "kind", "name")


def _visible(rows: QuerySet[Row], pipeline: str, *identity: str) -> QuerySet[Row]:
    if pipeline == COMMON:
        return rows.filter(pipeline=COMMON)
    same: dict[str, Any] = {field: OuterRef(field) for field in identity}
    own = rows.model._default_manager.filter(pipeline=pipeline, **same)
    return rows.filter(Q(pipeline=pipeline) | (Q(pipeline=COMMON) & ~Exists(own)))


def shown_beliefs(pipeline: str) -> QuerySet[BeliefRecord]:
    """For users, who may see all pipelines: all beliefs if no pipeline is chosen."""
    return visible_beliefs(pipeline) if pipeline else BeliefRecord.objects.all()


def shown_sources(pipeline: str) -> QuerySet[Source]:
    return visible_sources(pipeline) if pipeline else Source.objects.all()


def pipelines_with_beliefs() -> tuple[str, ...]:
    """`common` first."""
    found = set(BeliefRecord.objects.order_by().values_list("pipeline", flat=True).distinct())
    return (COMMON, *sorted(found - {COMMON}))


def check_pipeline(name: str) -> None:
    """Raises NotFound for a name that is neither `common` nor a pipeline's."""
    if name != COMMON and not Pipeline.objects.filter(name=name).exists():
        raise ProblemCode.PIPELINE_UNKNOWN.error("common", name=name[:100], common=COMMON)
