"""Forms of pages. Django parses and renders the fields; the action validates them, with the same messages as in the
API."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Self, TypeVar

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.utils.text import capfirst

from validation.domain.errors import DomainError
from validation.models import Pipeline
from validation.platform.pages.times import refusal_words

Made = TypeVar("Made")
_MOST_PIPELINES = 500


@contextmanager
def refusals_as_messages(request: HttpRequest) -> Iterator[None]:
    """For a button without a form: shows the refusal of its action as a message on the next page."""
    try:
        yield
    except DomainError as error:
        messages.warning(request, refusal_words(error))


class ActionForm(forms.Form):
    refused: DomainError | None = None
    """The last refusal of the action."""

    def __init__(self, data: Any = None, **more: Any) -> None:
        super().__init__(data, **{"auto_id": "%s", "use_required_attribute": False, **more})

    @classmethod
    def of(cls, request: HttpRequest) -> Self:
        """The submitted form, or an empty one."""
        return cls(request.POST, files=request.FILES) if request.method == "POST" else cls()

    def attempt(self, act: Callable[..., Made], **given: Any) -> Made | None:
        """Calls the action with the submitted values. Returns None if nothing was submitted, or if the action refused:
        then the fields show why."""
        if not self.is_valid():
            return None
        try:
            return act(**self.cleaned_data, **given)
        except DomainError as error:
            self.refused = error
            self.refuse(error)
            return None

    def refuse(self, error: DomainError) -> None:
        """Adds the errors to their fields, or to the form."""
        for problem in error.fields:
            field = self.place_of(problem.field)
            self.add_error(field if field in self.fields else None, f"{capfirst(problem.message).rstrip('.')}.")
        if not error.fields:
            self.add_error(None, refusal_words(error))

    def place_of(self, field: str) -> str:
        """The name of the form field for the action's `field`."""
        return field

    @property
    def status(self) -> int:
        return 422 if self.is_bound and self.errors else 200


def text_field(label: str, hint: str = "", **attrs: Any) -> forms.CharField:
    return forms.CharField(
        label=label,
        help_text=hint,
        required=False,
        widget=forms.TextInput({"class": "input", "autocomplete": "off", **attrs}),
    )


def long_text(label: str, hint: str = "", *, initial: str = "", **attrs: Any) -> PlainText:
    widget = forms.Textarea({"rows": 2, **attrs, "class": f"textarea {attrs.get('class', '')}".strip()})
    return PlainText(label=label, help_text=hint, required=False, initial=initial, widget=widget)


def choice_field(label: str, choices: Iterable[tuple[str, str]] = (), **more: Any) -> forms.CharField:
    """A select whose value is validated by the action."""
    widget = forms.Select({"class": "select"}, choices)
    return forms.CharField(label=label, required=False, widget=widget, **more)


class PlainText(forms.CharField):
    """Text as typed, without NUL characters, which databases reject, and with LF line breaks; browsers send CRLF."""

    def __init__(self, **more: Any) -> None:
        super().__init__(strip=False, **more)

    def to_python(self, value: Any) -> str:
        return str(value or "").replace("\r\n", "\n").replace("\x00", "")


class PipelineField(forms.Field):
    """A pipeline by name. `every` is the label for choosing none; without it a choice is required."""

    def __init__(self, every: str = "", **more: Any) -> None:
        super().__init__(label="Pipeline", required=not every, widget=forms.Select({"class": "select"}), **more)
        self.every = every

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> forms.BoundField:
        none = [("", self.every)] if self.every else []
        self.widget.choices = [*none, *((name, name) for name in pipeline_names())]
        return super().get_bound_field(form, field_name)

    def clean(self, value: Any) -> Pipeline | None:
        name = str(value or "").replace("\x00", "").strip()
        found = Pipeline.objects.filter(name=name).first() if name else None
        if found is None and (name or self.required):
            raise forms.ValidationError("Choose a pipeline.")
        return found


def pipeline_names() -> list[str]:
    return list(Pipeline.objects.order_by("name").values_list("name", flat=True)[:_MOST_PIPELINES])


class SeveralField(forms.MultipleChoiceField):
    """Checkboxes whose values are validated by the action."""

    def __init__(self, label: str, choices: Iterable[tuple[str, str]], **more: Any) -> None:
        super().__init__(label=label, choices=choices, required=False, widget=forms.CheckboxSelectMultiple, **more)

    def valid_value(self, value: str) -> bool:  # noqa: ARG002
        return True
