"""The filters above a list: one form that the list follows while it changes, and chips for what has no control."""

from __future__ import annotations

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst

from validation.platform.pages.looks import badge_of
from validation.templatetags.components import hx_filter
from validation.templatetags.look import icon, plain_words

register = template.Library()


@register.simple_block_tag(takes_context=True)
def filter_form(context: template.Context, content: str, hint: str) -> SafeString:
    """`{% filter_form "Turn id" %}…{% endfilter_form %}`: the `list` follows it. What is asked without a control goes
    along."""
    shown, wanted = context["list"], context["wanted"]
    asked = ((name, getattr(wanted, name)) for name in (*shown.texts, *shown.numbers, *shown.kept) if name != "q")
    typing = f"{shown.element}-q"
    told = {
        "label": shown.words,
        "follow": hx_filter(shown.element, shown.view, typing=typing),
        "kept": [*context["scope"].chosen, *((name, value) for name, value in asked if value)],
        "search_id": typing,
        "q": wanted.q,
        "hint": hint,
        "controls": content,
    }
    return render_to_string("platform/components/filter_form.html", told)


@register.simple_tag(takes_context=True)
def filter_select(
    context: template.Context, name: str, label: str, every: str, words: str = "{}", kind: str = ""
) -> SafeString:
    """`{% filter_select "code" "Broken rule" "Any rule" %}`: the `choices` of that name, each a value, or value and
    label. `words` is what a value is put into, `kind` whose look has its word; `every` is what no choice is called."""
    chosen = getattr(context["wanted"], name)
    choices = context["choices"][name]
    pairs = [one if isinstance(one, tuple) else (one, _label(one, words, kind)) for one in choices]
    if every:
        pairs.insert(0, ("", every))
    options = ((value, " selected" if value == (chosen or "") else "", capfirst(text)) for value, text in pairs)
    listed = format_html_join("", '<option value="{}"{}>{}</option>', options)
    return format_html('<select class="select" name="{}" aria-label="{}">{}</select>', name, label, listed)


def _label(value: str, words: str, kind: str) -> str:
    return words.format(badge_of(kind, value).word if kind else plain_words(value))


@register.simple_block_tag(takes_context=True)
def filter_chip(context: template.Context, content: str, name: str) -> SafeString:
    """`{% filter_chip "judge" %}judge {{ wanted.judge }}{% endfilter_chip %}`: what is asked; the link drops it."""
    query = context["request"].GET.copy()
    for dropped in (name, "cursor"):
        query.pop(dropped, None)
    return format_html(
        '<a class="chip chip-plain chip-long" href="?{}">{}{}{}</a>',
        query.urlencode(),
        content,
        icon("x", "icon-s"),
        mark_safe('<span class="visually-hidden">remove this filter</span>'),
    )
