"""Text in a chunk that talks to a model instead of a reader. It is flagged, never followed."""

from __future__ import annotations

import re

_INSTRUCTION = re.compile(
    r"\b(?:ignore|disregard|forget|override)\s+(?:(?:all|any|every|the|your|of|these|those|prior|previous|earlier|above)"
    r"\s+){1,4}(?:instructions?|prompts?|rules?|guidelines?|context|messages?|text|chunks?)\b"
    r"|\byou are (?:now|no longer) (?:a|an|the|in)\b|\b(?:system|developer) prompt\b|<\|im_(?:start|end)\|>|\[/?INST\]"
    r"|\b(?:answer|respond|reply|output|say|return|print) (?:only |just )?(?:with |that )?[\"'“]?"
    r"(?:yes|good|relevant)\b"
    r"|\banswer[ _]present\s*[:=]|\bretrieval[ _]quality\s*[:=]"
    r"|\bmark (?:this|every|all|these)(?: the)?(?: chunks?| texts?| passages?)? as (?:relevant|good)\b",
    re.IGNORECASE,
)


def gives_instructions(text: str) -> bool:
    return _INSTRUCTION.search(text) is not None
