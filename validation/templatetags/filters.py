"""The controls above a list: a form with its filters, and chips for filters without a control."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst

from validation.platform.pages.list_page import Chip, Choice, Filter, Flag, Text
from validation.platform.pages.looks import badge_of
from validation.templatetags.look import icon, plain_words

register = template.Library()


@register.simple_tag(takes_context=True)
def list_filters(context: template.Context) -> SafeString:
    """`{% list_filters %}`: the filters declared by the page's `list`, with the values of `wanted`. The form keeps
    parameters without a control."""
    shown, wanted, scope = context["list"], context["wanted"], context["scope"]
    search = (Text("q", shown.search, "search"),) if shown.search else ()
    asked = {one: getattr(wanted, one.name) for one in (*search, *shown.filters)}
    controls = {one: value for one, value in asked.items() if not isinstance(one, Chip)}
    chips = {one: value for one, value in asked.items() if isinstance(one, Chip) and value}
    choices = context["choices"]
    values = {
        "list": shown,
        "address": reverse(shown.view),
        "typing": [_id(one) for one in controls if isinstance(one, Text)],
        "kept": [*scope.chosen, *((one.name, value) for one, value in chips.items())],
        "controls": [_control(one, value, choices.get(one.name)) for one, value in controls.items()],
        "chips": [_chip(context, one, value) for one, value in chips.items()],
    }
    return render_to_string("platform/components/list_filters.html", values)


def _id(one: Filter) -> str:
    return f"filter-{one.name}"


@singledispatch
def _control(one: Any, value: Any, given: Any) -> SafeString:
    raise NotImplementedError(one, value, given)


@_control.register
def _text(one: Text, value: str, _: Any) -> SafeString:
    return format_html(
        '<div class="input-icon">{}<input class="input" id="{}" type="search" name="{}" value="{}" placeholder="{}"'
        ' aria-label="{}" autocomplete="off"></div>',
        icon(one.icon), _id(one), one.name, value, one.label, one.label,
    )  # fmt: skip


@_control.register
def _flag(one: Flag, value: bool, _: Any) -> SafeString:
    checked = mark_safe(" checked") if value else ""
    box = '<label class="check nowrap"><input type="checkbox" name="{}" value="1"{}> {}</label>'
    return format_html(box, one.name, checked, one.label)


@_control.register
def _choice(one: Choice, value: str, given: Any) -> SafeString:
    known = one.values if given is None else given
    pairs = [
        pair
        if isinstance(pair, tuple)
        else (pair, one.words.format(badge_of(one.kind, pair).word if one.kind else plain_words(pair)))
        for pair in known
    ]
    if one.every:
        pairs.insert(0, ("", one.every))
    options = ((key, " selected" if key == (value or "") else "", capfirst(text)) for key, text in pairs)
    listed = format_html_join("", '<option value="{}"{}>{}</option>', options)
    return format_html('<select class="select" name="{}" aria-label="{}">{}</select>', one.name, one.label, listed)


def _chip(context: template.Context, one: Chip, value: Any) -> SafeString:
    query = context["request"].GET.copy()
    for dropped in (one.name, "cursor"):
        query.pop(dropped, None)
    return format_html(
        '<a class="chip chip-plain chip-long" data-sets="{} cursor" href="?{}"><span class="clip">{}</span>{}{}</a>',
        one.name,
        query.urlencode(),
        one.label.format(one.shown(value)),
        icon("x", "icon-s"),
        mark_safe('<span class="visually-hidden">remove this filter</span>'),
    )
