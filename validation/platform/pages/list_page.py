"""A list under filters, declared once: the page, the part that htmx fetches, and the file of all its rows. Each filter
says how it is read from the address and what a person sets it with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from validation.platform.pages.page import render_page, wants_part
from validation.platform.pages.parameters import choice_of, number_of, query_text
from validation.platform.pages.scope import Scope, scope_of
from validation.platform.paging.csv_text import download, list_csv, spreadsheet
from validation.platform.paging.keyset import page_at

Wanted = TypeVar("Wanted")
_LONGEST_CHIP = 1000


@dataclass(frozen=True)
class Filter:
    """`name` is the field of the list's filter and the parameter of the address; `label` is what a person reads."""

    name: str
    label: str
    narrows: ClassVar[bool] = True

    def read(self, request: HttpRequest) -> Any:
        return query_text(request, self.name)


@dataclass(frozen=True)
class Choice(Filter):
    """A select. `every` is what no choice is called; each of `values` is a value, or value and label: `words` is what a
    value is put into, `kind` whose look has its word. Without values any text is taken and the view gives `choices`."""

    every: str = ""
    values: Sequence[Any] = ()
    words: str = "{}"
    kind: str = ""

    def read(self, request: HttpRequest) -> str:
        if not self.values:
            return query_text(request, self.name)
        return choice_of(request, self.name, [one[0] if isinstance(one, tuple) else one for one in self.values])


@dataclass(frozen=True)
class Order(Choice):
    """A select of pairs, of which the first holds when nothing is chosen."""

    narrows: ClassVar[bool] = False

    def read(self, request: HttpRequest) -> str:
        return super().read(request) or str(self.values[0][0])


@dataclass(frozen=True)
class Flag(Filter):
    """A checkbox, `1` in the address."""

    def read(self, request: HttpRequest) -> bool:
        return choice_of(request, self.name, ("1",)) == "1"


@dataclass(frozen=True)
class Text(Filter):
    """A field to type in, with an icon before it."""

    icon: str = "filter"


@dataclass(frozen=True)
class Chip(Filter):
    """What only links ask for, to the letter: no control, but a chip that drops it. `label` is what the value is put
    into, as `shown` words it."""

    shown: Callable[[Any], str] = str

    def read(self, request: HttpRequest) -> Any:
        return request.GET.get(self.name, "")[:_LONGEST_CHIP].replace("\x00", "")


@dataclass(frozen=True)
class Number(Chip):
    def read(self, request: HttpRequest) -> int | None:
        return number_of(request, self.name)


@dataclass(frozen=True)
class ListPage(Generic[Wanted]):
    """`word` says what is listed, with `plural` where that is not the same with an s, and `view` where; `topic` is what
    tells an open page of changes. `folder` holds the template `_list` of the rows and, unless it is named as `page`,
    `page`; `frame` renders both.

    `read(wanted, cursor=)` answers a page of rows. Its `wanted` is made of the `filters`, of `q` where `search` names
    what a text is looked for in, of what it takes from the top bar (`scoped`) and of what is `given` for the request;
    `span` is the range where the address names none. The file of all rows is at the same address with `format=csv`:
    its `columns` say by which attribute of a row each is filled, or `csv(wanted)` are its lines.
    """

    word: str
    view: str
    folder: str
    wanted: Callable[..., Wanted]
    read: Callable[..., Any]
    plural: str = ""
    note: str = ""
    search: str = ""
    filters: Sequence[Filter] = ()
    topic: str = ""
    scoped: Sequence[str] = ("pipeline", "since")
    given: Callable[[HttpRequest], dict[str, Any]] = lambda _request: {}
    span: str = "all"
    columns: Mapping[str, str] = field(default_factory=dict)
    csv: Callable[[Wanted], Iterable[str]] | None = None
    page: str = ""
    frame: Callable[..., HttpResponse] = render_page

    @property
    def words(self) -> str:
        return self.plural or f"{self.word}s"

    @property
    def element(self) -> str:
        return f"{self.word.rpartition(' ')[2]}-list"

    @property
    def part(self) -> str:
        return f"{self.folder}/_list.html"

    @property
    def no_match(self) -> str:
        return f"No {self.word} matches these filters"

    @property
    def show_all(self) -> str:
        return f"Show all {self.words}"

    @property
    def has_file(self) -> bool:
        return bool(self.columns) or self.csv is not None

    def asked(self, request: HttpRequest, scope: Scope) -> Wanted:
        fields: dict[str, Any] = {one.name: one.read(request) for one in self.filters}
        fields |= {name: getattr(scope, name) for name in self.scoped}
        if self.search:
            fields["q"] = query_text(request, "q")
        return self.wanted(**fields, **self.given(request))

    def context(self, request: HttpRequest) -> dict[str, Any]:
        scope = scope_of(request, default=self.span)
        wanted = self.asked(request, scope)
        asked = {"pipeline": "pipeline", "range": "since"}
        chosen = {asked[name] for name, _ in scope.chosen} & set(self.scoped)
        narrowing = (*(one.name for one in self.filters if one.narrows), *chosen, *(("q",) if self.search else ()))
        return {
            "now": scope.now,
            "scope": scope,
            "hide_pipeline": "pipeline" not in self.scoped,
            "hide_range": "since" not in self.scoped,
            "list": self,
            "wanted": wanted,
            "choices": {},
            "page": page_at(request.GET.get("cursor", ""), lambda cursor: self.read(wanted, cursor=cursor)),
            "filtered": any(getattr(wanted, name) not in ("", None, False) for name in narrowing),
        }

    def wants_list(self, request: HttpRequest) -> bool:
        return wants_part(request, self.element)

    def show(self, request: HttpRequest, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
        template = self.part if self.wants_list(request) else self.page or f"{self.folder}/page.html"
        return self.frame(request, template, context, status=status)

    def respond(self, request: HttpRequest, /, *, status: int = 200, **also: Any) -> HttpResponseBase:
        """The list by itself, or its file; `also` is what its templates need beside it."""
        if self.wants_file(request):
            return self.download(request)
        return self.show(request, self.context(request) | also, status=status)

    def wants_file(self, request: HttpRequest) -> bool:
        return self.has_file and request.method == "GET" and request.GET.get("format") == "csv"

    def download(self, request: HttpRequest) -> StreamingHttpResponse:
        """All rows under the filters of the address."""
        wanted = self.asked(request, scope_of(request, default=self.span))
        lines = self.csv(wanted) if self.csv else list_csv(self.read, self.columns)(wanted)
        return download(spreadsheet(lines), f"countersign-{self.words.replace(' ', '-')}.csv")
