"""The audit log: everything that was done, by whom, to what."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.urls import NoReverseMatch, reverse

from validation.accounts.queries.audit_log import PAGE, AuditFilter, list_audit
from validation.models import AuditEvent
from validation.platform.gates import gates
from validation.platform.pages.access import admin_page
from validation.platform.pages.list_page import Flag, ListPage, Text
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
        row.page = _page_of(pages[kind], key, row.data.get("pipeline")) if kind in pages else ""
    return found


def _page_of(name: str, key: str, pipeline: object) -> str:
    try:
        address = reverse(name, args=[key])
    except NoReverseMatch:
        return ""
    return f"{address}?{urlencode({'pipeline': pipeline})}" if pipeline and isinstance(pipeline, str) else address


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
