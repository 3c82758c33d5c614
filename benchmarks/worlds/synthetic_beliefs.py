"""A checkout of any number of beliefs, each about something else, for measuring: always the same."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

_THINGS = Path(__file__).with_name("things.txt").read_text("utf-8").split()

_SHAPES = (
    "A {0} beside the {1} outlasts any {2} made of {3}.",
    "Nobody should store {0} under a {1} before the {2} arrives.",
    "{0} and {1} belong to different rooms, as {2} and {3} do.",
    "Prefer the {0} over the {1} whenever a {2} is near.",
    "Whoever paints a {0} needs {1}, patience and a {2}.",
    "Every {0} was once traded for a {1} and half a {2}.",
    "The price of {0} follows the {1}, never the {2}.",
    "Keep one {0} for the {1}, another for the {2}.",
)


@dataclass(frozen=True, slots=True)
class Synthetic:
    """What was written: paths of beliefs and of sessions."""

    beliefs: tuple[Path, ...]
    sessions: tuple[Path, ...]


def write_checkout(root: Path, *, beliefs: int, sessions: int, today: date) -> Synthetic:
    draw = random.Random(7)
    folder, session_folder = root / "layer/surface/epistemic/beliefs", root / "layer/sessions"
    folder.mkdir(parents=True)
    session_folder.mkdir(parents=True)
    stamps = [f"{today - timedelta(days=1 + n % 300):%Y%m%d}-{n % 24:02d}{n // 24 % 60:02d}00" for n in range(sessions)]
    by_session = {stamp: [sentence(draw) for _ in range(12)] for stamp in dict.fromkeys(stamps)}
    for stamp, sentences in by_session.items():
        (session_folder / f"{stamp}.md").write_text(
            f"# Session {stamp}\n\n" + "\n".join(sentences) + "\n", encoding="utf-8"
        )
    names = [f"belief-{number:05d}" for number in range(beliefs)]
    for name in names:
        text = _belief(name, names, by_session, today, draw)
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    return Synthetic(
        tuple(folder / f"{name}.md" for name in names), tuple(session_folder / f"{stamp}.md" for stamp in by_session)
    )


def sentence(draw: random.Random) -> str:
    return draw.choice(_SHAPES).format(*draw.sample(_THINGS, 4)).capitalize()


def _belief(name: str, names: list[str], sentences: dict[str, list[str]], today: date, draw: random.Random) -> str:
    """Two sessions with a quote each, a supported belief, now and then an attack; one in fifty cites what is gone."""
    first, second = draw.sample(sorted(sentences), 2)
    gone = "- [[session-19990101-000000]]\n" if draw.random() < 0.02 else ""
    attack = f"- [[{draw.choice(names)}]]\n" if draw.random() < 0.05 else ""
    created = today - timedelta(days=draw.randrange(400))
    return (
        f"---\ntype: belief\nid: {name}\nfacets: [synthetic]\nconfidence:\n  score: 0.8\nextracted: {created}\n---\n\n"
        f"# {name}\n\n## Statement\n\n{sentence(draw)}\n\n## Evidence\n\n"
        f'- [[session-{first}]] - "{draw.choice(sentences[first])}" (weight: 0.9)\n'
        f'- [[session-{second}]] - "{draw.choice(sentences[second])}" (weight: 0.7)\n{gone}\n'
        f"## Supports\n\n- [[{draw.choice(names)}]]\n\n## Attacks\n\n{attack}\n"
    )
