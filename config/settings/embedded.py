"""One process on one machine, nothing to install beside it: SQLite, an in-memory broker, an in-memory channel layer."""

from __future__ import annotations

from pathlib import Path

from config import databases, env
from config.embedded import memory_broker, var_dir
from config.ops import logs
from config.settings.base import *  # noqa: F403
from config.settings.base import ENVIRONMENT

VAR = ENVIRONMENT.var
env.or_exit(lambda: var_dir.make_private_folder(VAR))
SECRET_KEY = ENVIRONMENT.secret_key or env.or_exit(lambda: var_dir.secret_key(VAR))
ALLOWED_HOSTS = [*ENVIRONMENT.allowed_hosts, "localhost", "127.0.0.1", "[::1]"]

DATABASES = {
    "default": env.or_exit(lambda: databases.from_url(ENVIRONMENT.database_url, password=ENVIRONMENT.database_password))
    if ENVIRONMENT.database_url
    else databases.sqlite(VAR / "countersign.sqlite3")
}
if DATABASES["default"]["ENGINE"] == "config.sqlite":
    var_dir.make_private_database(Path(DATABASES["default"]["NAME"]))
CHANNEL_LAYERS = {"default": {"BACKEND": "config.embedded.channel_layer.OneLoopChannelLayer"}}
CELERY_BROKER_URL = memory_broker.URL
COUNTERSIGN_DELIVERIES_APART = True

WHITENOISE_USE_FINDERS = True
WHITENOISE_MAX_AGE = 0

LOGGING = logs.configure(as_json=ENVIRONMENT.log_format == "json", level=ENVIRONMENT.log_level)
