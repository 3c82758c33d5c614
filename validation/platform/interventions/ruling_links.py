"""Signed links: one person approves or fails one low-risk item without signing in, if the policy allows it.

A link contains item, subject, person, expiry and a digest of the item's state. Any change of that state invalidates it:
a ruling (even an undone one, so a link works once), a new judgement, a changed password."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import datetime, timedelta
from uuid import UUID

from django.contrib.auth.models import User
from django.core.signing import BadSignature, Signer
from django.db.models import QuerySet
from django.urls import reverse

from validation.domain.codes.problems import ProblemCode
from validation.domain.intervention import UNSETTLED, Kind, Priority
from validation.domain.trust.audit import OpinionState
from validation.models import Attempt, Intervention, Opinion
from validation.platform.gates import gate_of, gates
from validation.platform.permissions import can_rule
from validation.platform.policies import policy_in_force

LIFETIME = timedelta(hours=24)
_KINDS = (Kind.FAIL, Kind.WARNING)
_TOO_RISKY = frozenset({"not_judged", "out_of_domain"})
"""Codes of concerns that rule out a link: only the desk shows them in full."""


def low_risk() -> QuerySet[Intervention]:
    """Interventions that can have a link, if `may_be_linked` agrees."""
    drafts = [gate.name for gate in gates() if gate.has_drafts]
    return Intervention.objects.filter(
        gate__in=drafts, kind__in=_KINDS, priority=Priority.LOW, escalated=False, sample=False, state__in=UNSETTLED
    )


def allowing(pipelines: Iterable[int]) -> list[int]:
    """The pipelines whose policy allows links."""
    return [key for key in pipelines if policy_in_force(key).read().interventions.rule_by_link]


def may_be_linked(intervention: Intervention) -> bool:
    """For one of `low_risk`: whether it was judged, within the judge's domain, and nobody is asked to answer an attempt
    of its turn blind, for the link shows the verdict."""
    asked = Opinion.objects.filter(state=OpinionState.OPEN, intervention__state__in=UNSETTLED)
    if asked.filter(item__attempt__turn__attempts=UUID(intervention.subject_id)).exists():
        return False
    find = gate_of(intervention.gate).approval_concerns
    concerns = find(intervention.subject_id) if find else None
    return concerns is not None and not any(concern.code in _TOO_RISKY for concern in concerns)


def make_link(intervention: Intervention, person: User, *, now: datetime) -> str:
    """The path of the confirmation page."""
    ends = int((now + LIFETIME).timestamp())
    named = [intervention.pk.hex, intervention.subject_id, person.pk, ends]
    token = _signer().sign_object([*named, _digest(intervention, person)], compress=True)
    return reverse("web:ruling_link", args=[token])


def read_link(token: str, *, now: datetime, lock: bool = False) -> tuple[Intervention, User]:
    """Raises Conflict `link_invalid` if item or person changed since the link was made, or a link is not allowed."""
    try:
        pk, subject, person, ends, digest = _signer().unsign_object(token)
    except (BadSignature, ValueError):
        raise ProblemCode.LINK_INVALID.error("incomplete") from None
    if now.timestamp() >= ends:
        raise ProblemCode.LINK_INVALID.error("ended", hours=LIFETIME // timedelta(hours=1))
    rows = low_risk().select_for_update(of=("self",)) if lock else low_risk()
    found = rows.filter(pk=UUID(pk), subject_id=subject).first()
    user = User.objects.filter(pk=person).first()
    if found is None or user is None or _digest(found, user) != digest:
        raise ProblemCode.LINK_INVALID.error("changed")
    if not can_rule(user):
        raise ProblemCode.LINK_INVALID.error("role")
    if not allowing([found.pipeline_id] if found.pipeline_id else []) or not may_be_linked(found):
        raise ProblemCode.LINK_INVALID.error("forbidden")
    return found, user


def _digest(intervention: Intervention, person: User) -> str:
    attempts = Attempt.objects.filter(pk=intervention.subject_id)
    judged = attempts.values_list("state", "judgement_number", "route", "ruling", "content_hash").first()
    stood = (intervention.count, intervention.rulings.count(), judged, person.get_session_auth_hash())
    return hashlib.sha256(repr(stood).encode()).hexdigest()[:32]


def _signer() -> Signer:
    return Signer(salt="countersign.ruling_link")
