"""What a gateway does with a response that could not be judged."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from validation.domain.errors import NotFound
from validation.domain.guardrail import GuardrailOnError
from validation.models import Pipeline
from validation.platform import audit


@transaction.atomic
def set_guardrail_on_error(*, pipeline: str, on_error: GuardrailOnError, by: str, now: datetime) -> Pipeline:
    """Holds for calls that come from now on. Raises NotFound `pipeline_unknown`."""
    found = Pipeline.objects.select_for_update().filter(name=pipeline).first()
    if found is None:
        raise NotFound("pipeline_unknown", f"There is no pipeline {pipeline}.")
    if found.guardrail_on_error == on_error:
        return found
    before, found.guardrail_on_error = found.guardrail_on_error, on_error
    found.save(update_fields=["guardrail_on_error"])
    audit.record(
        by=by,
        verb="pipeline.guardrail_on_error_changed",
        subject=f"pipeline:{pipeline}",
        now=now,
        pipeline=pipeline,
        before=before,
        after=on_error.value,
    )
    return found
