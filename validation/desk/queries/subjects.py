"""The subjects of the gates that keep them elsewhere, as the setting COUNTERSIGN_SUBJECTS names them."""

from __future__ import annotations

from typing import cast

from django.conf import settings
from django.utils.module_loading import import_string

from validation.domain.subjects import Subjects
from validation.platform.work.leased_work import work_of


def subjects_of(gate: str) -> Subjects | None:
    """None for attempts, which the desk knows itself, and for a gate that has registered none."""
    path = settings.COUNTERSIGN_SUBJECTS.get(gate, "")
    return cast(Subjects, import_string(path)()) if path else None


def can_judge_again(gate: str) -> bool:
    return work_of(gate) is not None
