"""Rulings: stored at once, effective when the time to undo is over (DESIGN, section 8).

1. `rule` stores a pending ruling; nothing else changes.
2. `undo` cancels it while it is pending.
3. `finalize_due` makes it final: route, memory, grants, events and the state of the intervention change then.
"""

from __future__ import annotations

import difflib
import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F

from validation.desk.actions import ruling_effects
from validation.desk.actions.claims import check_workable
from validation.desk.queries.item import concerns_of
from validation.domain.attempt import RESPONSE
from validation.domain.check import CheckName
from validation.domain.clock import MAX_CLOCK_SKEW
from validation.domain.codes.problems import ProblemCode
from validation.domain.errors import FieldError
from validation.domain.intervention import OF_DRAFTS, Kind, Ruling, RulingState
from validation.domain.text.visible import is_visible
from validation.models import AttemptText, Intervention, RulingRecord
from validation.platform import audit
from validation.platform.gates import gate_of
from validation.platform.interventions.lifecycle import waiting_occurrences
from validation.platform.interventions.ruling_links import read_link
from validation.platform.live import Topic, publish
from validation.platform.paging.filters import given
from validation.platform.policies import policies_in_force
from validation.platform.work.locks import lock_intervention, lock_interventions, lock_turns_of
from validation.platform.work.outages import one_by_one
from validation.response.actions.replaced import end_kept_for_rulings

_incomplete = ProblemCode.RULING_INCOMPLETE.error


@dataclass(frozen=True, slots=True)
class RulingText:
    """What a reviewer writes with a ruling. `hints` are for synthesis or planner, `message` for the user."""

    note: str = ""
    response_md: str = ""
    hints: str = ""
    message: str = ""
    wrong_checks: tuple[str, ...] = ()


NO_TEXT = RulingText()


@transaction.atomic
def rule(
    *,
    intervention_id: uuid.UUID,
    ruling: Ruling,
    by: str,
    now: datetime,
    text: RulingText = NO_TEXT,
    subject_id: str | None = None,
    confirmed: Collection[str] | None = None,
) -> RulingRecord:
    """Rules on the intervention's subject; in a group on the occurrence `subject_id`, or on the next one. `confirmed`
    holds the codes of the concerns that the reviewer confirmed before approving; None skips that check, as in the API.
    Raises Conflict if the intervention is closed, held by a colleague, has a pending ruling or an unconfirmed concern;
    InputRejected if the ruling is incomplete."""
    intervention = lock_intervention(intervention_id)
    check_workable(intervention, by, now)
    check_takes_rulings(intervention)
    subject = _subject(intervention, subject_id)
    has_draft = gate_of(intervention.gate).has_drafts
    if ruling in OF_DRAFTS and not has_draft:
        raise ProblemCode.RULING_NOT_FOR_GATE.error()
    check_complete(ruling, text, subject if has_draft else None)
    if ruling is Ruling.APPROVE and confirmed is not None:
        _check_confirmed(intervention, subject, confirmed)
    return store_rulings({intervention: [subject]}, ruling=ruling, text=text, by=by, now=now)[0]


@transaction.atomic
def rule_group(
    *,
    intervention_id: uuid.UUID,
    ruling: Ruling,
    by: str,
    now: datetime,
    text: RulingText = NO_TEXT,
    as_of: datetime | None = None,
) -> int:
    """Fails or dismisses every unsettled occurrence of a group; returns how many. Skips those newer than `as_of`, which
    the reviewer has not seen."""
    if ruling not in (Ruling.CONFIRM_FAIL, Ruling.DISMISS):
        raise ProblemCode.RULING_NOT_FOR_GROUPS.error()
    check_complete(ruling, text, None)
    intervention = lock_intervention(intervention_id)
    check_workable(intervention, by, now)
    check_takes_rulings(intervention)
    seen = waiting_occurrences().filter(intervention=intervention, **given(at__lte=as_of))
    subjects = list(seen.values_list("subject_id", flat=True))
    if not subjects:
        raise ProblemCode.NOTHING_LEFT.error()
    return len(store_rulings({intervention: subjects}, ruling=ruling, text=text, by=by, now=now))


