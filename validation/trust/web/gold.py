"""Gold items: the list, adding from a file or from adjudicated audits, retiring."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from validation.domain.errors import DomainError, FieldError
from validation.domain.trust.gold import MOST_LINES, read_gold
from validation.models import Pipeline
from validation.platform.pages.access import admin_action, admin_page
from validation.platform.pages.lists import form_text, number_of
from validation.platform.pages.page import render_page
from validation.trust.actions import gold as act
from validation.trust.queries.gold import list_gold

_LARGEST = 8 * 1024 * 1024


@admin_page
def gold(request: HttpRequest) -> HttpResponse:
    return _show(request)


@admin_action
def add_gold(request: HttpRequest) -> HttpResponse:
    """From a file of JSON lines; all of it or nothing."""
    given = request.FILES.get("file")
    if given is None or given.size is None or given.size > _LARGEST:
        return _show(request, (FieldError("file", f"Choose a file of at most {_LARGEST // 2**20} MB."),))
    wanted = form_text(request, "pipeline").strip()
    home = Pipeline.objects.filter(name=wanted).first() if wanted else None
    if wanted and home is None:
        return _show(request, (FieldError("pipeline", f"There is no pipeline {wanted}. Choose one, or all."),))
    try:
        lines = read_gold(given.read().decode("utf-8"))
    except UnicodeDecodeError:
        return _show(request, (FieldError("file", "The file is not UTF-8. Save it as UTF-8."),))
    except DomainError as error:
        return _show(request, error.fields or (FieldError("file", error.detail),))
    added = act.import_gold(lines, pipeline=home, by=request.user.get_username(), now=timezone.now())
    messages.success(request, f"{added} added, {len(lines) - added} known already.")
    return HttpResponseRedirect(reverse("web:gold"))


@admin_action
def add_adjudicated(request: HttpRequest) -> HttpResponse:
    added = act.gold_from_adjudicated(by=request.user.get_username(), now=timezone.now())
    messages.success(request, f"{added} adjudicated audit{'s' * (added != 1)} added.")
    return HttpResponseRedirect(reverse("web:gold"))


@admin_action
def set_gold_active(request: HttpRequest, pk: UUID) -> HttpResponse:
    active = request.POST.get("active") == "1"
    try:
        act.set_active(pk, active=active, by=request.user.get_username(), now=timezone.now())
    except DomainError as error:
        messages.warning(request, error.detail)
    return HttpResponseRedirect(reverse("web:gold"))


def _show(request: HttpRequest, errors: tuple[FieldError, ...] = ()) -> HttpResponse:
    page = max(1, number_of(request, "page") or 1)
    rows, more = list_gold(page=page)
    context = {
        "rows": rows,
        "page": page,
        "more": more,
        "errors": errors,
        "most_lines": MOST_LINES,
        "pipelines": Pipeline.objects.order_by("name").values_list("name", flat=True)[:200],
    }
    return render_page(request, "trust/gold.html", context, status=422 if errors else 200)
