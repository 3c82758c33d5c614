"""The user message of every question to an LLM: submitted text, delimited so that it stays data.

Each block is between two lines with a tag drawn for this request, which the author of the text cannot know, so cannot
close the block. Three other ways out are blocked: lines that imitate the delimiters, control tokens of chat templates
(tokenizers read `<|im_end|>` in a text as the end of the turn), and invisible characters.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import string
from collections.abc import Iterable

TAG_LENGTH = 21
"""Letters, which tokenizers merge, unlike digits: 98 bits."""

_LOOKALIKE = re.compile(r"<<<|>>>|<<(?=/?SYS>>)", re.IGNORECASE)
_TEMPLATE = re.compile(
    r"<(?=[|｜])|(?<=[|｜])>"
    r"|<(?=/?(?:think|tool_call|tool_response|start_of_turn|end_of_turn|start_of_image|s|bos|eos|pad|unk|mask|sop|eop)>)"
    r"|<(?=(?:seed:|extra_id_\d|unused_?\d|reserved_\d|special_\d))"
    r"|\[(?=/?(?:INST|SYSTEM_PROMPT|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|AVAILABLE_TOOLS|THINK|IMG|s?gMASK)\])"
    r"|\[(?=\|)|(?<=\|)\]|\](?=~!?b\[)|\[(?=e~\[)",
    re.IGNORECASE,
)
_TWINS = str.maketrans({"<": "‹", ">": "›", "[": "⟦", "]": "⟧"})

_LINE_END = re.compile("\r\n|[\r\x85\u2028\u2029]")

# Control characters except tab and line feed, lone surrogates, direction overrides and Unicode's invisible tag alphabet
# do not occur in ordinary text, so they are replaced visibly.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069\ufff0-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
# Other ignorable characters are removed, as pages are full of soft hyphens and zero-width spaces. Kept are joiners
# between two letters of Persian or Hindi or inside an emoji, and one selector after an emoji, which change what is
# displayed.
_IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2060-\u2065\u206a-\u206f\u3164"
    "\ufe00-\ufe0e\ufeff\uffa0\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0080-\U000e0fff]"
    "|(?<![\u0600-\u109f\u1780-\u17ff\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])[\u200c\u200d]"
    "|[\u200c\u200d](?![\u0600-\u109f\u1780-\u17ff\u2190-\u2bff\U0001f000-\U0001faff])"
    "|(?<![0-9#*\u00a9\u00ae\u203c-\u3299\U0001f000-\U0001faff])\ufe0f"
)


def new_tag() -> str:
    """A random tag, which text written before cannot contain."""
    return "".join(secrets.choice(string.ascii_lowercase) for _ in range(TAG_LENGTH))


def derived_tag(*texts: str) -> str:
    """A deterministic tag, for reproducible questions. It is a hash of all submitted texts, so they cannot contain
    it."""
    lengths = ",".join(str(len(text)) for text in texts)
    material = "\0".join([lengths, *texts])
    number = int.from_bytes(hashlib.sha256(material.encode("utf-8", "surrogatepass")).digest())
    letters = []
    for _ in range(TAG_LENGTH):
        number, letter = divmod(number, len(string.ascii_lowercase))
        letters.append(string.ascii_lowercase[letter])
    return "".join(letters)


def user_message(blocks: Iterable[tuple[str, str]], *, tag: str, order: str = "") -> str:
    """The whole message: the tag, each (name, text) in its own block, and our instruction after the data. Names and
    `order` are never submitted text."""
    parts = [f"The tag of this request is {tag}.\n", *(_block(name, text, tag) for name, text in blocks)]
    closing = " ".join(filter(None, ["The data ends here.", order, "Answer with the JSON object only."]))
    return "\n".join([*parts, f"{closing}\n"])


def labelled(label: str, text: str) -> str:
    """One entry of a block with several. Its other lines are indented, so that submitted text cannot imitate an entry:
    only labels begin a line."""
    return label + "\n  ".join(neutralised(text).strip().split("\n"))


def neutralised(text: str) -> str:
    """The text with everything replaced that could end its block; otherwise unchanged."""
    plain = _UNSEEN.sub("�", _LINE_END.sub("\n", text))
    plain = _LOOKALIKE.sub(_twin, _IGNORABLE.sub("", plain))
    return _TEMPLATE.sub(_twin, plain)


def _block(name: str, text: str, tag: str) -> str:
    inside = neutralised(text).replace(tag, "�")
    return f"<<<{name} {tag}>>>\n{inside}\n<<<end {name} {tag}>>>\n"


def _twin(found: re.Match[str]) -> str:
    return found[0].translate(_TWINS)
