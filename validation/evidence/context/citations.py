"""References in brackets that the evidence itself gives, `(kb-12)`: they say where a claim is from, not what."""

from __future__ import annotations

import re

from validation.domain.text.letters import blank_spans
from validation.evidence.context.items import Evidence

_REF = r"[A-Za-z0-9][\w-]{0,59}"
_DIVIDED = re.compile(r"[A-Za-z].*[\d_-]|\d.*[A-Za-z]")
"""What no word and no plain number is. What holds a dot, colon or slash `mask` knows without the evidence."""
_DECLARED = re.compile(
    r"\b(?:source|doc|document|chunk|passage|page|snippet)[_ ]?id[\"']?[ \t]{0,3}[:=][ \t]{0,3}[\"']?"
    rf"(?P<key>{_REF})"
    rf"|<(?:doc|document|source|chunk|passage|result|snippet)\b[^<>\n]{{0,80}}?\bid=[\"'](?P<tag>{_REF})[\"']"
    r"|^[ \t#>*-]{0,8}\[(?P<label>[a-z]{2,10}[_:#-]?\d{1,6})\](?!\()",
    re.IGNORECASE | re.MULTILINE,
)
"""Ids that retrievals print beside a passage, `chunk_id: c-17`, `<document id="d-4">`, `[doc-1]` in front of it."""
_CITED = re.compile(
    rf"(?:(?<!\])\(|[\[【])\^?(?:(?:sources?|refs?|see|from|per|cf\.?)[: \t][ \t]?)?"
    rf"(?P<refs>{_REF}(?:[,;][ \t]?{_REF}){{0,9}})[)\]】](?!\()",
    re.IGNORECASE,
)


def without_citations(response_md: str, evidence: Evidence) -> str:
    """`response_md` with every offset kept, and blank the brackets that hold only references of the evidence."""
    found = list(_CITED.finditer(response_md))
    known = _references(evidence) if found else frozenset()
    cited = (match.span() for match in found if known.issuperset(re.split(r"[,;][ \t]?", match["refs"])))
    return blank_spans(response_md, cited)


def _references(evidence: Evidence) -> frozenset[str]:
    texts = (evidence.document.body(section) for section in evidence.sections)
    declared = (match[match.lastgroup or 0] for text in texts for match in _DECLARED.finditer(text))
    named = (item.source_ref for item in evidence.items if item.source_ref)
    return frozenset(name for name in (*declared, *named) if _DIVIDED.search(name))
