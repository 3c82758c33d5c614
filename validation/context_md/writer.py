"""Writes section 7 in the format of spec 1, section 9.

Issues, notes and hints quote untrusted text, so no line of them may look like a heading, a fence or a decision.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from validation.domain.check import CheckName
from validation.domain.context import ContextDocument, SectionRole
from validation.domain.decisions.bands import shown
from validation.domain.verdict import Backtracking, Decision, ReasonTag

USUAL_NUMBER = 7
MOST_CHANGES = 50
LONGEST_CHANGE = 200
"""Code points of a changed passage; the final response above has all of it."""


def section_7(block: ValidationBlock, *, number: int = USUAL_NUMBER) -> str:
    """The block as Markdown, ending in one line feed."""
    parts = [
        f"{_heading(block, number)}\n\n**Decision:** {block.decision}\n**Confidence:** {_confidence(block.confidence)}",
        _checks(block),
        "### Issues\n" + _issues(block.issues),
        *_guidance(block),
    ]
    return "\n\n".join(parts) + "\n"


def append(document: ContextDocument, blocks: Sequence[ValidationBlock]) -> str:
    """The unchanged text, followed by the blocks that it does not contain yet."""
    context_md = document.text
    number = section_number(document)
    known = [f"{_squeezed(context_md[s.start : s.end])} " for s in document.of(SectionRole.VALIDATION)]
    written = [section_7(block, number=number) for block in blocks]
    new = [text for text in written if not _is_known(text, known)]
    return context_md + _gap(context_md) + "\n".join(new) if new else context_md


def _is_known(block: str, sections: Sequence[str]) -> bool:
    """Whether a section contains the block, perhaps followed by text of the pipeline."""
    opening = f"{_squeezed(block)} "
    return any(section.startswith(opening) for section in sections)


def section_number(document: ContextDocument) -> int:
    """The number after the document's synthesis, 7 if unknown."""
    numbers = [s.number for s in document.of(SectionRole.SYNTHESIS) if s.number is not None]
    return numbers[0] + 1 if numbers else USUAL_NUMBER


def _heading(block: ValidationBlock, number: int) -> str:
    approved_at_once = block.attempt == 1 and block.decision is Decision.APPROVE
    return f"## {number}. Validation" + ("" if approved_at_once else f" (Attempt {block.attempt})")


def _confidence(value: float | None) -> str:
    return "not judged" if value is None else shown(value)


def _checks(block: ValidationBlock) -> str:
    words = {True: "PASS", False: "FAIL", None: "NOT JUDGED"}
    rows = [f"| {name.label} | {words[block.checks.get(name)]} |" for name in CheckName]
    return "\n".join(["### Checks", "| Check | Result |", "|-------|--------|", *rows])


def _issues(issues: Sequence[str]) -> str:
    lines = [line for line in (_line(issue) for issue in issues) if line]
    return "\n".join(f"{index}. {line}" for index, line in enumerate(lines, start=1)) or "None"


def _guidance(block: ValidationBlock) -> list[str]:
    parts = []
    notes = "\n".join(part for part in (block.caveat, block.notes) if part)
    if block.decision is Decision.REVISE:
        parts.append("### Revision Hints\n" + _paragraph(block.revision_hints))
    if block.decision is Decision.RETRY:
        parts.append("### Suggested Fixes\n" + _paragraph(block.suggested_fixes))
    if block.decision is Decision.APPROVE or notes.strip():
        parts.append("### Notes\n" + _paragraph(notes))
    if block.final_response.strip():
        parts.append("### Final Response\n" + _quote(block.final_response))
        parts.append("### Changes to the Draft\n" + _changes(block.changes))
    if block.decision in (Decision.REVISE, Decision.RETRY):
        parts.append(_reason_tags(block))
    return parts


def _reason_tags(block: ValidationBlock) -> str:
    tags = ", ".join(block.reason_tags) or "none"
    level = f"\n- suggested level: {block.backtracking}" if block.backtracking else ""
    return f"### Reason Tags\n- {block.decision.lower()}_{block.loop}: {tags}{level}"


def _paragraph(text: str) -> str:
    return "\n".join(line for line in map(_line, text.splitlines()) if line) or "None"


def _quote(text: str) -> str:
    """A Markdown quote, in which nothing opens a section."""
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())


def _changes(changes: Sequence[tuple[str, str]]) -> str:
    lines = [f"- {_words(removed)} became {_words(added)}" for removed, added in changes[:MOST_CHANGES]]
    more = len(changes) - len(lines)
    return "\n".join([*lines, *([f"- and {more} more"] if more else [])]) or "None"


def _words(text: str) -> str:
    """One line in quotation marks, truncated if long; `nothing` if empty."""
    line = " ".join(text.split())
    return f"“{line[:LONGEST_CHANGE]}{'…' if len(line) > LONGEST_CHANGE else ''}”" if line else "nothing"


def _line(text: str) -> str:
    """One line that cannot start a heading, fence, underline, table, quote, markup or bold label."""
    line = " ".join(text.split())
    opens = line[:1] in "#`~=_<>|" or line.startswith(("**", "---"))
    return "\\" + line if line and opens else line


def _gap(context_md: str) -> str:
    if not context_md or context_md.endswith("\n\n"):
        return ""
    return "\n" if context_md.endswith("\n") else "\n\n"


def _squeezed(text: str) -> str:
    return " ".join(text.split())


@dataclass(frozen=True, slots=True)
class ValidationBlock:
    """`decision` is the route after loop limits; a halt writes no block. `confidence` is 0.0-1.0, or None if a reviewer
    ruled without a judgement. Checks that are missing were not judged; `loop` is the number of this REVISE or RETRY in
    the turn, from 1; `caveat` is set for a partial approval. `final_response` is the response as edited by a reviewer,
    `changes` are its differences from the draft as (removed, added), in reading order."""

    attempt: int
    decision: Decision
    confidence: float | None
    checks: Mapping[CheckName, bool]
    issues: tuple[str, ...] = ()
    notes: str = ""
    caveat: str | None = None
    revision_hints: str = ""
    suggested_fixes: str = ""
    reason_tags: tuple[ReasonTag, ...] = ()
    backtracking: Backtracking | None = None
    loop: int = 1
    final_response: str = ""
    changes: tuple[tuple[str, str], ...] = ()
