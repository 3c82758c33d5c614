"""The filters above a list."""

from __future__ import annotations

from types import SimpleNamespace

from django.template import Context, Template
from django.test import RequestFactory

from validation.platform.pages.list_page import Chip, Choice, Filter, Text

CODE = Choice("code", "Code", every="Any", words="Code {}")


def _shown(*filters: Filter, query: str = "", search: str = "", **wanted: object) -> str:
    request = RequestFactory().get(f"/turns/?{query}")
    shown = SimpleNamespace(element="turns", view="web:turns", words="Turns", search=search, filters=filters)
    scope = SimpleNamespace(chosen=(("pipeline", "a&b"),))
    told = {"list": shown, "wanted": SimpleNamespace(**wanted), "scope": scope, "request": request}
    choices = {"code": ["a_b", ("c", "other")]}
    return Template("{% load filters %}{% list_filters %}").render(Context({**told, "choices": choices}))


def test_a_chip_drops_its_filter_and_the_place_in_the_list() -> None:
    chip = _shown(Chip("judge", "judge {}"), query="judge=x&q=a%26b&cursor=9", judge="<x>")
    assert 'href="?q=a%26b"' in chip
    assert "judge &lt;x&gt;" in chip


def test_a_form_keeps_what_has_no_control() -> None:
    form = _shown(Chip("judge", "judge {}"), Text("q", "Words"), judge='"x"', q="<q>")
    assert form.count('type="hidden"') == 2
    assert 'name="pipeline" value="a&amp;b"' in form
    assert 'name="judge" value="&quot;x&quot;"' in form
    assert 'value="&lt;q&gt;"' in form


def test_a_select_shows_words_and_what_is_chosen() -> None:
    select = _shown(CODE, code="a_b")
    assert '<option value="">Any</option>' in select
    assert '<option value="a_b" selected>Code a b</option>' in select
    assert '<option value="c">Other</option>' in select
