"""References in brackets that the evidence itself gives, `(kb-12)`: they say where a claim is from, not what."""

from __future__ import annotations

import re

from validation.domain.text.letters import blank_spans
from validation.evidence.context.items import Evidence

_REF = r"[A-Za-z0-9][\w-]{0,59}"
_DIVIDED = re.compile(r"[A-Za-z].*[\d_-]|\d.*[A-Za-z]")
"""What no word and no plain number is. What holds a dot, colon or slash `mask` knows without the evidence."""
_CITED = re.compile(
    rf"(?:(?<!\])\(|[\[【])\^?(?:(?:sources?|refs?|see|from|per|cf\.?)[: \t][ \t]?)?"
    rf"(?P<refs>{_REF}(?:[,;][ \t]?{_REF}){{0,9}})[)\]】](?!\()",
    re.IGNORECASE,
)


def without_citations(response_md: str, evidence: Evidence) -> str:
    """`response_md` with every offset kept, and blank the brackets that hold only references of the evidence."""
    known = {item.source_ref for item in evidence.items if item.source_ref and _DIVIDED.search(item.source_ref)}
    found = _CITED.finditer(response_md) if known else ()
    cited = (match.span() for match in found if known.issuperset(re.split(r"[,;][ \t]?", match["refs"])))
    return blank_spans(response_md, cited)
