"""A list under filters, declared once: the page, the part that htmx fetches, and the file of all its rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone

from validation.platform.pages.list_filters import Filter
from validation.platform.pages.lists import query_text
from validation.platform.pages.page import render_page, wants_part
from validation.platform.pages.scope import Scope, scope_of
from validation.platform.paging.csv_text import download, spreadsheet
from validation.platform.paging.keyset import page_at

Wanted = TypeVar("Wanted")


@dataclass(frozen=True)
class ListPage(Generic[Wanted]):
    """`word` and `words` say what is listed, `view` where; `topic` is what tells an open page of changes. `folder`
    holds the template `_list` of the rows and, where the page has more than the list, `page`.

    `read(wanted, cursor=)` answers a page of rows. Its `wanted` is made of the `filters`, of `q` where `search` names
    what a text is looked for in, and of what it takes from the top bar (`scoped`); `span` is the range where the
    address names none. `csv(wanted)` are the lines of the file of all rows, at the same address with `format=csv`.
    """

    word: str
    words: str
    view: str
    folder: str
    wanted: Callable[..., Wanted]
    read: Callable[..., Any]
    title: str = ""
    note: str = ""
    search: str = ""
    filters: Sequence[Filter] = ()
    topic: str = ""
    scoped: Sequence[str] = ("pipeline", "since")
    span: str = "all"
    csv: Callable[[Wanted], Iterable[str]] | None = None
    page: str = "platform/list/page.html"

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

    def asked(self, request: HttpRequest, scope: Scope, **given: Any) -> Wanted:
        """`given` are fields that the address does not say."""
        fields: dict[str, Any] = {one.name: one.read(request) for one in self.filters}
        fields |= {name: getattr(scope, name) for name in self.scoped}
        if self.search:
            fields["q"] = query_text(request, "q")
        return self.wanted(**fields, **given)

    def context(self, request: HttpRequest, **given: Any) -> dict[str, Any]:
        now = timezone.now()
        scope = scope_of(request, now=now, default=self.span)
        wanted = self.asked(request, scope, **given)
        asked = {"pipeline": "pipeline", "range": "since"}
        chosen = {asked[name] for name, _ in scope.chosen} & set(self.scoped)
        narrowing = (*(one.name for one in self.filters if one.narrows), *chosen, *(("q",) if self.search else ()))
        return {
            "now": now,
            "scope": scope,
            "hide_pipeline": "pipeline" not in self.scoped,
            "hide_range": "since" not in self.scoped,
            "list": self,
            "wanted": wanted,
            "choices": {},
            "page": page_at(request.GET.get("cursor", ""), lambda cursor: self.read(wanted, cursor=cursor)),
            "filtered": any(getattr(wanted, name) not in ("", None, False) for name in narrowing),
        }

    def template(self, request: HttpRequest) -> str:
        return self.part if self.wants_list(request) else self.page

    def wants_list(self, request: HttpRequest) -> bool:
        return wants_part(request, self.element)

    def show(self, request: HttpRequest, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
        return render_page(request, self.template(request), context, status=status)

    def respond(self, request: HttpRequest, **also: Any) -> HttpResponseBase:
        """The list by itself; `also` is what its templates need beside it."""
        return self.download(request) if self.wants_file(request) else self.show(request, self.context(request) | also)

    @property
    def has_file(self) -> bool:
        return self.csv is not None

    def wants_file(self, request: HttpRequest) -> bool:
        return self.has_file and request.GET.get("format") == "csv"

    def download(self, request: HttpRequest, **given: Any) -> StreamingHttpResponse:
        """All rows under the filters of the address."""
        wanted = self.asked(request, scope_of(request, now=timezone.now(), default=self.span), **given)
        lines = self.csv(wanted) if self.csv else ()
        return download(spreadsheet(lines), f"countersign-{self.words.replace(' ', '-')}.csv")
