"""The page behind a signed link. GET shows what it is about, POST rules: mail scanners and previews open links too."""

from __future__ import annotations

from django import forms
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from validation.desk.actions.rulings import rule_by_link
from validation.desk.queries.item import concerns_of
from validation.desk.web.form import SORRY
from validation.domain.codes.problems import ProblemCode
from validation.domain.errors import Conflict
from validation.models import Attempt, Intervention
from validation.platform.interventions.ruling_links import read_link
from validation.platform.pages.forms import ActionForm, SeveralField, long_text
from validation.platform.pages.markdown import rendered


class LinkForm(ActionForm):
    ruling = forms.CharField(required=False)
    message = long_text("Message to the user when it fails", initial=SORRY, rows=3, maxlength=2000)
    confirm = SeveralField("", ())


@never_cache
@sensitive_variables("token")
@require_http_methods(["GET", "HEAD", "POST"])
def ruling_link(request: HttpRequest, token: str) -> HttpResponse:
    """Works for the person whom it was sent to, signed in or not; not for another who is signed in."""
    form = LinkForm.of(request)
    try:
        intervention, person = read_link(token, now=timezone.now())
        _check_own(request, person)
        if request.method != "POST":
            return _page(request, intervention, person, form)
    except Conflict as error:
        return _ended(request, error.detail)
    ruling = form.attempt(rule_by_link, token=token, now=timezone.now())
    if ruling is None:
        if form.refused and form.refused.code == "link_invalid":
            return _ended(request, form.refused.detail)
        return _page(request, intervention, person, form)
    return render(request, "desk/link/done.html", {"ruling": ruling, "intervention": intervention})


def _check_own(request: HttpRequest, person: User) -> None:
    name = request.user.get_username()
    if name and name != person.get_username():
        raise ProblemCode.LINK_INVALID.error("stranger", name=name)


def _page(request: HttpRequest, intervention: Intervention, person: User, form: LinkForm) -> HttpResponse:
    attempt = Attempt.objects.select_related("turn", "text").get(pk=intervention.subject_id)
    context = {
        "intervention": intervention,
        "person": person.get_username(),
        "attempt": attempt,
        "response": rendered(attempt.text.response_md),
        "concerns": concerns_of(intervention, intervention.subject_id),
        "form": form,
    }
    return render(request, "desk/link/confirm.html", context, status=409 if form.is_bound else 200)


def _ended(request: HttpRequest, why: str) -> HttpResponse:
    return render(request, "desk/link/ended.html", {"why": why}, status=410)
