"""When a start with `--sample` loads the story."""

from __future__ import annotations

import pytest
from django.utils import timezone

from config.embedded.sample_story import is_story_wanted
from validation.platform.sample import remove_sample

pytestmark = pytest.mark.django_db


def test_a_story_that_was_removed_is_not_wanted_again() -> None:
    assert is_story_wanted()
    remove_sample(by="anna", now=timezone.now())
    assert not is_story_wanted()
