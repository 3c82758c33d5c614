"""Which columns of a table of evidence say what was found, and which say where it is from."""

from __future__ import annotations

from dataclasses import dataclass

from validation.evidence.text.blocks import Cell

_CLAIM_COLUMN = ("claim", "fact", "finding", "statement", "content", "text", "evidence", "passage", "result")
_URL_COLUMN = ("url", "link", "href", "source_url", "source url")
_REF_COLUMN = ("source_ref", "source ref", "ref", "source", "id")
_CONFIDENCE_COLUMN = ("confidence", "conf", "score", "certainty")


@dataclass(frozen=True, slots=True)
class Columns:
    """Places of the columns that say where a row comes from; -1 where a table has none."""

    claim: int = -1
    url: int = -1
    source_ref: int = -1
    confidence: int = -1


def meta_places(columns: Columns) -> tuple[int, int, int]:
    return columns.url, columns.source_ref, columns.confidence


def columns_of(header: tuple[str, ...]) -> Columns:
    names = [name.lower() for name in header]
    return Columns(
        claim=_place(names, _CLAIM_COLUMN),
        url=_place(names, _URL_COLUMN),
        source_ref=_place(names, _REF_COLUMN),
        confidence=_place(names, _CONFIDENCE_COLUMN),
    )


def _place(names: list[str], wanted: tuple[str, ...]) -> int:
    return next((names.index(name) for name in wanted if name in names), -1)


def cell_text(row: tuple[Cell, ...], place: int) -> str:
    return row[place].text if 0 <= place < len(row) else ""


def confidence_of(said: str) -> float | None:
    try:
        value = float(said)
    except ValueError:
        return None
    return value if 0.0 <= value <= 1.0 else None
