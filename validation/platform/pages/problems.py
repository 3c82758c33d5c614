"""The page that the `type` of a problem opens: what each code of a problem or a finding means. Open to everybody."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from validation.domain.finding_codes import FINDING_CODES
from validation.platform.http.problem_codes import PROBLEM_CODES


@require_safe
def problems(request: HttpRequest) -> HttpResponse:
    statuses = [(status, HTTPStatus(status).phrase, codes) for status, codes in PROBLEM_CODES.items()]
    return render(request, "platform/problems.html", {"statuses": statuses, "findings": FINDING_CODES})
