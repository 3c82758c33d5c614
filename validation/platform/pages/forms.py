"""Forms of pages: Django reads and shows what was typed; the action that a form is for says what is wrong with it, in
the words that the API uses too."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Self, TypeVar

from django import forms
from django.http import HttpRequest

from validation.domain.errors import DomainError

Made = TypeVar("Made")


class ActionForm(forms.Form):
    def __init__(self, data: Any = None, **more: Any) -> None:
        super().__init__(data, **{"auto_id": "%s", "use_required_attribute": False, **more})

    @classmethod
    def of(cls, request: HttpRequest) -> Self:
        """As it was sent, or empty."""
        return cls(request.POST if request.method == "POST" else None)

    def attempt(self, act: Callable[..., Made], **given: Any) -> Made | None:
        """What the action makes of what was typed; None when nothing was sent, or when it is refused: the fields then
        say why."""
        if not self.is_valid():
            return None
        try:
            return act(**self.cleaned_data, **given)
        except DomainError as error:
            for told in error.fields:
                self.add_error(told.field if told.field in self.fields else None, told.message)
            if not error.fields:
                self.add_error(None, error.detail)
            return None

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


def choice_field(label: str, hint: str = "", choices: Iterable[tuple[str, str]] = (), **more: Any) -> forms.CharField:
    """What was chosen is checked by the action."""
    widget = forms.Select({"class": "select"}, choices)
    return forms.CharField(label=label, help_text=hint, required=False, widget=widget, **more)


class SeveralField(forms.MultipleChoiceField):
    """Checkboxes; what was chosen is checked by the action."""

    def __init__(self, label: str, choices: Iterable[tuple[str, str]], **more: Any) -> None:
        super().__init__(label=label, choices=choices, required=False, widget=forms.CheckboxSelectMultiple, **more)

    def valid_value(self, value: str) -> bool:  # noqa: ARG002
        return True
