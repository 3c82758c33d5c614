"""Declarative list pages: from one declaration come the page, the htmx fragment and the CSV file. Each filter defines
how it is parsed from the query string and which form control sets it."""

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
    """`name` is the field of the list's filter dataclass and the query parameter; `label` is shown."""

    name: str
    label: str
    narrows: ClassVar[bool] = True

    def read(self, request: HttpRequest) -> Any:
        return query_text(request, self.name)


@dataclass(frozen=True)
class Choice(Filter):
    """A select. `every` is the label for no choice. Each of `values` is a value or a pair of value and label; otherwise
    the label comes from the badges of `kind`, or from the format `words`. Without values any text is accepted, and the
    view provides `choices`."""

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
    """A select of pairs, with the first one as default."""

    narrows: ClassVar[bool] = False

    def read(self, request: HttpRequest) -> str:
        return super().read(request) or str(self.values[0][0])


@dataclass(frozen=True)
class Flag(Filter):
    """A checkbox, `1` in the query string."""

    def read(self, request: HttpRequest) -> bool:
        return choice_of(request, self.name, ("1",)) == "1"


@dataclass(frozen=True)
class Text(Filter):
    """A text field with an icon."""

    icon: str = "filter"


@dataclass(frozen=True)
class Chip(Filter):
    """A filter that only links set: it has no control, but a chip to remove it. `label` is the format of the chip, for
    the value as formatted by `shown`."""

    shown: Callable[[Any], str] = str

    def read(self, request: HttpRequest) -> Any:
        return request.GET.get(self.name, "")[:_LONGEST_CHIP].replace("\x00", "")


@dataclass(frozen=True)
class Number(Chip):
    def read(self, request: HttpRequest) -> int | None:
        return number_of(request, self.name)


@dataclass(frozen=True)
class ListPage(Generic[Wanted]):
    """`word` is the noun for a row, `plural` its plural unless it just adds an s, `view` the URL name, and `topic` the
    live topic on which an open page refreshes. `folder` contains the template `_list` of the rows and, unless named in
    `page`, the template `page`; `frame` renders both.

    `read(wanted, cursor=)` returns a page of rows. `wanted` is built from the `filters`, from `q` if `search` names the
    searched fields, from the top bar (`scoped`), and from `given` for the request; `span` is the default range. With
    `format=csv` the same URL returns a file of all rows: `columns` maps its columns to attribute paths, or
    `csv(wanted)` returns its lines.
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
        """Responds with the list or its file; `also` is additional context of the templates."""
        if self.wants_file(request):
            return self.download(request)
        return self.show(request, self.context(request) | also, status=status)

    def wants_file(self, request: HttpRequest) -> bool:
        return self.has_file and request.method == "GET" and request.GET.get("format") == "csv"

    def download(self, request: HttpRequest) -> StreamingHttpResponse:
        """The file of all filtered rows."""
        wanted = self.asked(request, scope_of(request, default=self.span))
        lines = self.csv(wanted) if self.csv else list_csv(self.read, self.columns)(wanted)
        return download(spreadsheet(lines), f"countersign-{self.words.replace(' ', '-')}.csv")
