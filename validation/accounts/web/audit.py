"""The audit log: everything that was done, by whom, to what."""

from __future__ import annotations

from validation.accounts.queries.audit_log import AuditFilter, list_audit
from validation.platform.pages.access import admin_page
from validation.platform.pages.list_page import Flag, ListPage, Text
from validation.platform.pages.settings_page import show_settings
from validation.response.web.blind import hidden_from

AUDIT = ListPage(
    word="audit entry",
    plural="audit entries",
    view="web:audit",
    folder="platform/settings/audit",
    wanted=AuditFilter,
    read=list_audit,
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
