"""Prompts of the response gate's LLM: the versions, one with its examples, and a form for the next."""

from __future__ import annotations

from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from validation.domain.errors import DomainError, FieldError
from validation.judge.budget import PROMPT_TOKENS
from validation.models import PromptVersion
from validation.platform.pages.access import admin_action, admin_page
from validation.platform.pages.lists import form_text, number_of, read_uuid
from validation.platform.pages.page import render_page
from validation.platform.policies import policy_in_force
from validation.response.gate.examples import EXAMPLES_TOKENS, MOST_EXAMPLES
from validation.response.gate.rubric import PROMPT
from validation.trust.actions.prompts import add_prompt
from validation.trust.queries.prompts import example_candidates, list_prompts


@admin_page
def prompts(request: HttpRequest) -> HttpResponse:
    """`from` names the version whose text and examples the form begins with."""
    begun = PromptVersion.objects.filter(number=number_of(request, "from") or 0).first()
    ticked = {one["item"] for one in begun.examples} if begun else set()
    return _show(request, text=begun.instructions if begun else PROMPT.text, ticked=ticked)


@admin_action
def store_prompt(request: HttpRequest) -> HttpResponse:
    text, ticked = form_text(request, "instructions"), set(request.POST.getlist("example"))
    try:
        made = add_prompt(
            instructions=text,
            examples=[item for one in request.POST.getlist("example") if (item := read_uuid(one))],
            note=form_text(request, "note"),
            by=request.user.get_username(),
            now=timezone.now(),
        )
    except DomainError as error:
        return _show(request, error.fields, text=text, ticked=ticked)
    return HttpResponseRedirect(reverse("web:prompt", args=[made.number]))


@admin_page
def prompt(request: HttpRequest, number: int) -> HttpResponse:
    found = PromptVersion.objects.filter(number=number).first()
    if found is None and number:
        raise Http404("There is no such prompt version.")
    context = {
        "hide_pipeline": True,
        "hide_range": True,
        "number": number,
        "version": found,
        "text": found.text if found else PROMPT.text,
        "hash": found.hash if found else PROMPT.hash,
        "draft_url": f"{reverse('web:edit_policy')}?{urlencode({'response.prompt': number})}",
        "in_force": policy_in_force().read().response.prompt,
    }
    return render_page(request, "trust/prompt.html", context)


def _show(request: HttpRequest, errors: tuple[FieldError, ...] = (), *, text: str, ticked: set[str]) -> HttpResponse:
    context = {
        "hide_pipeline": True,
        "hide_range": True,
        "versions": list_prompts(),
        "in_force": policy_in_force().read().response.prompt,
        "shipped": PROMPT,
        "has_llm": settings.COUNTERSIGN_JUDGE == "vllm",
        "candidates": [(one, str(one.item) in ticked) for one in example_candidates()],
        "instructions": text,
        "note": form_text(request, "note"),
        "errors": errors,
        "most_tokens": PROMPT_TOKENS,
        "most_examples": MOST_EXAMPLES,
        "example_tokens": EXAMPLES_TOKENS,
    }
    return render_page(request, "trust/prompts.html", context, status=422 if errors else 200)
