"""What every way to run shares. Each mode adds its database, broker, channel layer and secret key."""

from __future__ import annotations

import tomllib
from datetime import timedelta
from urllib.parse import unquote, urlsplit
from wsgiref.headers import Headers

from csp.constants import NONE, SELF, UNSAFE_INLINE

from config import env

ROOT = env.ROOT
ENVIRONMENT = env.load()

ALLOWED_HOSTS = list(ENVIRONMENT.allowed_hosts)
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "ninja",  # its templates and files make the API page work offline
    "django_htmx",
    "channels",
    "axes",
    "csp",
    "validation",
    "beliefs",
    "retrieval",
    "evals",
    "config",  # for its command, serve
]

MIDDLEWARE = [
    "config.http.middleware.RequestIdMiddleware",
    "config.http.middleware.ApiProblemsMiddleware",
    "config.http.middleware.StreamingMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]

# Calls of the API pass these alone (config.http.api_handler).
API_MIDDLEWARE = [
    "config.http.middleware.RequestIdMiddleware",
    "config.http.middleware.ApiProblemsMiddleware",
    "config.http.middleware.StreamingMiddleware",
    "config.http.api_handler.ApiFrameMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# --- who is who
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "validation.platform.people.SignedIn"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "web:sign_in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "web:sign_in"
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_HANDLER = "config.http.client_address.LockoutHandler"
AXES_CLIENT_IP_CALLABLE = "config.http.client_address.lockout_address"
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"], ["username"], ["ip_address"]]
LOCKOUT_LIMITS = (AXES_FAILURE_LIMIT, 20, 100)
"""Failures within the cool-off that lock, in the order of AXES_LOCKOUT_PARAMETERS."""
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_HTTP_RESPONSE_CODE = 429
AXES_LOCKOUT_TEMPLATE = "accounts/account/locked.html"
AXES_VERBOSE = False

COUNTERSIGN_VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]

SESSION_COOKIE_NAME = "countersign_session"
CSRF_COOKIE_NAME = "countersign_csrf"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        # Plotly writes style elements and attributes; styles run no code, scripts stay without unsafe-inline.
        "style-src": [SELF, UNSAFE_INLINE],
        "img-src": [SELF, "data:", "blob:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# --- the days each kind of record is kept
COUNTERSIGN_RETENTION = ENVIRONMENT.retention

# --- proxies whose word on the client's address and scheme is believed (config.http.client_address)
TRUSTED_PROXIES = ENVIRONMENT.trusted_proxies

# --- bodies
BODY_LIMIT = ENVIRONMENT.body_limit
DATA_UPLOAD_MAX_MEMORY_SIZE = BODY_LIMIT
FILE_UPLOAD_MAX_MEMORY_SIZE = BODY_LIMIT
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000

# --- language and time
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
USE_I18N = False


# --- static files, served by the process itself (config.http.static_files), to the pages of this site only
def _static_headers(headers: Headers, _path: str, _url: str) -> None:
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Cross-Origin-Resource-Policy"] = "same-origin"
    headers["Referrer-Policy"] = "same-origin"


WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_ADD_HEADERS_FUNCTION = _static_headers
STATIC_URL = "/static/"
STATICFILES_DIRS = [ROOT / "static"]
STATICFILES_FINDERS = [
    "config.http.static_files.StylesheetFinder",  # before the folder, whose app.css only lists the parts
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "config.http.static_files.PlotlyFinder",
]

# --- tasks: rows are the queue's truth, so results are not kept and a lost message costs only the sweeper's interval
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_DEFAULT_QUEUE = "housekeeping"
CELERY_TASK_CREATE_MISSING_QUEUES = False
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Celery's own gives up after a hundred tries: a worker would end after fifty minutes without Redis.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
# A request does not wait for a broker that is away: its row is stored, and the sweeper calls for it.
CELERY_TASK_PUBLISH_RETRY = False

# --- the judge and the embedder
COUNTERSIGN_JUDGE = env.or_exit(lambda: env.judge_of(ENVIRONMENT))
COUNTERSIGN_VLLM_URL = ENVIRONMENT.vllm_url
COUNTERSIGN_VLLM_MODEL = ENVIRONMENT.vllm_model
COUNTERSIGN_VLLM_API_KEY = ENVIRONMENT.vllm_api_key
COUNTERSIGN_VLLM_PRICES = ENVIRONMENT.vllm_prices
COUNTERSIGN_VLLM_STRUCTURED = ENVIRONMENT.vllm_structured
COUNTERSIGN_VLLM_EXTRA_BODY = ENVIRONMENT.vllm_extra_body
COUNTERSIGN_EMBEDDINGS_URL = ENVIRONMENT.embeddings_url
COUNTERSIGN_JUDGE_DEADLINE = ENVIRONMENT.judge_deadline
COUNTERSIGN_JUDGE_CPU_LIMIT = ENVIRONMENT.judge_cpu_limit
COUNTERSIGN_JUDGE_CONCURRENCY = ENVIRONMENT.judge_concurrency
COUNTERSIGN_JUDGE_CALL_TIMEOUT = ENVIRONMENT.judge_call_timeout
COUNTERSIGN_JUDGE_CIRCUIT = ENVIRONMENT.judge_circuit
COUNTERSIGN_RATE_LIMIT = ENVIRONMENT.rate_limit or 0
COUNTERSIGN_RATE_REDIS = ""
COUNTERSIGN_BACKLOG_LIMIT = ENVIRONMENT.backlog_limit
# Deliveries have threads of their own in the embedded mode, and workers of their own in production.
COUNTERSIGN_DELIVERIES_AT_ONCE = 6
COUNTERSIGN_DELIVERIES_APART = False
COUNTERSIGN_WEBHOOK_ALLOW = ENVIRONMENT.webhook_allow

# --- mail, sent only to targets of notifications; no host means none
_SMTP = urlsplit(ENVIRONMENT.smtp_url)
EMAIL_HOST, EMAIL_PORT = _SMTP.hostname or "", _SMTP.port or {"smtps": 465, "smtp+starttls": 587}.get(_SMTP.scheme, 25)
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = unquote(_SMTP.username or ""), unquote(_SMTP.password or "")
EMAIL_USE_SSL, EMAIL_USE_TLS = _SMTP.scheme == "smtps", _SMTP.scheme == "smtp+starttls"
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = ENVIRONMENT.mail_from
