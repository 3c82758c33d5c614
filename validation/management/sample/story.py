"""The sample story: two weeks of turns written for this project, so that every page has something true to show.

Every decision in it is the gate's own, made when the story is loaded; halts stand for an LLM judge that was away.
"""

from __future__ import annotations

from pathlib import Path

from validation.domain.check import CheckName
from validation.domain.halt import HaltCause
from validation.domain.intervention import Ruling
from validation.domain.verdict import Decision
from validation.platform.sample import SampleLine

FOLDER = Path(__file__).parent


class Draft(SampleLine):
    """One attempt, and what became of it beside the gate's decision. `halt` is set where the judge was away; `route` is
    what the gate is expected to say; `context` is its file, as the turn's folder names it."""

    days: float
    route: str
    context: str = "context"
    halt: HaltCause | None = None
    halt_message: str = ""
    raw_reply: str = ""
    ruling: Ruling | None = None
    hints: str = ""
    message: str = ""
    note: str = ""
    edited: str = ""


class Story(SampleLine):
    """One turn; its folder holds a context and `draft_1.md`, `draft_2.md`, one a draft."""

    turn_id: str
    folder: str
    session: str
    drafts: tuple[Draft, ...]
    memory: dict[str, str] = {}

    def text(self, name: str) -> str:
        return (FOLDER / self.folder / f"{name}.md").read_text(encoding="utf-8")


class SampleAudit(SampleLine):
    """`decisions` in the order of the three reviewers; two that differ are settled by the third. `wrong` are checks
    that the last of them says do not hold."""

    turn_id: str
    number: int
    decisions: tuple[Decision, ...] = ()
    wrong: tuple[CheckName, ...] = ()


STORIES = Story.read(FOLDER / "stories.jsonl")
AUDITS = SampleAudit.read(FOLDER / "audits.jsonl")
