"""The suite's settings: the servers that tests/services.py started, everything else as in the embedded mode."""

from __future__ import annotations

from config import databases
from config.embedded import memory_broker
from config.ops import logs
from config.settings.base import *  # noqa: F403
from config.settings.base import ENVIRONMENT, INSTALLED_APPS

INSTALLED_APPS = ["tests", *INSTALLED_APPS]  # for its command, flush
VAR = ENVIRONMENT.var
SECRET_KEY = "only-for-the-test-suite-0123456789-0123456789"
ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

DATABASES = {"default": databases.from_url(ENVIRONMENT.database_url)}
CHANNEL_LAYERS = {"default": {"BACKEND": "config.embedded.channel_layer.OneLoopChannelLayer"}}
CELERY_BROKER_URL = memory_broker.URL

WHITENOISE_USE_FINDERS = True
# Browsers keep a file, as in production, where its name carries a hash. Asking for each of them anew would be a third
# of the work of a page.
WHITENOISE_MAX_AGE = 600

LOGGING = logs.configure(as_json=True, level="WARNING")
