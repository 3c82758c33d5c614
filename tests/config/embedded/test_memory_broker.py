"""The embedded mode's broker: a message wakes the consumer, and an idle consumer rests."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest
from kombu import Connection, Consumer, Message, Queue

from config.embedded import memory_broker

PATIENCE_S = 10


class Listener:
    """A consumer in a thread of its own that waits for `wanted` messages; `looks` counts how often it tried a queue."""

    def __init__(self, queue: Queue, *, wanted: int, prefetch: int = 0, acknowledge: bool = True) -> None:
        self.heard: list[Message] = []
        self.arrived = threading.Semaphore(0)
        self.ready = threading.Event()
        self.looks = 0
        self._queue, self._wanted, self._prefetch, self._acknowledge = queue, wanted, prefetch, acknowledge
        self._thread = threading.Thread(target=self._listen, daemon=True)

    def __enter__(self) -> Listener:
        self._thread.start()
        assert self.ready.wait(PATIENCE_S)
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.join(PATIENCE_S)

    def _listen(self) -> None:
        with Connection(memory_broker.URL) as connection:
            channel = connection.channel()
            get = channel._get

            def counted(queue: str) -> object:
                self.looks += 1
                return get(queue)

            channel._get = counted
            consumer = Consumer(channel, queues=[self._queue], callbacks=[self._on_message])
            consumer.qos(prefetch_count=self._prefetch)
            with consumer:
                self.ready.set()
                while len(self.heard) < self._wanted:
                    connection.drain_events(timeout=PATIENCE_S)

    def _on_message(self, _body: object, message: Message) -> None:
        if self._acknowledge:
            message.ack()
        self.heard.append(message)
        self.arrived.release()


@pytest.fixture
def send() -> Callable[[Queue, int], None]:
    def send(queue: Queue, number: int) -> None:
        with Connection(memory_broker.URL) as connection:
            producer = connection.Producer()
            producer.publish({"number": number}, routing_key=queue.name, declare=[queue])

    return send


def test_a_message_wakes_a_consumer_that_waits(send: Callable[[Queue, int], None]) -> None:
    queue = Queue("wakes", routing_key="wakes")
    with Listener(queue, wanted=1) as listener:
        send(queue, 1)
        assert listener.arrived.acquire(timeout=PATIENCE_S)


def test_every_one_of_many_messages_arrives(send: Callable[[Queue, int], None]) -> None:
    queue = Queue("many", routing_key="many")
    with Listener(queue, wanted=50) as listener:
        for number in range(50):
            send(queue, number)
    assert [message.payload["number"] for message in listener.heard] == list(range(50))


def test_a_waiting_consumer_looks_only_when_something_changed(send: Callable[[Queue, int], None]) -> None:
    queue = Queue("rests", routing_key="rests")
    with Listener(queue, wanted=3) as listener:
        for number in range(3):
            send(queue, number)
            assert listener.arrived.acquire(timeout=PATIENCE_S)
    assert listener.looks <= 12


def test_an_acknowledgement_from_another_thread_frees_a_place(send: Callable[[Queue, int], None]) -> None:
    queue = Queue("places", routing_key="places")
    with Listener(queue, wanted=2, prefetch=1, acknowledge=False) as listener:
        send(queue, 1)
        send(queue, 2)
        assert listener.arrived.acquire(timeout=PATIENCE_S)
        listener.heard[0].ack()
        assert listener.arrived.acquire(timeout=PATIENCE_S)


def test_no_message_in_time_is_a_timeout() -> None:
    with Connection(memory_broker.URL) as connection:
        queue = Queue("silent", routing_key="silent")
        with Consumer(connection.channel(), queues=[queue], callbacks=[print]), pytest.raises(TimeoutError):
            connection.drain_events(timeout=0.01)


def test_waits_can_be_ended_before_their_time() -> None:
    over = threading.Event()

    def wait() -> None:
        with Connection(memory_broker.URL) as connection:
            queue = Queue("ended", routing_key="ended")
            with Consumer(connection.channel(), queues=[queue], callbacks=[print]), pytest.raises(TimeoutError):
                connection.drain_events()
        over.set()

    threading.Thread(target=wait, daemon=True).start()
    until = time.monotonic() + PATIENCE_S
    while not over.is_set():
        assert time.monotonic() < until, "the consumer still waits"
        memory_broker.end_waits()  # again and again, for it may not have begun to wait
