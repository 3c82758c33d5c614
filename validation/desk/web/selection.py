"""The pane shown instead of an item while items are selected: what they are, and which rulings they can take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from validation.desk.queries.queue import DeskFilter
from validation.desk.queries.selection import SelectedItem, SelectedItems, Selection, load_selection
from validation.desk.web.address import carried, desk_address, named
from validation.desk.web.form import CHOICES, Choice, RulingForm
from validation.domain.desk.bulk import BULK_RULINGS, Obstacle
from validation.domain.intervention import Priority, Ruling
from validation.platform.gates import gate_of
from validation.platform.pages.parameters import choice_of, read_number
from validation.platform.permissions import can_rule

JUDGE_AGAIN = "judge_again"
"""A choice in the form that is not a ruling: takes effect at once and cannot be undone."""
_CHOICES = tuple(choice for ruling in BULK_RULINGS for choice in CHOICES if choice.ruling is ruling)
_SHOWN = 12
_WORDS = {
    Obstacle.GONE: "no longer there",
    Obstacle.CLOSED: "closed already",
    Obstacle.HELD: "held by {who}",
    Obstacle.PENDING: "ruled by {who} just now",
    Obstacle.NEWER: "changed since",
    Obstacle.TOO_MANY: "beyond what one ruling reaches",
    Obstacle.NO_DRAFT: "without a draft",
    Obstacle.GROUP: "in a group, which is failed or dismissed whole",
    Obstacle.NOT_HALTED: "not halted",
    Obstacle.AUDIT: "to be answered one by one",
}


@dataclass(frozen=True, slots=True)
class BulkChoice:
    """A ruling, and how many of the selected items it applies to."""

    value: str
    choice: Choice | None
    label: str
    reach: int
    leaves_out: str


@dataclass(frozen=True, slots=True)
class BlockedItems:
    """Items to which no ruling applies now, all for one reason."""

    words: str
    items: tuple[SelectedItem, ...]

    @property
    def shown(self) -> tuple[SelectedItem, ...]:
        return self.items[:_SHOWN]

    @property
    def more(self) -> int:
        return len(self.items) - len(self.shown)


def fresh_bulk_form(chosen: str = "") -> RulingForm:
    return RulingForm(_CHOICES, ruling=chosen)


def bulk_context(
    request: HttpRequest, wanted: DeskFilter, selection: Selection, form: RulingForm | None = None
) -> dict[str, Any]:
    """`form` as it was sent when it comes back with what was wrong."""
    selected = load_selection(selection, wanted)
    may = can_rule(request.user)
    choices = _choices(selected) if may else ()
    # Of a ruling that was refused, what it would have left for the next.
    beyond = selected.total - len(selected.items) or read_number(request.POST.get("beyond", "")) or 0
    chosen = choice_of(request, "form", {one.value for one in choices})
    return {
        "selection": selection,
        "selected": selected,
        "beyond": beyond,
        "total": len(selected.items) + beyond,
        "gone": 0 if selection.whole else len(selection.ids) - len(selected.items),
        "kinds": selected.by("kind").most_common(),
        "priorities": sorted(selected.by("priority").items(), key=lambda counted: Priority(counted[0]).rank),
        "other_gates": [(gate, count) for gate, count in selected.by("gate").items() if not gate_of(gate).has_drafts],
        "blocked": _blocked(selected.blocked),
        "shown": selected.open[:_SHOWN],
        "not_shown": len(selected.open) - _SHOWN,
        "bulk_choices": choices,
        "form": form or fresh_bulk_form(chosen),
        "users": selected.failing(has_draft=True),
        "pipelines": selected.failing(has_draft=False),
        "ids": ",".join(one.id.hex for one in selected.open),
        "others": ",".join(one.id.hex for one in selected.blocked),
        "as_of": wanted.now.isoformat(),
        "bulk_carry": carried(request, "", selected=()),
        "pane_carry": carried(request, "", selected=named(selection)),
        "pane_address": desk_address(request, selected=named(selection)),
        "can_rule": may,
    }


def _choices(selected: SelectedItems) -> tuple[BulkChoice, ...]:
    """Those that reach something."""
    rulings = [(choice.ruling.value, choice, choice.label, choice.ruling) for choice in _CHOICES]
    every: list[tuple[str, Choice | None, str, Ruling | None]] = [(JUDGE_AGAIN, None, "Judge again", None), *rulings]
    return tuple(
        BulkChoice(value, choice, label, reach, leaves_out=count_words(selected.unfit(ruling)))
        for value, choice, label, ruling in every
        if (reach := selected.fit(ruling))
    )


def _blocked(items: Iterable[SelectedItem]) -> list[BlockedItems]:
    lumps: dict[str, list[SelectedItem]] = {}
    for one in items:
        lumps.setdefault(obstacle_words(one.obstacle, one.who), []).append(one)
    return [BlockedItems(words, tuple(of)) for words, of in lumps.items()]


def obstacle_words(obstacle: Obstacle | None, who: str = "") -> str:
    """`held by mara`; None is what nothing keeps any more."""
    return _WORDS[obstacle].format(who=who or "a colleague") if obstacle else "free by now"


def count_words(counted: Counter[Obstacle] | Counter[str]) -> str:
    """`2 held by mara, 1 closed already`."""
    lumps = [(obstacle_words(one) if isinstance(one, Obstacle) else one, count) for one, count in counted.most_common()]
    return ", ".join(f"{count} {words}" for words, count in lumps)
