"""Words in quotation marks that stand in no evidence."""

from __future__ import annotations

import re

_QUOTED = re.compile(r"[“\"„]([^“”\"„\n]{12,600})[”\"“]")
_BLANKS = re.compile(r"\s+")


def new_quotations(claim: str, evidence_text: str) -> tuple[str, ...]:
    """`evidence_text` in lower case. Closing punctuation is the quoter's and not compared."""
    said = (match[1] for match in _QUOTED.finditer(claim))
    return tuple(quote for quote in said if _BLANKS.sub(" ", quote.lower()).strip(" .,!?;:") not in evidence_text)
