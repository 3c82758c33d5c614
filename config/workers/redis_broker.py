"""kombu's Redis transport, with channels that close cleanly when Redis has gone away.

Closing a channel returns its unacknowledged messages. After its connection is lost that raises an AttributeError, which
ends the worker instead of letting it reconnect. Here it raises a ConnectionError, which kombu and Celery handle. The
messages return by their visibility timeout, and their rows by the sweeper.
"""

from __future__ import annotations

import ssl
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, redis


class Channel(redis.Channel):
    def _connparams(self, asynchronous: bool = False) -> Any:
        if self.connection is None or self.connection.client is None:
            raise ConnectionError("the connection of this channel is closed")
        return super()._connparams(asynchronous)  # type: ignore[misc]  # the stubs lack it


class Transport(redis.Transport):
    Channel = Channel


def tls_options(url: str) -> dict[str, Any] | None:
    """Celery's `broker_use_ssl` for the url; None without TLS. kombu itself checks no certificate. Parameters of the
    url, such as `?ssl_ca_certs=/ca.pem`, take precedence."""
    return {"ssl_cert_reqs": ssl.CERT_REQUIRED} if url.startswith("rediss://") else None


def install_transport() -> None:
    """Makes kombu use this transport for all Redis urls."""
    TRANSPORT_ALIASES.update(dict.fromkeys(("redis", "rediss"), f"{__name__}:Transport"))
