"""Every journey opens its pages as somebody."""

from __future__ import annotations

from tests.journeys.signed_in import open_page

__all__ = ["open_page"]
