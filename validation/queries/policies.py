"""Which policy decides."""

from __future__ import annotations

from validation.models import Policy


def policy_in_force() -> Policy:
    """The one with the highest number; migrations lay number 1, so there always is one."""
    policy = Policy.objects.order_by("-number").first()
    if policy is None:
        raise RuntimeError("No policy is stored. Run 'python manage.py migrate', which lays policy 1.")
    return policy
