"""How long a return's summary is. Spec 4 limits it to under 100 tokens and names no tokenizer, so this is the count:

one token for every started 8 letters of a word, for every started 3 digits of a number, for every letter of a script
without spaces between words, and for every other sign; blanks are free. So 99 plain words stay under the limit and
100 do not, as with the usual byte-pair vocabularies.
"""

from __future__ import annotations

import re

_UNSPACED = r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]"
_PIECE = re.compile(rf"[0-9]{{1,3}}|{_UNSPACED}|(?:(?!{_UNSPACED})[^\W\d_]){{1,8}}|[^\s]")


def reaches_tokens(text: str, limit: int) -> bool:
    """Whether the text has `limit` tokens or more; reads no further than the first `limit` of them."""
    pieces = _PIECE.finditer(text)
    return sum(1 for _ in zip(range(limit), pieces, strict=False)) >= limit


def count_tokens(text: str) -> int:
    return sum(1 for _ in _PIECE.finditer(text))
