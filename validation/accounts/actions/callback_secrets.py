"""The secret that signs what a pipeline's callback urls receive: shown with its first key, replaced by rotation."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from validation.domain.errors import FieldError, NotFound
from validation.models import ApiKey, Pipeline
from validation.platform import audit
from validation.platform.keys import new_signing_secret


def initial_callback_secret(key: ApiKey) -> str | None:
    """The secret, when `key` was made together with its pipeline; None for later keys, because it was shown before."""
    return key.pipeline.callback_secret if key.created_at == key.pipeline.created_at else None


@transaction.atomic
def rotate_callback_secret(*, pipeline: str, by: str, now: datetime) -> str:
    """The new secret; the old one signs nothing from here on. Raises NotFound `pipeline_unknown`."""
    secret = new_signing_secret()
    if not Pipeline.objects.filter(name=pipeline).update(callback_secret=secret):
        detail = f"There is no pipeline {pipeline}."
        raise NotFound("pipeline_unknown", detail, (FieldError("pipeline", "Choose a pipeline."),))
    audit.record(by=by, verb="callback_secret.rotated", subject=f"pipeline:{pipeline}", now=now, pipeline=pipeline)
    return secret
