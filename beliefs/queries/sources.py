"""A source as its page shows it: its words, the quoted ones told apart, and who cites it."""

from __future__ import annotations

from dataclasses import dataclass

from beliefs.models import BeliefLink, Source
from validation.domain.errors import NotFound

MOST_CITING = 200


@dataclass(frozen=True, slots=True)
class SourcePage:
    """`before + quoted + after` is the text; `quoted` is empty where the quote does not stand in it word for word."""

    kind: str
    name: str
    before: str
    quoted: str
    after: str
    cited_by: tuple[str, ...]


def find_source(kind: str, name: str, *, quote: str = "") -> SourcePage:
    row = Source.objects.filter(kind=kind, name=name).first() if "\x00" not in kind + name else None
    if row is None:
        raise NotFound("source_not_found", f"There is no {kind[:20]} '{name[:150]}'. Sync a checkout or PUT it first.")
    before, quoted, after = row.text.partition(quote) if quote else (row.text, "", "")
    citing = BeliefLink.objects.filter(found_kind=kind, found_name=name).order_by("belief__name")
    names = citing.values_list("belief__name", flat=True).distinct()[:MOST_CITING]
    return SourcePage(kind, name, before, quoted, after, tuple(names))