def store_rulings(
    subjects: Mapping[Intervention, Sequence[str]],
    *,
    ruling: Ruling,
    text: RulingText,
    by: str,
    now: datetime,
    batch: uuid.UUID | None = None,
) -> list[RulingRecord]:
    """Stores pending rulings on these subjects. The caller has locked the interventions and checked that they can be
    ruled on. Raises Conflict `already_ruled`."""
    policies = policies_in_force(intervention.pipeline_id for intervention in subjects)
    wait = {pk: timedelta(seconds=policy.read().interventions.undo_seconds) for pk, policy in policies.items()}
    shared = asdict(text) | {"wrong_checks": list(text.wrong_checks), "ruling": ruling, "by": by, "at": now}
    rows = [
        RulingRecord(
            intervention=intervention,
            pipeline_id=intervention.pipeline_id,
            subject_id=subject,
            diff=_diff(subject, text.response_md),
            effective_at=now + wait[intervention.pipeline_id],
            batch=batch,
            **shared,
        )
        for intervention, subject_ids in subjects.items()
        for subject in subject_ids
    ]
    try:
        with transaction.atomic():
            RulingRecord.objects.bulk_create(rows)
    except IntegrityError:
        raise ProblemCode.ALREADY_RULED.error() from None
    entries = {
        f"intervention:{intervention.pk}": {"ruling": ruling.value, "subjects": len(subject_ids)}
        for intervention, subject_ids in subjects.items()
    }
    audit.record_each(by=by, verb="intervention.ruling_made", now=now, subjects=entries)
    publish(Topic.INTERVENTIONS, *(str(intervention.pk) for intervention in subjects))
    return rows


@transaction.atomic
def undo(*, by: str, now: datetime, **made: uuid.UUID) -> tuple[uuid.UUID, ...]:
    """Cancels one's own pending rulings on one `intervention_id` or of one `batch`. Returns the interventions that are
    open again. Raises Conflict `nothing_to_undo` if the time is over."""
    mine = RulingRecord.objects.filter(state=RulingState.PENDING, by=by, effective_at__gt=now, **made)
    rows = list(mine.select_for_update().order_by("pk").values_list("pk", "intervention_id", "subject_id"))
    if not rows:
        raise ProblemCode.NOTHING_TO_UNDO.error()
    RulingRecord.objects.filter(pk__in=[pk for pk, _, _ in rows]).update(state=RulingState.UNDONE)
    touched = tuple(sorted({intervention for _, intervention, _ in rows}))
    entries: dict[str, dict[str, object]] = {f"intervention:{pk}": {} for pk in touched}
    audit.record_each(by=by, verb="intervention.ruling_undone", now=now, subjects=entries)
    publish(Topic.INTERVENTIONS, *map(str, touched))
    failed = set(
        Intervention.objects.filter(pk__in=touched, kind=Kind.FAIL, gate=RESPONSE).values_list("pk", flat=True)
    )
    subjects = [subject for _, intervention, subject in rows if intervention in failed]
    # In a transaction of its own: turns are locked before rulings.
    if subjects:
        transaction.on_commit(lambda: end_kept_for_rulings(subjects, now))
    return touched


def finalize_due(*, now: datetime) -> list[RulingRecord]:
    """Makes due rulings final, each in its own transaction, so that one failure does not affect the others."""
    _restart_early(now)
    due = RulingRecord.objects.filter(state=RulingState.PENDING, effective_at__lte=now).order_by("effective_at")
    return one_by_one(lambda pk: finalize(pk, now), due)


def _restart_early(now: datetime) -> None:
    """After the clock was set back: restarts the time to undo of rulings made in the future."""
    early = RulingRecord.objects.filter(state=RulingState.PENDING, at__gt=now + MAX_CLOCK_SKEW)
    early.update(at=now, effective_at=now + (F("effective_at") - F("at")))


@transaction.atomic
def finalize(ruling_id: uuid.UUID, now: datetime) -> RulingRecord | None:
    """None if it is no longer pending."""
    ruling = RulingRecord.objects.select_related("intervention", "intervention__pipeline").get(pk=ruling_id)
    if gate_of(ruling.intervention.gate).has_drafts:
        lock_turns_of([ruling.subject_id])
    lock_interventions([ruling.intervention_id])
    taken = RulingRecord.objects.filter(pk=ruling_id, state=RulingState.PENDING).update(state=RulingState.FINAL)
    if not taken:
        return None
    ruling.state = RulingState.FINAL
    ruling_effects.apply(ruling=ruling, now=now)
    publish(Topic.INTERVENTIONS, str(ruling.intervention_id))
    publish(Topic.ATTEMPTS, ruling.subject_id)
    return ruling


