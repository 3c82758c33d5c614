"""Failed sign-ins lock in three ways: a name from one address after five, a name from anywhere after twenty, and an
address whatever the name after a hundred.

django-axes knows one limit for all ways. A name alone gets a slower one: otherwise five requests from anywhere would
keep a person out.
"""

from __future__ import annotations

from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from django.conf import settings
from django.db.models import Sum
from django.http import HttpRequest


class LockoutHandler(AxesDatabaseHandler):  # type: ignore[misc]
    """Counts failures of the last AXES_COOLOFF_TIME. Failures during a lock are not recorded, so a lock always ends."""

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """The fullest of the three counts, scaled so that AXES_FAILURE_LIMIT means that one of them is full."""
        counts = zip(settings.LOCKOUT_LIMITS, self.get_user_attempts(request, credentials), strict=True)
        return max(settings.AXES_FAILURE_LIMIT * _failures(attempts) // limit for limit, attempts in counts)

    def reset_user_attempts(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """After a success, forget this name's failures from this address only. Otherwise somebody with an account
        could clear what was counted against another name."""
        name_and_address, *_ = self.filter_user_attempts(request, credentials)
        return int(name_and_address.delete()[0])


def _failures(attempts: Any) -> int:
    return int(attempts.aggregate(number=Sum("failures_since_start"))["number"] or 0)
