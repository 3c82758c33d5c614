"""A list under filters, as a page and as the part that htmx fetches: what the address asks becomes the filter that the
feature's query takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils import timezone

from validation.platform.pages.lists import choice_of, number_of, query_text
from validation.platform.pages.page import render_page, wants_part
from validation.platform.pages.scope import Scope, scope_of
from validation.platform.paging.keyset import page_at

Wanted = TypeVar("Wanted")


@dataclass(frozen=True)
class ListPage(Generic[Wanted]):
    """`word` and `words` say what is listed, `view` where; `topic` is what tells an open page of changes. `folder`
    holds the templates `page` and `_list`, which fill the frames of `platform/list`. Of the filter `wanted` a field
    takes what `choices` has for it, any text, a number, or a flag that is `1` in the address; `kept` are others that
    narrow the list, and so does the range of the top bar where it is `timed`."""

    word: str
    words: str
    view: str
    folder: str
    topic: str
    wanted: Callable[..., Wanted]
    read: Callable[..., Any]
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict)
    texts: Sequence[str] = ("q",)
    numbers: Sequence[str] = ()
    flags: Sequence[str] = ()
    kept: Sequence[str] = ()
    page: str = "page"
    cursor: str = "cursor"
    timed: bool = True

    @property
    def element(self) -> str:
        return f"{self.word.rpartition(' ')[2]}-list"

    @property
    def no_match(self) -> str:
        return f"No {self.word} matches these filters"

    @property
    def show_all(self) -> str:
        return f"Show all {self.words}"

    def asked(self, request: HttpRequest, scope: Scope, **given: Any) -> Wanted:
        """`given` are fields that the address does not say."""
        fields: dict[str, Any] = {name: choice_of(request, name, known) for name, known in self.choices.items()}
        fields |= {name: query_text(request, name) for name in self.texts}
        fields |= {name: number_of(request, name) for name in self.numbers}
        fields |= {name: request.GET.get(name) == "1" for name in self.flags}
        if self.timed:
            fields["since"] = scope.since
        return self.wanted(pipeline=scope.pipeline, **fields, **given)

    def context(self, request: HttpRequest, **given: Any) -> dict[str, Any]:
        now = timezone.now()
        scope = scope_of(request, now=now)
        wanted = self.asked(request, scope, **given)
        narrowing = (*self.choices, *self.texts, *self.numbers, *self.flags, *self.kept, "pipeline", "since")
        return {
            "now": now,
            "scope": scope,
            "list": self,
            "choices": self.choices,
            "wanted": wanted,
            "page": page_at(request.GET.get(self.cursor, ""), lambda cursor: self.read(wanted, cursor=cursor)),
            "filtered": any(getattr(wanted, name, None) not in ("", None, False) for name in narrowing),
        }

    def show(self, request: HttpRequest, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
        part = "_list" if self.wants_list(request) else self.page
        return render_page(request, f"{self.folder}/{part}.html", context, status=status)

    def wants_list(self, request: HttpRequest) -> bool:
        return wants_part(request, self.element)

    def download(
        self, request: HttpRequest, lines: Callable[[Wanted], Iterable[str]], name: str, **given: Any
    ) -> StreamingHttpResponse:
        """All rows under the filters of the page that links here, as CSV."""
        wanted = self.asked(request, scope_of(request, now=timezone.now()), **given)
        headers = {"Content-Disposition": f'attachment; filename="countersign-{name}.csv"'}
        return StreamingHttpResponse(lines(wanted), content_type="text/csv; charset=utf-8", headers=headers)
