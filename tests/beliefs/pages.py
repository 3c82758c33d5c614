"""What a page of beliefs shows."""

from __future__ import annotations

from django.test import Client


def seen(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()
