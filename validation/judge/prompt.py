"""Prompts as versioned files: front matter, a blank line, the text. Judgements record the hash of the file.

---
name: response
version: 1
role: MIND
temperature: 0.6
labels: APPROVE, REVISE, RETRY, FAIL
---
The instructions ...
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

_KEYS = {"name", "version", "role", "temperature", "labels"}


@dataclass(frozen=True, slots=True)
class Prompt:
    """`labels` are the closed answers that the text may name; `hash` is `sha256:...` of the file. `examples` are
    submitted texts with verdicts of people: data, which is sent with the question and never part of `text`."""

    name: str
    version: int
    role: str
    temperature: float
    labels: tuple[str, ...]
    text: str
    hash: str
    examples: tuple[str, ...] = ()


class InvalidPrompt(Exception):
    """A prompt file that is invalid; prevents the start."""


def load_prompt(path: Path) -> Prompt:
    """Raises InvalidPrompt with the file and the fault."""
    source = path.read_bytes()
    head, text = _parted(source.decode(), path)
    fields = _front_matter(head, path)
    try:
        return Prompt(
            name=fields["name"],
            version=int(fields["version"]),
            role=fields["role"],
            temperature=float(fields["temperature"]),
            labels=tuple(label.strip() for label in fields["labels"].split(",")),
            text=text.strip() + "\n",
            hash="sha256:" + hashlib.sha256(source).hexdigest(),
        )
    except ValueError as error:
        raise InvalidPrompt(f"{path.name}: {error}") from error


def _parted(source: str, path: Path) -> tuple[str, str]:
    opened, _, rest = source.partition("---\n")
    head, closed, text = rest.partition("\n---\n")
    if opened or not closed or not text.strip():
        raise InvalidPrompt(f"{path.name}: starts with front matter between two lines of ---, then the text")
    return head, text


def _front_matter(head: str, path: Path) -> dict[str, str]:
    pairs = [line.partition(":") for line in head.splitlines()]
    fields = {key.strip(): value.strip() for key, _, value in pairs}
    if fields.keys() != _KEYS or not all(fields.values()):
        raise InvalidPrompt(f"{path.name}: front matter must hold exactly {', '.join(sorted(_KEYS))}")
    return fields
