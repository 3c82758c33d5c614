"""Client for Countersign: submit drafts, get decisions, follow rulings."""

from countersign_client.async_client import AsyncClient
from countersign_client.client import Client
from countersign_client.errors import (
    Conflict,
    ConnectionFailed,
    CountersignError,
    InvalidRequest,
    NotFound,
    Problem,
    Refused,
    RetrievalUndecided,
    StillUndecided,
    StillUnruled,
    TooManyRequests,
    Unavailable,
    UnexpectedAnswer,
    WebhookInvalid,
)
from countersign_client.models import (
    Attempt,
    Claim,
    Document,
    Draft,
    Event,
    Finding,
    Goal,
    Guarded,
    Preflight,
    QueryAnalysis,
    Retrieval,
    Return,
    Ruling,
    Sentence,
)
from countersign_client.webhooks import verify_webhook

__version__ = "0.1.0"

__all__ = [
    "AsyncClient",
    "Attempt",
    "Claim",
    "Client",
    "Conflict",
    "ConnectionFailed",
    "CountersignError",
    "Document",
    "Draft",
    "Event",
    "Finding",
    "Goal",
    "Guarded",
    "InvalidRequest",
    "NotFound",
    "Preflight",
    "Problem",
    "QueryAnalysis",
    "Refused",
    "Retrieval",
    "RetrievalUndecided",
    "Return",
    "Ruling",
    "Sentence",
    "StillUndecided",
    "StillUnruled",
    "TooManyRequests",
    "Unavailable",
    "UnexpectedAnswer",
    "WebhookInvalid",
    "verify_webhook",
]
