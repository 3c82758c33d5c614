"""The production broker's transport: what a worker does when Redis goes away in the middle of its work."""

from __future__ import annotations

import ssl
from contextlib import suppress
from pathlib import Path

import pytest
from celery import Celery
from kombu import Connection, Exchange, Message, Queue
from kombu.common import ignore_errors

from config.workers import redis_broker
from tests.servers import start_redis


def test_a_consumer_that_holds_a_message_closes_though_redis_is_gone(tmp_path: Path) -> None:
    held: list[Message] = []
    redis = start_redis(tmp_path)
    try:
        connection = Connection(redis.url, transport=redis_broker.Transport)
        channel, queue = connection.default_channel, Queue("closing")
        remote_control = Queue("replies", Exchange("replies", "fanout"), auto_delete=True)
        connection.Consumer([remote_control], connection.channel()).consume()
        connection.Consumer([queue], channel, on_message=held.append).consume()
        connection.Producer(channel).publish("unacknowledged", exchange="", routing_key=queue.name)
        with suppress(TimeoutError):
            while True:  # until it waits for a next message
                connection.drain_events(timeout=0.2)
    finally:
        redis.end()
    connection.collect()  # as Celery's consumer does when it has lost the broker, and then
    ignore_errors(connection, connection.close)  # this: any other error ends the worker
    assert len(held) == 1


@pytest.mark.parametrize(
    ("url", "checked"), [("rediss://redis.example:6380/0", ssl.CERT_REQUIRED), ("redis://redis.example/0", None)]
)
def test_a_broker_with_tls_is_checked(url: str, checked: ssl.VerifyMode | None) -> None:
    app = Celery("tls-test", broker=url, set_as_current=False)
    app.conf.broker_use_ssl = redis_broker.tls_options(url)
    asked = app.connection_for_write().ssl
    assert (asked or {}).get("ssl_cert_reqs") == checked
