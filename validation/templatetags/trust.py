"""Words of the pages of trust."""

from __future__ import annotations

from django import template

from validation.trust.web.words import side_name

register = template.Library()
register.filter("side_name", side_name)
