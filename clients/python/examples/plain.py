"""The REVISE loop without a framework. `write` stands in for your model, and gets the hints of the gate.

COUNTERSIGN_URL=http://127.0.0.1:8000 COUNTERSIGN_API_KEY=... python plain.py [--stubborn]

A stubborn model ignores hints: its draft fails, and the loop waits up to ten minutes for a reviewer's ruling.
"""

from __future__ import annotations

import sys
import uuid
from collections.abc import Callable

from countersign_client import Attempt, Client, Draft, Guarded

QUESTION = "A head torch under 60 EUR?"
FOUND = '[{"name": "Lumo H4", "price": "49.90 EUR", "lumens": 450, "url": "https://lampenladen.example/h4"}]'


def write(hints: str) -> str:
    """Invents a price at first; uses the right one from the hints when called again."""
    price = "49.90" if "49.90" in hints else "39.90"
    return f"The [Lumo H4](https://lampenladen.example/h4) costs {price} EUR and gives 450 lumens.\n"


def revise(_draft: Draft, attempt: Attempt) -> str:
    return write(attempt.hints)


def repeat(draft: Draft, _attempt: Attempt) -> str:
    """The stubborn model: submits the same draft again, which counts as another revision."""
    return draft.response_md


def answer(client: Client, again: Callable[[Draft, Attempt], str] = revise, wait: float = 0) -> Guarded:
    messages = [{"role": "user", "content": QUESTION}, {"role": "tool", "name": "search_shop", "content": FOUND}]
    draft = Draft(turn_id=f"plain_{uuid.uuid4().hex[:8]}", messages=messages, response_md=write(""))
    return client.guard(draft, again, wait_for_person=wait)


if __name__ == "__main__":
    with Client() as connected:
        if "--stubborn" in sys.argv:
            print("Waits up to ten minutes for a ruling on its last draft: make one at the review desk.", flush=True)
        end = answer(connected, repeat, 600) if "--stubborn" in sys.argv else answer(connected)
        print(" -> ".join(str(attempt.route) for attempt in end.attempts))
        print(end.text or "Nothing to send yet: a person looks at it.")
