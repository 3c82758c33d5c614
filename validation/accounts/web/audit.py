"""The audit log: everything that was done, by whom, to what."""

from __future__ import annotations

from typing import Any

from validation.accounts.queries.audit_log import PAGE, AuditFilter, list_audit
from validation.models import AuditEvent
from validation.platform.gates import gates
from validation.platform.pages.access import admin_page
from validation.platform.pages.list_page import Flag, ListPage, Text
from validation.platform.pages.page import address_of
from validation.platform.pages.settings_page import show_settings
from validation.platform.paging.keyset import Page
from validation.response.web.blind import hidden_from

_PAGES = {
    "attempt": "web:attempt",
    "intervention": "web:desk_item",
    "policy": "web:policy",
    "comparison": "web:comparison",
    "prompt": "web:prompt",
    "preflight": "orchestration:preflight",
    "return": "orchestration:return",
}
"""Of subjects that no gate has a page for."""


def _read(wanted: AuditFilter, *, cursor: str = "", limit: int = PAGE) -> Page[AuditEvent]:
    """Each event with the `page` of its subject, empty where it has none."""
    found: Page[Any] = list_audit(wanted, cursor=cursor, limit=limit)
    pages = {**_PAGES, **{gate.audited_as: gate.subject_page for gate in gates() if gate.subject_page}}
    for row in found.rows:
        kind, _, key = row.subject.partition(":")
        pipeline = row.data.get("pipeline")
        row.page = address_of(pages.get(kind, ""), key, pipeline if isinstance(pipeline, str) else "")
    return found


AUDIT = ListPage(
    word="audit entry",
    plural="audit entries",
    view="web:audit",
    folder="platform/settings/audit",
    wanted=AuditFilter,
    read=_read,
    given=lambda request: {"hidden": hidden_from(request)},
    filters=(
        Text("by", "Who", "person"),
        Text("about", "What begins with: intervention.ruled, policy:, key:"),
        Flag("claims", "Claims and releases"),
    ),
    scoped=("since",),
    columns={name: name for name in ("at", "by", "verb", "subject", "data")},
    frame=show_settings,
)


audit = admin_page(AUDIT.respond)
