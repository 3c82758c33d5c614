"""The embedder of this installation: an endpoint when one is configured, else MiniLM on this machine, else none."""

from __future__ import annotations

import logging
from functools import lru_cache

from django.conf import settings

from validation.embeddings.local import local_embedder
from validation.embeddings.protocol import Embedder, EmbeddingFailed

logger = logging.getLogger(__name__)

REMOTE_MODEL = "all-MiniLM-L6-v2"


def configured_embedder() -> Embedder | None:
    """None when the weights cannot be loaded; what rests on meaning is then unavailable, and says so."""
    url = settings.COUNTERSIGN_EMBEDDINGS_URL
    if url:
        return remote_embedder(url)
    try:
        return local_embedder()
    except EmbeddingFailed as failed:
        logger.warning("no embedder", extra={"reason": str(failed)})
        return None


@lru_cache(maxsize=1)
def remote_embedder(url: str) -> Embedder:
    # The client library takes a second to import, which most installations need not pay.
    from validation.embeddings.remote import RemoteEmbedder

    return RemoteEmbedder(url=url, model=REMOTE_MODEL)
