"""Keeping a search of the review desk under a name. A view belongs to one person; nobody else sees or changes it."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction

from validation.domain.codes.problems import ProblemCode
from validation.models import SavedView
from validation.platform import audit

MOST_VIEWS = 20
LONGEST_NAME = 40


@transaction.atomic
def save_view(*, person_id: int, name: str, q: str, by: str, now: datetime) -> SavedView:
    """Under a name that the person has used before, the search takes the place of the earlier one. Raises
    InputRejected for a name that is empty or too long, Conflict `too_many_views`."""
    get_user_model().objects.select_for_update().get(pk=person_id)  # two tabs at once do not pass the limit
    name = _checked(name)
    known = SavedView.objects.filter(person=person_id)
    if not known.filter(name=name).exists() and known.count() >= MOST_VIEWS:
        raise ProblemCode.TOO_MANY_VIEWS.error(most=MOST_VIEWS)
    view, _ = SavedView.objects.update_or_create(person_id=person_id, name=name, defaults={"q": q, "saved_at": now})
    _note(by, "view.saved", view, now)
    return view


@transaction.atomic
def rename_view(*, person_id: int, view_id: int, name: str, by: str, now: datetime) -> SavedView:
    """Raises NotFound for a view that is not the person's own, Conflict `name_taken`."""
    view = _own(person_id, view_id)
    view.name = _checked(name)
    try:
        with transaction.atomic():
            view.save(update_fields=["name"])
    except IntegrityError:
        raise ProblemCode.NAME_TAKEN.error(field="name", name=view.name) from None
    _note(by, "view.renamed", view, now)
    return view


@transaction.atomic
def delete_view(*, person_id: int, view_id: int, by: str, now: datetime) -> None:
    view = _own(person_id, view_id)
    _note(by, "view.deleted", view, now)
    view.delete()


def _own(person_id: int, view_id: int) -> SavedView:
    return ProblemCode.VIEW_UNKNOWN.unless(SavedView.objects.filter(pk=view_id, person=person_id).first())


def _checked(name: str) -> str:
    name = " ".join(name.split())
    if not name:
        raise ProblemCode.VIEW_UNNAMED.error(field="name")
    if len(name) > LONGEST_NAME:
        raise ProblemCode.VIEW_NAME_TOO_LONG.error(field="name", most=LONGEST_NAME)
    return name


def _note(by: str, verb: str, view: SavedView, now: datetime) -> None:
    audit.record(by=by, verb=verb, subject=f"view:{view.pk}", now=now, name=view.name, q=view.q)
