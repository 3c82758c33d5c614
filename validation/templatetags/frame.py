"""`{% frame as frame %}`: data of rail, top bar and tab bar. Call once per page: two statements, or one if the page has
counted the open `work` itself."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from django import template

from validation.desk.queries.counts import OpenWork
from validation.desk.web.queue import open_work_of
from validation.platform.pages.forms import pipeline_names
from validation.platform.pages.navigation import Item, items_for
from validation.platform.pages.scope import RANGES, Range, Scope, scope_of
from validation.platform.permissions import role_of

register = template.Library()

_ON_NARROW_SCREENS = 4


@dataclass(frozen=True, slots=True)
class Frame:
    items: tuple[Item, ...]
    scope: Scope
    pipelines: list[str]
    ranges: tuple[Range, ...]
    work: OpenWork
    person: str
    role: str

    @property
    def groups(self) -> list[list[Item]]:
        return [list(group) for _, group in groupby(self.items, key=lambda item: item.group)]

    @property
    def first_items(self) -> tuple[Item, ...]:
        return self.items[:_ON_NARROW_SCREENS]

    @property
    def other_items(self) -> tuple[Item, ...]:
        return self.items[_ON_NARROW_SCREENS:]

    @property
    def initials(self) -> str:
        parts = self.person.replace(".", " ").replace("_", " ").replace("@", " ").split()
        return "".join(part[0] for part in parts[:2]) or "?"


@register.simple_tag(takes_context=True)
def frame(context: template.Context) -> Frame:
    request = context["request"]
    scope = context.get("scope") or scope_of(request, now=context.get("now"))
    role = role_of(request.user)
    return Frame(
        items=items_for(request, scope),
        scope=scope,
        pipelines=pipeline_names(),
        ranges=RANGES,
        work=context.get("work") or open_work_of(request, scope.now),
        person=request.user.get_full_name() or request.user.get_username(),
        role=role.value if role else "",
    )
