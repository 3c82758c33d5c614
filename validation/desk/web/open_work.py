"""The work that the person of a request finds on the desk, and how much it is: the number beside Review desk."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q
from django.http import HttpRequest

from validation.desk.queries.desk import may_see
from validation.desk.queries.frame import OpenWork, open_work
from validation.response.web.blind import blind_work_of


def open_work_of(request: HttpRequest, now: datetime) -> OpenWork:
    """One statement where nothing that is open could be withheld, three where something could."""
    work = open_work(now)
    return open_work(now, seen_by_person(request)) if work.withholdable else work


def seen_by_person(request: HttpRequest) -> Q:
    blind = blind_work_of(request)
    return may_see(request.user.get_username(), blind.attempts, blind.later)
