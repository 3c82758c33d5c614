"""The same database without the product around it: no middleware, one URL (`benchmarks.ingest.ceiling`)."""

from __future__ import annotations

from config.settings.production import *  # noqa: F403

MIDDLEWARE = []
ROOT_URLCONF = "benchmarks.ingest.ceiling"
ALLOWED_HOSTS = ["*"]
