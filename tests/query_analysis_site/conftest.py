"""A pipeline with a key, and people at their browsers, as the neighbouring areas have them."""

from __future__ import annotations

from tests.api.conftest import api, make_api
from tests.web.conftest import desk_page, viewer

__all__ = ["api", "desk_page", "make_api", "viewer"]
