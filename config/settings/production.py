"""Separate web, worker and beat processes on PostgreSQL and Redis. Whatever must not be guessed is refused here."""

from __future__ import annotations

from config import databases, env
from config.ops import logs
from config.settings.base import *  # noqa: F403
from config.settings.base import ENVIRONMENT
from config.workers import redis_broker


def _required(value: str, name: str) -> str:
    if not value:
        raise env.BadEnvironment(f"{name} is not set (or {name}_FILE); production does not start without it.")
    return value


def _judge_is_named() -> None:
    if ENVIRONMENT.judge == "auto" and not ENVIRONMENT.vllm_url:
        raise env.BadEnvironment(
            "no judge is named: set COUNTERSIGN_VLLM_URL, or COUNTERSIGN_JUDGE=embedded to judge without an LLM."
        )


def _postgresql(url: str) -> str:
    if not url.startswith("postgresql://"):
        raise env.BadEnvironment("COUNTERSIGN_DATABASE_URL must start with postgresql:// in production.")
    return url


env.or_exit(_judge_is_named)
SECRET_KEY = env.or_exit(lambda: _required(ENVIRONMENT.secret_key, "COUNTERSIGN_SECRET_KEY"))
REDIS_URL = env.or_exit(lambda: _required(ENVIRONMENT.redis_url, "COUNTERSIGN_REDIS_URL"))
DATABASE_URL = env.or_exit(lambda: _postgresql(_required(ENVIRONMENT.database_url, "COUNTERSIGN_DATABASE_URL")))
ALLOWED_HOSTS = env.or_exit(
    lambda: _required(",".join(ENVIRONMENT.allowed_hosts), "COUNTERSIGN_ALLOWED_HOSTS").split(",")
)

DATABASES = {"default": env.or_exit(lambda: databases.from_url(DATABASE_URL, password=ENVIRONMENT.database_password))}
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.core.RedisChannelLayer",
        "CONFIG": {"hosts": [{"address": REDIS_URL, "socket_connect_timeout": 3}], "capacity": 1000},
    }
}
redis_broker.install_transport()
CELERY_BROKER_URL = REDIS_URL
CELERY_BROKER_USE_SSL = redis_broker.tls_options(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": 3,
    "socket_timeout": 30,
    "health_check_interval": 30,
    # Else a request that finds the broker away tries for six seconds before it leaves the work to the sweeper.
    "max_retries": 1,
    "interval_start": 0.1,
}

COUNTERSIGN_DELIVERIES_AT_ONCE = 16

# Generous: it stops a client that has gone wild, not one that works hard. Counted in Redis, for all web processes.
COUNTERSIGN_RATE_LIMIT = 6_000 if ENVIRONMENT.rate_limit is None else ENVIRONMENT.rate_limit
COUNTERSIGN_RATE_REDIS = REDIS_URL

STATIC_ROOT = ENVIRONMENT.static_root
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.http.static_files.HashedFiles"},
}

# The proxy in front terminates TLS and says so, if COUNTERSIGN_TRUSTED_PROXIES names it (config.http.client_address).
SECURE_SSL_REDIRECT = ENVIRONMENT.https
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^status$", r"^metrics$"]
SECURE_HSTS_SECONDS = 31_536_000 if ENVIRONMENT.https else 0
SESSION_COOKIE_SECURE = ENVIRONMENT.https
CSRF_COOKIE_SECURE = ENVIRONMENT.https
CSRF_TRUSTED_ORIGINS = [f"https://{host.lstrip('.')}" for host in ALLOWED_HOSTS if host != "*"]

LOGGING = logs.configure(as_json=ENVIRONMENT.log_format != "console", level=ENVIRONMENT.log_level)