def check_takes_rulings(intervention: Intervention) -> None:
    """Raises Conflict for an audit, which is answered instead and changes no route."""
    if intervention.kind == Kind.AUDIT:
        raise ProblemCode.AUDIT_NEEDS_ANSWER.error()


def check_complete(ruling: Ruling, text: RulingText, subject_id: str | None) -> None:
    """Raises InputRejected `ruling_incomplete` if a required text is missing, or one does not belong to the ruling."""
    if ruling is Ruling.APPROVE_EDITED:
        if not is_visible(text.response_md):
            raise _incomplete("edited", field="response_md")
        if subject_id and AttemptText.objects.filter(attempt=UUID(subject_id), response_md=text.response_md).exists():
            raise _incomplete("unchanged", field="response_md")
    elif text.response_md:
        raise _incomplete("not_edited", field="response_md")
    if ruling in (Ruling.REVISE, Ruling.RETRY) and not is_visible(text.hints):
        what = "synthesis should change" if ruling is Ruling.REVISE else "the planner should do differently"
        raise _incomplete("hints", field="hints", what=what)
    if ruling is Ruling.CONFIRM_FAIL and not is_visible(text.message):
        raise _incomplete("message", field="message")
    if unknown := [name for name in text.wrong_checks if name not in list(CheckName)]:
        raise _incomplete("checks", field="wrong_checks", unknown=", ".join(unknown), known=", ".join(CheckName))


def _check_confirmed(intervention: Intervention, subject: str, confirmed: Collection[str]) -> None:
    """Reads the concerns under the lock, so that a newer judgement has to be confirmed again."""
    concerns = concerns_of(intervention, subject)
    if any(concern.code not in confirmed for concern in concerns):
        missing = ", ".join(concern.words for concern in concerns)
        error = FieldError("confirm", f"Confirm that you approve although {missing}.")
        raise ProblemCode.CONFIRMATION_NEEDED.error("approval", fields=(error,))


def _subject(intervention: Intervention, subject_id: str | None) -> str:
    subject = subject_id or _next_subject(intervention)
    settled = list(intervention.occurrences.filter(subject_id=subject).values_list("settled_at", flat=True))
    if not settled:
        raise ProblemCode.SUBJECT_UNKNOWN.error(id=subject)
    if settled[0] is not None and intervention.kind != Kind.HALT:
        raise ProblemCode.ALREADY_SETTLED.error("replaced", noun=gate_of(intervention.gate).subject_noun)
    if settled[0] is not None:
        raise ProblemCode.ALREADY_SETTLED.error()
    return subject


def _next_subject(intervention: Intervention) -> str:
    """The first waiting occurrence of a group, otherwise the intervention's subject."""
    waiting = waiting_occurrences().filter(intervention=intervention).order_by("at", "pk")
    following = waiting.values_list("subject_id", flat=True).first() if intervention.kind == Kind.HALT else None
    return following or intervention.subject_id


def _diff(subject_id: str, edited: str) -> str:
    """A unified diff from the draft to the reviewer's edit."""
    if not edited:
        return ""
    draft = AttemptText.objects.filter(attempt=UUID(subject_id)).values_list("response_md", flat=True).first() or ""
    lines = difflib.unified_diff(draft.splitlines(), edited.splitlines(), "draft", "edited", lineterm="")
    return "\n".join(lines)


OFFERED = (Ruling.APPROVE, Ruling.CONFIRM_FAIL)


@transaction.atomic
def rule_by_link(*, token: str, ruling: str, message: str, confirm: Collection[str], now: datetime) -> RulingRecord:
    """Rules as the recipient of a signed link. Raises Conflict `link_invalid`, and what `rule` raises."""
    intervention, person = read_link(token, now=now, lock=True)
    if ruling not in OFFERED:
        raise ProblemCode.RULING_UNKNOWN.error("link")
    text = RulingText(note="By a signed link.", message=message if ruling == Ruling.CONFIRM_FAIL else "")
    record = rule(
        intervention_id=intervention.pk,
        ruling=Ruling(ruling),
        by=person.get_username(),
        now=now,
        text=text,
        subject_id=intervention.subject_id,
        confirmed=confirm,
    )
    audit.record(by=person.get_username(), verb="ruling_link.used", subject=f"intervention:{intervention.pk}", now=now)
    return record
