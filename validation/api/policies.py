"""`/policies`: thresholds and limits, numbered and immutable (DESIGN, section 9)."""

from __future__ import annotations

from typing import Annotated, Any

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from ninja import Router, Status
from pydantic import Field

from validation.actions import policies
from validation.api import auth
from validation.api.schemas import In, Text
from validation.live import Topic, publish
from validation.models import Policy
from validation.queries.policies import list_policies, policy_resource

router = Router(tags=["policies"])


class PolicyIn(In):
    """`document` may leave sections and keys out; they take the defaults."""

    document: dict[str, Any]
    reason: Annotated[Text, Field(max_length=2000)]


class RollbackIn(In):
    reason: Annotated[Text, Field(max_length=2000)] = ""


@router.get("/policies", auth=auth.read)
def get_policies(request: HttpRequest, before: int | None = None, limit: int = 50) -> dict[str, Any]:
    """Newest first; the first is in force. `next` is the `before` of the page that follows."""
    items = list_policies(before=before, limit=limit)
    return {"items": items, "next": items[-1]["number"] if items and items[-1]["number"] > 1 else None}


@router.post("/policies", auth=auth.admin)
def post_policy(request: HttpRequest, body: PolicyIn) -> Status:
    policy = policies.publish(document=body.document, reason=body.reason, by=_name(request), now=timezone.now())
    return _published(policy)


@router.post("/policies/{number}/rollback", auth=auth.admin)
def post_rollback(request: HttpRequest, number: int, body: RollbackIn | None = None) -> Status:
    reason = body.reason if body else ""
    return _published(policies.roll_back(number=number, by=_name(request), now=timezone.now(), reason=reason))


def _published(policy: Policy) -> Status:
    transaction.on_commit(lambda: publish(Topic.POLICIES, str(policy.number)))
    return Status(200, policy_resource(policy))


def _name(request: HttpRequest) -> str:
    return f"key:{request.auth.prefix}"
