"""The ASGI application: body limit, then static files, then Django and WebSockets."""

from __future__ import annotations

import gc
import os
from typing import cast

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
http = get_asgi_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402 - these read settings and models
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402
from django.conf import settings  # noqa: E402

from config.http.api_handler import ApiHandler, split_api  # noqa: E402
from config.http.body_limit import App, BodyLimit  # noqa: E402
from config.http.client_address import trust_proxies  # noqa: E402
from config.http.request_threads import RequestThreads  # noqa: E402
from config.http.static_files import StaticFiles  # noqa: E402
from config.ops import telemetry  # noqa: E402
from config.urls import websocket_urlpatterns  # noqa: E402
from config.workers import circuit_watch  # noqa: E402

# Django, channels and our code type ASGI messages differently, hence the casts.
routes = ProtocolTypeRouter(
    {
        "http": RequestThreads(split_api(cast(App, http), cast(App, ApiHandler()))),
        "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)
site = BodyLimit(StaticFiles(cast(App, routes)), limit=settings.BODY_LIMIT)
application = trust_proxies(site, settings.TRUSTED_PROXIES)

telemetry.begin()
circuit_watch.begin("web")

# Excludes what was loaded from garbage collection: scanning it again took a tenth of a batch's time.
gc.collect()
gc.freeze()
