"""Items that a feature above the desk shows in its own way: a body and a form of its own, in the desk's frame."""

from __future__ import annotations

from typing import Any, Protocol

from django.http import HttpRequest

from validation.desk.queries.item import DeskItem


class ItemPane(Protocol):
    """Nothing else of the item's subject is loaded while a pane applies, so that a pane can hide it."""

    key_hint: str
    """What a key of a ruling says, since nothing is ruled on here."""

    def applies(self, item: DeskItem, person: str) -> bool: ...

    def may_work(self, item: DeskItem, person: str) -> bool:
        """Whether this person may claim it; others see it without its form."""
        ...

    def context(self, request: HttpRequest, item: DeskItem) -> dict[str, Any]:
        """With `pane_body`, the template that is shown, and `pane_form`, the one below it, or empty."""
        ...


def register_pane(pane: ItemPane) -> None:
    _PANES.append(pane)


def pane_of(item: DeskItem, person: str) -> ItemPane | None:
    return next((pane for pane in _PANES if pane.applies(item, person)), None)


_PANES: list[ItemPane] = []
