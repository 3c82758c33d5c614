"""The policy document as a form, generated from its pydantic model, so that a new setting appears by itself. Pydantic
validates the document; the form shows what was typed, with the errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django import forms
from django.forms import BoundField
from django.utils.text import capfirst
from pydantic import BaseModel

from validation.domain.errors import FieldError
from validation.domain.policy import PolicyDocument
from validation.platform.pages.forms import PlainText, long_text
from validation.policies.web.policy_fields import declaration_of, fields_named, flat, label_of, walk, with_labels
from validation.policies.web.policy_rows import columns_of, kind_of, name_of_column, row_model, shown_rows, typed_rows


@dataclass(frozen=True, slots=True)
class Rows:
    """A setting that is a list: one form for each row, and a blank one to add a row."""

    path: str
    label: str
    forms: tuple[RowForm, ...]
    error: str
    hints: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fields:
    """A section of the document; `error` concerns several of its fields together."""

    path: str
    title: str
    note: str
    fields: list[BoundField | Rows]
    error: str


class RowForm(forms.Form):
    """One row; its fields have names like `audit.rates.0.rate`."""

    def __init__(
        self, path: str, model: type[BaseModel], typed: Mapping[str, str], problems: Mapping[str, str]
    ) -> None:
        data = {f"{path}.{name}": value for name, value in typed.items()}
        super().__init__(data, prefix=path, auto_id="%s", use_required_attribute=False)
        self.blank, self.error = not typed, problems.get(path, "")
        for name, (kind, choices) in columns_of(model).items():
            self.fields[name] = _field(f"{path}.{name}", name_of_column(name), kind, choices)
        for name in self.fields:
            if message := problems.get(f"{path}.{name}"):
                self.add_error(name, message)

    def add_prefix(self, field_name: str) -> str:
        return f"{self.prefix}.{field_name}"


class PolicyForm(forms.Form):
    """A form for changing the policy `base`. A field missing from `posted` keeps its current value; a missing flag is
    off."""

    reason = long_text("Why", "Kept in the history of policies.", maxlength=2000)

    def __init__(
        self, base: PolicyDocument, posted: Mapping[str, str] | None = None, errors: Iterable[FieldError] = ()
    ) -> None:
        self.base, self.held = base, flat(base)
        self.problems = {one.field: f"{capfirst(one.message).rstrip('.')}." for one in errors}
        settings = list(walk(base))
        flags = [path for path, _, info in settings if kind_of(info)[0] == "flag"]
        typed = self.held if posted is None else {**self.held, **dict.fromkeys(flags, ""), **dict(posted.items())}
        off = {path: "" for path in flags if typed[path] != "on"}
        super().__init__({**typed, **off}, auto_id="%s", use_required_attribute=False)
        self.settings = {path: (value, row_model(info)) for path, value, info in settings}
        self.rows = tuple(path for path, (_, model) in self.settings.items() if model)
        for path, _, info in settings:
            if not row_model(info):
                self.fields[path] = _field(path, label_of(path), *kind_of(info))
                if (self.data[path] or "off") != self.held[path]:
                    self.fields[path].help_text = f"now {self.held[path]}"
        for path in self.problems.keys() & self.fields.keys():
            self.add_error(path, self.problems[path])

    @property
    def sections(self) -> list[Fields]:
        found: dict[str, Fields] = {}
        for path, (value, model) in self.settings.items():
            home = path.rpartition(".")[0]
            if home not in found:
                note = declaration_of(home).description or ""
                found[home] = Fields(home, label_of(home), note, [], self._mark_together(home))
            found[home].fields.append(self._rows(path, value, model) if model else self[path])
        return list(found.values())

    def _mark_together(self, home: str) -> str:
        """The error on several fields of a section together. Marks these fields and focuses the first one."""
        message = self.problems.get(home, "")
        inside = [path for path in self.fields if path.rpartition(".")[0] == home]
        named = fields_named(message, inside) if message else []
        for path in named or (inside if message else ()):
            attrs = self.fields[path].widget.attrs
            attrs |= {"aria-invalid": "true", "aria-describedby": f"error-{home}"}
            attrs["autofocus"] = path == (named or inside)[0]
        return with_labels(message, inside)

    def _rows(self, path: str, stored: Iterable[BaseModel], model: type[BaseModel]) -> Rows:
        typed = typed_rows(self.data, path, model)
        rows = [*(shown_rows(stored) if typed is None else typed), {}]
        forms_ = tuple(RowForm(f"{path}.{number}", model, row, self.problems) for number, row in enumerate(rows))
        columns = columns_of(model).items()
        hints = (f"{name_of_column(name)}: {', '.join(of)}." for name, (kind, of) in columns if kind == "words" and of)
        return Rows(path, label_of(path), forms_, self.problems.get(path, ""), tuple(hints))


def _field(path: str, label: str, kind: str, choices: Iterable[str]) -> forms.Field:
    """A form field without validation of its own, which is left to the document's model."""
    attrs = {"id": path.replace(".", "-"), "class": "select" if kind == "choice" else "input", "autocomplete": "off"}
    if kind == "flag":
        return forms.BooleanField(label=label, required=False, widget=forms.CheckboxInput({"id": attrs["id"]}))
    if kind == "choice":
        widget: forms.Widget = forms.Select(attrs, [(choice, choice) for choice in choices])
    else:
        also = {"share": {"inputmode": "decimal"}, "number": {"inputmode": "numeric"}, "words": {"placeholder": "any"}}
        widget = forms.TextInput(attrs | also.get(kind, {}))
    return PlainText(label=label, required=False, widget=widget)
