"""Adds and removes custom return profiles (DESIGN, section 6)."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from validation.domain.codes.problems import ProblemCode
from validation.models import ReturnProfile
from validation.orchestration.gate.profiles import SHIPPED, read_profile
from validation.platform import audit

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")


@transaction.atomic
def add_return_profile(*, document: Any, by: str, now: datetime) -> ReturnProfile:
    """Raises InputRejected `profile_invalid`; Conflict `profile_exists` if the name is taken, since stored returns
    refer to their profile by name."""
    profile = read_profile(document)
    if not _NAME.fullmatch(profile.name):
        raise ProblemCode.PROFILE_INVALID.error("name", field="name")
    taken = ProblemCode.PROFILE_EXISTS.error(field="name", name=profile.name)
    if profile.name in SHIPPED:
        raise taken
    try:
        with transaction.atomic():
            row = ReturnProfile.objects.create(
                name=profile.name, document=profile.as_document(), created_by=by, created_at=now
            )
    except IntegrityError:
        raise taken from None
    audit.record(by=by, verb="return_profile.added", subject=f"return_profile:{profile.name}", now=now)
    return row


@transaction.atomic
def remove_return_profile(*, name: str, by: str, now: datetime) -> None:
    """Raises Conflict `profile_shipped` and NotFound `profile_unknown`. Stored returns keep a copy of the profile."""
    if name in SHIPPED:
        raise ProblemCode.PROFILE_SHIPPED.error(name=name)
    known = bool(_NAME.fullmatch(name))  # no query for an impossible name
    if not known or not ReturnProfile.objects.filter(pk=name).delete()[0]:
        raise ProblemCode.PROFILE_UNKNOWN.error(name=name[:64])
    audit.record(by=by, verb="return_profile.removed", subject=f"return_profile:{name}", now=now)
