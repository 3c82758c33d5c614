"""Keys that were found valid a moment ago, so that not every call asks the database. A key that is revoked in another
process is refused here after KNOWN_S seconds at the latest, in this process at once."""

from __future__ import annotations

from threading import Lock
from time import monotonic
from typing import Any

from django.db.models.signals import post_delete, post_save

from validation.models import ApiKey, Pipeline

KNOWN_S = 5.0
MOST = 1000

_lock = Lock()
_known: dict[str, tuple[ApiKey, float]] = {}


def known_key(hashed: str) -> ApiKey | None:
    """With its pipeline; None when it has to be looked up."""
    found = _known.get(hashed)
    return found[0] if found is not None and monotonic() < found[1] else None


def remember_key(key: ApiKey) -> None:
    with _lock:
        if len(_known) >= MOST:
            _known.clear()
        _known[key.hash] = (key, monotonic() + KNOWN_S)


def forget_keys(**_: Any) -> None:
    """After a key or its pipeline was changed."""
    with _lock:
        _known.clear()


for _model in (ApiKey, Pipeline):
    post_save.connect(forget_keys, sender=_model)
    post_delete.connect(forget_keys, sender=_model)
