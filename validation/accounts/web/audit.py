"""The audit log: everything that was done, by whom, to what."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from validation.accounts.queries.audit_log import AuditFilter, list_audit
from validation.platform.pages.access import admin_page
from validation.platform.pages.lists import query_text
from validation.platform.pages.scope import scope_of
from validation.platform.pages.settings_page import show_settings
from validation.platform.paging.keyset import page_at


@admin_page
def audit(request: HttpRequest) -> HttpResponse:
    scope = scope_of(request, now=timezone.now())
    claims = request.GET.get("claims") == "yes"
    wanted = AuditFilter(query_text(request, "by"), query_text(request, "about"), scope.since, quiet=not claims)
    context = {
        "hide_range": False,
        "wanted": wanted,
        "claims": claims,
        "page": page_at(request.GET.get("cursor", ""), lambda cursor: list_audit(wanted, cursor=cursor)),
        "filtered": any((wanted.by, wanted.about, wanted.since)),
    }
    return show_settings(request, "platform/settings/audit.html", context)
