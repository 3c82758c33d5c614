"""The return profiles there are: the shipped ones, then those of one's own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from validation.domain.errors import FieldError, InputRejected
from validation.domain.policy import OrchestrationPolicy
from validation.models import ReturnProfile
from validation.orchestration.gate.profiles import SHIPPED, Profile, read_profile


@dataclass(frozen=True, slots=True)
class KnownProfile:
    """`created_by` is empty for a shipped one."""

    profile: Profile
    created_by: str = ""
    created_at: datetime | None = None

    @property
    def shipped(self) -> bool:
        return not self.created_by


def list_profiles(limits: OrchestrationPolicy) -> tuple[KnownProfile, ...]:
    own = ReturnProfile.objects.order_by("name")
    return (
        *(KnownProfile(_limited(profile, limits)) for profile in SHIPPED.values()),
        *(KnownProfile(read_profile(row.document), row.created_by, row.created_at) for row in own),
    )


def profile_named(name: str, limits: OrchestrationPolicy) -> Profile:
    """Raises InputRejected `profile_unknown`, which names those there are."""
    if name in SHIPPED:
        return _limited(SHIPPED[name], limits)
    own = ReturnProfile.objects.filter(pk=name[:64]).first()
    if own is not None:
        return read_profile(own.document)
    known = ", ".join(one.profile.name for one in list_profiles(limits))
    message = f"There is no such profile. Use one of {known}, or add one."
    raise InputRejected("profile_unknown", message, (FieldError("profile", message),))


def _limited(profile: Profile, limits: OrchestrationPolicy) -> Profile:
    """The summary limit of a shipped profile is the policy's; one of one's own states its own."""
    return replace(profile, summary_tokens=limits.summary_tokens)
