"""The embedded mode on Django's own SQLite backend, without our queue of writers: what a bench compares with."""

from __future__ import annotations

from config.settings.embedded import *  # noqa: F403
from config.settings.embedded import DATABASES

DATABASES["default"]["ENGINE"] = "django.db.backends.sqlite3"
