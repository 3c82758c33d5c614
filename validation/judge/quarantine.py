"""Submitted text, fenced off so that it stays data.

Each block stands between two lines that carry a tag drawn for this one request; who wrote the text could not know it,
so cannot close the block. Three further ways out are barred: lines that look like ours, the control tokens of chat
templates (a tokenizer reads `<|im_end|>` inside a text as the real end of the turn), and characters that a reader does
not see.
"""

from __future__ import annotations

import re
import secrets

_LOOKALIKE = re.compile(r"<<<|>>>")
_TEMPLATE = re.compile(
    r"<(?=[|｜])|(?<=[|｜])>"
    r"|<(?=/?(?:think|tool_call|tool_response|start_of_turn|end_of_turn|s|bos|eos)>)"
    r"|\[(?=/?(?:INST|SYSTEM_PROMPT|TOOL_CALLS|AVAILABLE_TOOLS)\])",
    re.IGNORECASE,
)
_TWINS = str.maketrans({"<": "‹", ">": "›", "[": "⟦"})

# Control characters but tab and line feed, lone surrogates, direction overrides and Unicode's invisible tag alphabet.
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069\ud800-\udfff\U000e0000-\U000e007f]")


def new_tag() -> str:
    """96 random bits: not to be guessed by a text that was written before."""
    return secrets.token_hex(12)


def neutralised(text: str) -> str:
    """The text with every way out of its block taken away; all else as it was."""
    told = _UNSEEN.sub("�", text.replace("\r\n", "\n").replace("\r", "\n"))
    told = _LOOKALIKE.sub(_twin, told)
    return _TEMPLATE.sub(_twin, told)


def block(name: str, text: str, *, tag: str) -> str:
    """`text` between its two lines. `name` is ours, never submitted."""
    inside = neutralised(text).replace(tag, "�")
    return f"<<<{name} {tag}>>>\n{inside}\n<<<end {name} {tag}>>>\n"


def _twin(found: re.Match[str]) -> str:
    return found[0].translate(_TWINS)
