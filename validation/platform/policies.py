"""Which policy decides, and all that ever did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from validation.models import Policy


def policy_in_force() -> Policy:
    """The one with the highest number; migrations lay number 1, so there always is one."""
    policy = Policy.objects.order_by("-number").first()
    if policy is None:
        raise RuntimeError("No policy is stored. Run 'python manage.py migrate', which lays policy 1.")
    return policy


def policy_resource(policy: Policy) -> dict[str, Any]:
    """With defaults for keys that came after it was published."""
    return {
        "number": policy.number,
        "document": policy.read().model_dump(mode="json"),
        "author": policy.author,
        "reason": policy.reason,
        "published_at": policy.published_at,
        "rolled_back_to": policy.rolled_back_to,
    }


def policy_resources(numbers: Sequence[int]) -> list[dict[str, Any]]:
    return [policy_resource(policy) for policy in Policy.objects.filter(number__in=numbers).order_by("-number")]


def policies_by_number(numbers: Sequence[str]) -> dict[str, dict[str, Any]]:
    return {str(policy["number"]): policy for policy in policy_resources([int(number) for number in numbers])}


def list_policies(*, before: int | None, limit: int) -> list[dict[str, Any]]:
    """Newest first."""
    rows = Policy.objects.order_by("-number")
    if before is not None:
        rows = rows.filter(number__lt=before)
    return [policy_resource(policy) for policy in rows[: max(1, min(limit, 200))]]
