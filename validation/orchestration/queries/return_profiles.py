"""The return profiles there are: the shipped ones, then those of one's own."""

from __future__ import annotations

from dataclasses import replace

from validation.domain.errors import FieldError, InputRejected
from validation.domain.policy import OrchestrationPolicy
from validation.models import ReturnProfile
from validation.orchestration.gate.profiles import SHIPPED, Profile, read_profile


def list_profiles(limits: OrchestrationPolicy) -> tuple[ReturnProfile, ...]:
    """A shipped one is no row: nobody created it."""
    shipped = (_limited(profile, limits).as_document() for profile in SHIPPED.values())
    return (
        *(ReturnProfile(name=document["name"], document=document) for document in shipped),
        *ReturnProfile.objects.order_by("name"),
    )


def profile_named(name: str, limits: OrchestrationPolicy) -> Profile:
    """Raises InputRejected `profile_unknown`, which names those there are."""
    if name in SHIPPED:
        return _limited(SHIPPED[name], limits)
    own = ReturnProfile.objects.filter(pk=name[:64]).first()
    if own is not None:
        return read_profile(own.document)
    known = ", ".join(one.name for one in list_profiles(limits))
    message = f"There is no such profile. Use one of {known}, or add one."
    raise InputRejected("profile_unknown", message, (FieldError("profile", message),))


def _limited(profile: Profile, limits: OrchestrationPolicy) -> Profile:
    """The summary limit of a shipped profile is the policy's; one of one's own states its own."""
    return replace(profile, summary_tokens=limits.summary_tokens)
