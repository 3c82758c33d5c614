"""Which request gets which answer: by a marker in its text, else by the order of a queue, else a good one.

A marker `[[scripted:http_503 x2 #17]]` in any message makes the first two requests that carry it fail with http_503 and
the rest succeed; without `xN` all of them fail. `#17` keeps two markers of the same fault apart. So a soak with many
requests in flight knows what each of its attempts will meet, in whatever order they arrive.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Any

GOOD_ANSWER = "approve"

_MARKER = re.compile(r"\[\[scripted:(?P<name>\w{1,60})(?: x(?P<times>\d{1,4}))?(?: #\d{1,9})?\]\]")


def marker(name: str, *, times: int | None = None, number: int | None = None) -> str:
    first = f" x{times}" if times is not None else ""
    apart = f" #{number}" if number is not None else ""
    return f"[[scripted:{name}{first}{apart}]]"


@dataclass(slots=True)
class Script:
    """`latency` in seconds before each answer. The features say what this server can do."""

    queue: deque[str] = field(default_factory=deque)
    latency: float = 0.0
    tokenize: bool = True
    response_format: bool = True
    structured_outputs: bool = True
    json_object: bool = False
    seed: bool = True
    models: tuple[str, ...] = ("scripted",)
    seen: Counter[str] = field(default_factory=Counter)

    def next_for(self, request: dict[str, Any]) -> str:
        text = "\n".join(str(message.get("content")) for message in request.get("messages", []))
        if found := _MARKER.search(text):
            self.seen[found[0]] += 1
            over = found["times"] is not None and self.seen[found[0]] > int(found["times"])
            return GOOD_ANSWER if over else found["name"]
        return self.queue.popleft() if self.queue else GOOD_ANSWER
