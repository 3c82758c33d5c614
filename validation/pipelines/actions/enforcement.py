"""Whether a pipeline obeys decisions (DESIGN, section 14)."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from validation.domain.errors import FieldError, InputRejected, NotFound
from validation.models import Pipeline
from validation.models.pipeline import Enforcement
from validation.platform import audit


@transaction.atomic
def set_enforcement(*, pipeline: str, enforcement: str, by: str, now: datetime) -> Pipeline:
    """Holds for attempts that are submitted from now on. Raises NotFound `pipeline_unknown`, InputRejected
    `enforcement_unknown`."""
    found = Pipeline.objects.select_for_update().filter(name=pipeline).first()
    if found is None:
        raise NotFound("pipeline_unknown", f"There is no pipeline {pipeline}.")
    if enforcement not in list(Enforcement):
        told = "Choose observe or enforce."
        raise InputRejected("enforcement_unknown", told, (FieldError("enforcement", told),))
    if found.enforcement == enforcement:
        return found
    before, found.enforcement = found.enforcement, enforcement
    found.save(update_fields=["enforcement"])
    audit.record(
        by=by,
        verb="pipeline.enforcement_changed",
        subject=f"pipeline:{pipeline}",
        now=now,
        pipeline=pipeline,
        before=before,
        after=enforcement,
    )
    return found
