"""The delegations of the sample story: what an orchestrator asked before it delegated, and what came back."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

TODO = """# TODO of the shop

### 12. Round totals to whole cents
- **Status**: [PLANNED]
- **Language**: python

### 13. Show delivery days in the cart
- **Status**: [IN PROGRESS]
- **Language**: python

### 120. Translate the size chart
- **Status**: [NOT STARTED]
- **Language**: markdown

### 121. Shrink the product photos
- **Status**: [COMPLETED]
- **Language**: shell
"""

SCHEMA = {
    "requires_task": True,
    "positional": [{"name": "task_number", "type": "integer"}],
    "flags": [{"name": "--force"}, {"name": "--phase", "type": "integer"}],
}
_PATH = {"delegation_depth": 1, "delegation_path": ["orchestrator"], "target": "implementer"}


@dataclass(frozen=True, slots=True)
class Delegation:
    """One delegation, `days` before now: `asked` is its preflight, None where nobody asked; `came_back` its return,
    None while there is none. `expected` are the codes of both, in order."""

    session: str
    days: float
    asked: dict[str, Any] | None
    came_back: str | None = None
    existing: tuple[str, ...] | None = None
    profile: str = "v1"
    expected: tuple[str, ...] = ()
    minutes: int = 18


def _ask(session: str, task: str, **changed: Any) -> dict[str, Any]:
    told = {
        "command": "implement",
        "task_number": task,
        "arguments": [task],
        "schema": SCHEMA,
        "todo_md": TODO,
        "session_id": session,
        **_PATH,
    }
    return {**told, **changed}


def _answer(session: str, **changed: Any) -> str:
    told = {
        "status": "completed",
        "summary": "Totals are rounded once, after the last sum.",
        "artifacts": ["src/cart.py"],
        "metadata": {"agent": "implementer"},
        "session_id": session,
    }
    return json.dumps({**told, **changed}, indent=2)


DELEGATIONS = (
    Delegation("sess_0412", 9.2, _ask("sess_0412", "12"), _answer("sess_0412"), ("src/cart.py",)),
    Delegation("sess_0413", 8.1, _ask("sess_0413", "122"), expected=("task_not_found",)),
    Delegation(
        "sess_0414",
        8.0,
        _ask("sess_0414", "13", arguments=["13", "--forse"]),
        expected=("flag_syntax",),
    ),
    Delegation(
        "sess_0415",
        7.2,
        _ask("sess_0415", "13", arguments=["13", "--phase", "two"], delegation_depth=4, target="orchestrator"),
        expected=("argument_type", "depth_exceeded", "delegation_cycle"),
    ),
    Delegation(
        "sess_0416",
        6.0,
        _ask("sess_0416", "13"),
        _answer("sess_0416", status="partial", summary="Delivery days are read; showing them is left.", artifacts=[]),
    ),
    Delegation("sess_0417", 4.5, _ask("sess_0417", "120", command="research", target="researcher")),
    Delegation(
        "sess_0417",
        4.49,
        _ask("sess_0417", "120"),
        _answer("sess_0417", status="researched", artifacts=[{"path": "notes/sizes.md"}]),
        ("notes/sizes.md",),
        expected=("session_active", "status_unknown"),
    ),
    Delegation(
        "sess_0418",
        3.1,
        _ask("sess_0418", "120"),
        _answer("sess_0418", artifacts=["docs/size_chart_de.md"], summary=""),
        (),
        expected=("field_missing", "artifact_missing"),
    ),
    Delegation(
        "sess_0419",
        1.3,
        None,
        "The photos are smaller now, all 214 of them.",
        expected=("not_json",),
    ),
    Delegation(
        "sess_0420",
        0.4,
        _ask("sess_0420", "121", command="plan", target="planner"),
        _answer("sess_0421", status="planned", artifacts=["plans/photos.md"]),
        ("plans/photos.md",),
        profile="fleet",
        expected=("session_mismatch",),
    ),
    Delegation("sess_0422", 0.05, _ask("sess_0422", "12"), expected=()),
)
"""The last one is still under way."""
