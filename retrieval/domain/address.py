"""The content address of a judging: equal for two requests that must get the same answer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from validation.domain.policy import RetrievalPolicy


def cache_key(query: str, chunks: Sequence[object], *, judge: str, policy: RetrievalPolicy) -> str:
    """sha256 in hex. The order of the chunks counts; the order of keys inside one does not. `judge` is what
    `retrieval.gate.made_by` says, with the model's name for an LLM."""
    asked = {"query": query, "chunks": list(chunks), "judge": judge, "policy": policy.model_dump()}
    body = json.dumps(asked, sort_keys=True, ensure_ascii=True, default=str)
    return hashlib.sha256(body.encode()).hexdigest()
