"""The page that the `type` of a problem opens: what each code of the product means. Open to everybody."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from validation.platform.gates import code_lists


@require_safe
def problems(request: HttpRequest) -> HttpResponse:
    lists = [
        (one, [(code, one.place(code), meaning, one.wordings.get(code, ())) for code, meaning in one.codes.items()])
        for one in code_lists()
    ]
    return render(request, "platform/problems.html", {"lists": lists})
