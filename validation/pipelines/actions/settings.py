"""What a pipeline makes of decisions (DESIGN, section 14), and what a gateway does with what could not be judged."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

from django.db import transaction

from validation.domain.codes.problems import ProblemCode
from validation.domain.gateway.guardrail import GuardrailOnError
from validation.models import Pipeline
from validation.models.pipeline import Enforcement
from validation.platform import audit

CHOICES: Mapping[str, type[StrEnum]] = {"enforcement": Enforcement, "guardrail_on_error": GuardrailOnError}


@transaction.atomic
def change_setting(*, pipeline: str, setting: str, value: str, by: str, now: datetime) -> Pipeline:
    """`setting` is one of `CHOICES`. Enforcement holds for attempts that are submitted from now on, the other for calls
    of gateways that come from now on. Raises NotFound `pipeline_unknown`, InputRejected `setting_invalid`."""
    row = Pipeline.objects.select_for_update().filter(name=pipeline).first()
    found = ProblemCode.PIPELINE_UNKNOWN.unless(row, name=pipeline)
    known = list(CHOICES[setting])
    if value not in known:
        raise ProblemCode.SETTING_INVALID.error(field=setting, known=" or ".join(known))
    before = getattr(found, setting)
    if before == value:
        return found
    setattr(found, setting, value)
    found.save(update_fields=[setting])
    subject, verb = f"pipeline:{pipeline}", f"pipeline.{setting}_changed"
    audit.record(by=by, verb=verb, subject=subject, now=now, pipeline=pipeline, before=before, after=value)
    return found
