"""The blocks of docs/integrations/python.md, run one after another as they stand there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import plain
import pytest
from countersign_client import Attempt, Client, Sentence

from tests.clients.rulings import rule_now
from tests.live import Site
from validation.domain.intervention import Ruling

PAGE = Path(__file__).resolve().parents[2] / "docs" / "integrations" / "python.md"
RIGHT, WRONG = plain.write("49.90"), plain.write("")


class Enough(Exception):
    """Ends a loop over all events."""


def test_its_blocks_run(client: Client, asgi_server: Site, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERSIGN_URL", asgi_server.url)
    monkeypatch.setenv("COUNTERSIGN_API_KEY", key)
    decide, loop, stream, events, *_ = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    sent: list[Any] = []
    names: dict[str, Any] = {
        "chat_log": [{"role": "user", "content": plain.QUESTION}, {"role": "tool", "content": plain.FOUND}],
        "faq": "Returns within 30 days.",
        "text": RIGHT,
        "send": sent.append,
        "model": lambda _messages, hints: plain.write(hints),
        "Sentence": Sentence,
        "show": lambda *shown: sent.append(shown),
        "deltas": [RIGHT],
    }
    exec(decide, names)
    assert sent == [RIGHT]

    wrong = names["draft"].model_copy(update={"turn_id": "turn_2", "response_md": WRONG})
    exec(loop, names := names | {"draft": wrong})
    assert [attempt.route for attempt in names["end"].attempts] == ["REVISE", "APPROVE"]

    exec(stream, names := names | {"draft": wrong.model_copy(update={"turn_id": "turn_3", "response_md": ""})})
    assert (sent[-1][1], names["attempt"].route) == ("supported", "APPROVE")

    failed = client.guard(wrong.model_copy(update={"turn_id": "turn_4"}), plain.repeat).attempt
    rule_now(failed.intervention_id, Ruling.CONFIRM_FAIL, message="Sorry.")

    def handle(_event: Any) -> None:
        raise Enough

    with pytest.raises(Enough):
        exec(events, names := names | {"attempt": failed, "last_seen": 0, "handle": handle})
    names["client"].close()
    assert isinstance(names["ruled"], Attempt)
    assert names["ruled"].text_for_user("") == "Sorry."
