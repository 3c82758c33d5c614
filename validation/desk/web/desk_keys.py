"""What a key says that does nothing here, so that no press goes unanswered."""

from __future__ import annotations

from validation.desk.queries.desk_item import DeskItem, Subject
from validation.desk.web.panes import ItemPane
from validation.platform.gates import gate_of


def key_hint(
    item: DeskItem, subject: Subject | None, *, person: str, can_rule: bool, waits: bool, pane: ItemPane | None = None
) -> str:
    if not can_rule:
        return "You can read here. Ruling needs the role reviewer: ask an admin."
    if item.holder and item.holder != person:
        return f"{item.holder} is reviewing this. J goes to the next item."
    if item.is_closed or not waits:
        return "Nothing is left to rule here. J goes to the next item."
    if pane is not None:
        return pane.key_hint
    if subject is None:
        return (
            "A whole group takes V (judge all again), F (fail all) and D (dismiss all). "
            "Open one of it to approve it, edit it or send it back."
        )
    if not gate_of(item.gate).has_drafts:
        return "Nothing was drafted here, so nothing can be edited or sent back. A, F and D rule on it."
    return "That key does nothing on this item. ? lists all keys."
