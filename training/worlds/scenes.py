"""Scenes: two versions of a piece of evidence that differ in some details, and what each says about sentences of answers.

They lie in `scenes/*.txt`, written by hand for this reader alone. One scene:

    === ID | FORM | DOMAIN
    QUERY: what the user asked
    [A] and [B]: the two versions, each from its own line on
    [CLAIMS]: `+- sentence`, its sign under A and under B: `+` carried, `-` contradicted, `?` not told
    [QUESTIONS]: `question | words of A that answer it | words of B that do`, or `none`
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from training.examples import Label
from training.held_out import hash_number

FOLDER = Path(__file__).with_name("scenes")
MEASURED_SHARE = 7
"""One scene in so many is measured on and never learned from."""
LABELS = {"+": Label.ENTAILED, "-": Label.CONTRADICTED, "?": Label.NEUTRAL}
NO_ANSWER = "none"
_PARTS = re.compile(
    r"QUERY: (.+)\n\[A\]\n(.+?)\n\[B\]\n(.+?)\n\[CLAIMS\]\n(.+?)\n\[QUESTIONS\](?:\n(.*))?\Z", re.DOTALL
)
_CLAIM = re.compile(r"([+?-])([+?-]) (\S.*)")


class SceneError(ValueError):
    """A scene that cannot be read; names it and says what is wrong."""


@dataclass(frozen=True, slots=True)
class SceneClaim:
    """`labels` under the first and the second version."""

    text: str
    labels: tuple[Label, Label]


@dataclass(frozen=True, slots=True)
class SceneQuestion:
    """`answers`: words of the first and the second version, None where it does not say."""

    text: str
    answers: tuple[str | None, str | None]


@dataclass(frozen=True, slots=True)
class Scene:
    id: str
    form: str
    domain: str
    query: str
    versions: tuple[str, str]
    claims: tuple[SceneClaim, ...]
    questions: tuple[SceneQuestion, ...]

    @property
    def is_measured(self) -> bool:
        return hash_number(self.id) % MEASURED_SHARE == 0


def read_scenes(place: Path = FOLDER) -> list[Scene]:
    """Of a file, or of all under a folder in the order of their names. Raises SceneError."""
    scenes: dict[str, Scene] = {}
    for path in sorted(place.rglob("*.txt")) if place.is_dir() else [place]:
        for scene in parse_scenes(path.read_text("utf-8")):
            if scene.id in scenes:
                raise SceneError(f"{scene.id}: two scenes have this id.")
            scenes[scene.id] = scene
    return list(scenes.values())


def parse_scenes(text: str) -> Iterator[Scene]:
    before, *parts = re.split(r"^=== ", text, flags=re.MULTILINE)
    if before.strip():
        raise SceneError(f"{before.strip()[:40]}: text before the first scene.")
    for part in parts:
        yield _parse(part)


def _parse(text: str) -> Scene:
    head, _, rest = text.partition("\n")
    names = [name.strip() for name in head.split("|")]
    parts = _PARTS.match(rest.strip())
    if len(names) != 3 or not all(names):
        raise SceneError(f"{head.strip()}: the head must be ID | FORM | DOMAIN.")
    if parts is None:
        raise SceneError(f"{names[0]}: a part is missing or out of order.")
    query, one, two, claims, questions = ((part or "").strip() for part in parts.groups())
    if one == two:
        raise SceneError(f"{names[0]}: both versions are equal.")
    versions = (one, two)
    return Scene(
        *(names[0], names[1], names[2], query),
        versions,
        tuple(_claim(names[0], line) for line in _lines(claims)),
        tuple(_question(names[0], line, versions) for line in _lines(questions)),
    )


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _claim(name: str, line: str) -> SceneClaim:
    match = _CLAIM.fullmatch(line)
    if match is None:
        raise SceneError(f"{name}: a claim needs two signs in front: {line[:40]}")
    return SceneClaim(match[3], (LABELS[match[1]], LABELS[match[2]]))


def _question(name: str, line: str, versions: tuple[str, str]) -> SceneQuestion:
    parts = [part.strip() for part in line.split(" | ")]
    if len(parts) != 3:
        raise SceneError(f"{name}: a question needs an answer for each version: {line[:40]}")
    for answer, version in zip(parts[1:], versions, strict=True):
        if answer != NO_ANSWER and answer not in version:
            raise SceneError(f"{name}: the answer is not in its version: {answer[:40]}")
    one, two = (None if answer == NO_ANSWER else answer for answer in parts[1:])
    return SceneQuestion(parts[0], (one, two))
