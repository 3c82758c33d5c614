import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from validation.embeddings.protocol import EmbeddingFailed
from validation.embeddings.remote import BATCH, RemoteEmbedder


class Endpoint:
    """A real endpoint on a free port; `reply` makes the answer to the texts of a request."""

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.status = 200
        self.reply = lambda texts: [[3.0, 4.0 * len(text)] for text in texts]
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.root = f"http://127.0.0.1:{self.server.server_port}"
        self.url = f"{self.root}/v1"

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                endpoint.requests.append(asked)
                endpoint.paths.append(self.path)
                rows = endpoint.reply(asked["input"])
                data = [{"object": "embedding", "index": i, "embedding": row} for i, row in enumerate(rows)]
                body = json.dumps({"object": "list", "model": asked["model"], "data": data[::-1]}).encode()
                self.send_response(endpoint.status if self.path == "/v1/embeddings" else 200)
                self.send_header("Location", "/elsewhere")
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *args: object) -> None: ...

        return Handler


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    running = Endpoint()
    thread = threading.Thread(target=running.server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield running
    running.server.shutdown()
    thread.join()
    running.server.server_close()


def embedder(endpoint: Endpoint) -> RemoteEmbedder:
    return RemoteEmbedder(url=endpoint.url, model="tiny", tries=1, timeout=5.0)


def test_vectors_are_made_unit_length_and_put_in_order(endpoint):
    vectors = embedder(endpoint).embed(["a", ""])
    assert vectors == pytest.approx(np.array([[0.6, 0.8], [0.6, 0.8]]), abs=1e-6)


@pytest.mark.parametrize("end", ["", "/", "/v1", "/v1/"])
def test_an_endpoint_is_named_with_or_without_its_version(endpoint, end):
    RemoteEmbedder(url=endpoint.root + end, model="tiny", tries=1, timeout=5.0).embed(["a"])
    assert endpoint.paths == ["/v1/embeddings"]


def test_many_texts_go_in_batches(endpoint):
    assert len(embedder(endpoint).embed(["text"] * (BATCH + 1))) == BATCH + 1
    assert [len(asked["input"]) for asked in endpoint.requests] == [BATCH, 1]


def test_an_empty_text_is_sent_as_a_blank(endpoint):
    embedder(endpoint).embed([""])
    assert endpoint.requests[0]["input"] == [" "]


@pytest.mark.parametrize(
    "reply",
    [lambda texts: [], lambda texts: [[1.0]] * 3, lambda texts: [[float("nan")]] * len(texts)],
    ids=["none", "too many", "no number"],
)
def test_an_unusable_reply_is_a_failure(endpoint, reply):
    endpoint.reply = reply
    with pytest.raises(EmbeddingFailed):
        embedder(endpoint).embed(["a", "b"])


def test_an_endpoint_in_trouble_is_a_failure(endpoint):
    endpoint.status = 500
    with pytest.raises(EmbeddingFailed):
        embedder(endpoint).embed(["a"])


def test_a_redirect_is_not_followed(endpoint):
    endpoint.status = 307
    with pytest.raises(EmbeddingFailed):
        embedder(endpoint).embed(["a"])
    assert len(endpoint.requests) == 1


def test_an_endpoint_that_is_not_there_is_a_failure():
    with pytest.raises(EmbeddingFailed):
        RemoteEmbedder(url="http://127.0.0.1:9/v1", model="tiny", tries=1, timeout=1.0).embed(["a"])


def test_nothing_to_embed_asks_nothing(endpoint):
    assert len(embedder(endpoint).embed([])) == 0
    assert endpoint.requests == []
