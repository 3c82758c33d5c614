"""A form that comes back begins where it is wrong."""

from __future__ import annotations

from django import forms
from django.template import Context, Template


class _Address(forms.Form):
    name = forms.CharField()
    url = forms.URLField(assume_scheme="https")


def _shown(**typed: str) -> str:
    fields = "{% load components %}{% form_field form.name %}{% form_field form.url %}"
    return Template(fields).render(Context({"form": _Address(typed)}))


def test_the_field_that_is_wrong_has_the_focus() -> None:
    page = _shown(name="shop", url="nowhere")
    assert page.count("autofocus") == 1
    assert page.index("autofocus") > page.index('name="url"')


def test_a_form_that_is_right_leaves_the_focus_alone() -> None:
    assert "autofocus" not in _shown(name="shop", url="https://a.example")
