"""Text in a chunk that talks to a model instead of a reader. It is flagged, never followed."""

from __future__ import annotations

import re

_INSTRUCTION = re.compile(
    r"\b(?:ignore|disregard|forget|override)\s+(?:(?:all|any|every|the|your|of|these|those|prior|previous|earlier|above)"
    r"\s+){1,4}(?:instructions?|prompts?|rules?|guidelines?|context|messages?|text|chunks?)\b"
    r"|\byou are (?:now|no longer) (?:a|an|the|in)\b|\b(?:system|developer) prompt\b|<\|im_(?:start|end)\|>|\[/?INST\]"
    r"|\b(?:answer|respond|reply|output|say|return|print) (?:only |just )?(?:with |that )?[\"'“]?"
    r"(?:yes|good|relevant)\b"
    r"|\banswer[ _]present\s{0,9}[:=]|\bretrieval[ _]quality\s{0,9}[:=]"
    r"|\bmark (?:this|every|all|these)(?: the)?(?: chunks?| texts?| passages?)? as (?:relevant|good)\b",
    re.IGNORECASE,
)


_MARKS = (
    *("ignore", "disregard", "forget", "override", "you are ", "prompt", "im_start", "im_end", "inst]", "mark "),
    *("answer present", "answer_present", "retrieval quality", "retrieval_quality", "yes", "good", "relevant"),
)
"""One of these stands in every instruction; looking for them first spares most texts the pattern."""


def gives_instructions(text: str) -> bool:
    lowered = text.lower()
    return any(mark in lowered for mark in _MARKS) and _INSTRUCTION.search(text) is not None
