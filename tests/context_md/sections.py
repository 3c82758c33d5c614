"""Documents of headings, and the sections that are read in them."""

from __future__ import annotations

from validation.context_md.parser import parse
from validation.domain.context import SectionRole


def document(*headings: str) -> str:
    return "".join(f"{heading}\ntext under it\n\n" for heading in headings)


def roles(text: str) -> list[SectionRole]:
    return [section.role for section in parse(text).sections]
