"""The filters above a list."""

from __future__ import annotations

from types import SimpleNamespace

from django.template import Context, Template
from django.test import RequestFactory


def _render(text: str, query: str = "", **context: object) -> str:
    scope = SimpleNamespace(chosen=(("pipeline", "a&b"),))
    request = RequestFactory().get(f"/turns/?{query}")
    return Template("{% load filters %}" + text).render(Context({"scope": scope, "request": request, **context}))


def test_a_chip_drops_its_filter_and_the_place_in_the_list() -> None:
    chip = _render(
        '{% filter_chip "judge" %}judge {{ judge }}{% endfilter_chip %}', "judge=x&q=a%26b&cursor=9", judge="<x>"
    )
    assert 'href="?q=a%26b"' in chip
    assert "judge &lt;x&gt;" in chip


def test_a_form_keeps_what_has_no_control() -> None:
    shown = SimpleNamespace(
        element="turns", view="/t/", words="Turns", texts=("judge", "q"), numbers=("policy",), kept=("slow",)
    )
    wanted = SimpleNamespace(judge='"x"', policy=0, slow=None, q="<q>")
    form = _render('{% filter_form "Id" %}<b>in</b>{% endfilter_form %}', list=shown, wanted=wanted)
    assert form.count('type="hidden"') == 2
    assert 'name="pipeline" value="a&amp;b"' in form
    assert 'name="judge" value="&quot;x&quot;"' in form
    assert 'value="&lt;q&gt;"' in form
    assert "<b>in</b>" in form


def test_a_select_shows_words_and_what_is_chosen() -> None:
    given = {"choices": {"code": ("a_b", ("c", "other"))}, "wanted": SimpleNamespace(code="a_b")}
    select = _render('{% filter_select "code" "Code" "Any" words="Code {}" %}', **given)
    assert '<option value="">Any</option>' in select
    assert '<option value="a_b" selected>Code a b</option>' in select
    assert '<option value="c">Other</option>' in select
