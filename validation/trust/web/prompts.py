"""Prompts of the response gate's LLM: the versions, one version with its examples, and the form for a new one."""

from __future__ import annotations

from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from validation.judge.budget import PROMPT_TOKENS
from validation.models import PromptVersion
from validation.platform.pages.access import admin_action, admin_page
from validation.platform.pages.forms import ActionForm, SeveralField, long_text, text_field
from validation.platform.pages.page import acting, render_page
from validation.platform.pages.parameters import number_of, read_uuid
from validation.platform.policies import policy_in_force
from validation.response.gate.rubric import EXAMPLES_TOKENS, MOST_EXAMPLES, PROMPT
from validation.trust.actions.prompts import add_prompt
from validation.trust.queries.prompts import example_candidates, list_prompts


class PromptForm(ActionForm):
    note = text_field("What it tries", maxlength=200, required=True)
    instructions = long_text(
        "Instructions",
        f"At most {PROMPT_TOKENS} tokens. Keep the section about the answer: a reply of another form halts.",
        initial=PROMPT.text,
        **{"class": "mono", "rows": 18, "required": True},
    )
    examples = SeveralField("Examples from adjudicated audits", ())

    def clean_examples(self) -> list[UUID]:
        return [item for one in self.cleaned_data["examples"] if (item := read_uuid(one))]


@admin_page
def prompts(request: HttpRequest) -> HttpResponse:
    """The versions and the form. `from` is the version whose text and examples prefill the form."""
    begun = PromptVersion.objects.filter(number=_begun(request)).first()
    initial = {"instructions": begun.instructions, "examples": [one["item"] for one in begun.examples]} if begun else {}
    return _show(request, PromptForm(initial=initial))


@admin_action
def store_prompt(request: HttpRequest) -> HttpResponse:
    form = PromptForm.of(request)
    made = form.attempt(add_prompt, **acting(request))
    if made is None:
        return _show(request, form)
    messages.success(request, f"Prompt {made.number} is stored.", extra_tags=f"prompt:{_begun(request)}")
    return HttpResponseRedirect(reverse("web:prompt", args=[made.number]))


@admin_page
def prompt(request: HttpRequest, number: int) -> HttpResponse:
    found = PromptVersion.objects.filter(number=number).first()
    if found is None and number:
        raise Http404("There is no such prompt version.")
    context = {
        "number": number,
        "version": found,
        "text": found.text if found else PROMPT.text,
        "hash": found.hash if found else PROMPT.hash,
        "draft_url": f"{reverse('web:edit_policy')}?{urlencode({'response.prompt': number})}",
        "in_force": policy_in_force().read().response.prompt,
    }
    return render_page(request, "trust/prompt.html", context)


def _begun(request: HttpRequest) -> int:
    """The version that prefills the form, 0 for the shipped one; the browser keeps a draft per version."""
    return number_of(request, "from") or 0


def _show(request: HttpRequest, form: PromptForm) -> HttpResponse:
    ticked = form["examples"].value() or []
    context = {
        "versions": list_prompts(),
        "in_force": policy_in_force().read().response.prompt,
        "shipped": PROMPT,
        "has_llm": settings.COUNTERSIGN_JUDGE == "vllm",
        "candidates": [(one, str(one.item) in ticked) for one in example_candidates()],
        "form": form,
        "begun": _begun(request),
        "most_examples": MOST_EXAMPLES,
        "example_tokens": EXAMPLES_TOKENS,
    }
    return render_page(request, "trust/prompts.html", context, status=form.status)
