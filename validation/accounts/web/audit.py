"""The audit log: everything that was done, by whom, to what."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from validation.accounts.queries.audit_log import AuditFilter, list_audit
from validation.platform.pages.access import admin_page
from validation.platform.pages.list_filters import Flag, Text
from validation.platform.pages.list_page import ListPage
from validation.platform.pages.settings_page import show_settings
from validation.platform.paging.csv_text import list_csv

AUDIT = ListPage(
    word="audit entry",
    words="audit entries",
    view="web:audit",
    folder="platform/settings/audit",
    page="platform/settings/audit/page.html",
    wanted=AuditFilter,
    read=list_audit,
    filters=(
        Text("by", "Who", "person"),
        Text("about", "What begins with: intervention.ruled, policy:, key:"),
        Flag("claims", "Claims and releases"),
    ),
    scoped=("since",),
    csv=list_csv(list_audit, {"at": "at", "by": "by", "verb": "verb", "subject": "subject", "data": "data"}),
)


@admin_page
def audit(request: HttpRequest) -> HttpResponseBase:
    if AUDIT.wants_file(request):
        return AUDIT.download(request)
    return show_settings(request, AUDIT.template(request), AUDIT.context(request))
