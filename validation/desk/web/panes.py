"""Lets features above the desk render items with their own body and form inside the desk's frame."""

from __future__ import annotations

from typing import Any, Protocol

from django.http import HttpRequest

from validation.desk.queries.item import DeskItem


class ItemPane(Protocol):
    """While a pane applies, the desk loads nothing else about the subject, so that the pane can hide it."""

    key_hint: str
    """The hint for ruling keys, which have no effect here."""

    def applies(self, item: DeskItem, person: str) -> bool: ...

    def may_work(self, item: DeskItem, person: str) -> bool:
        """Whether this person may claim the item; others see it without the form."""
        ...

    def context(self, request: HttpRequest, item: DeskItem) -> dict[str, Any]:
        """The template context, with the template names `pane_body` and `pane_form` (the form below it, or empty)."""
        ...


def register_pane(pane: ItemPane) -> None:
    _PANES.append(pane)


def pane_of(item: DeskItem, person: str) -> ItemPane | None:
    return next((pane for pane in _PANES if pane.applies(item, person)), None)


_PANES: list[ItemPane] = []
