"""A finding quotes the words of the response: those that run from the right keep their marks on both sides."""

from __future__ import annotations

import pytest

from validation.templatetags.texts import isolate


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("No evidence speaks of “خمس”, “سنوات”.", "No evidence speaks of “<bdi>خمس</bdi>”, “<bdi>سنوات</bdi>”."),
        ("Replace it: “התנור Holm 6 80”.", "Replace it: “<bdi>התנור Holm 6 80</bdi>”."),
        ('Not met: "עד 60" and "red".', "Not met: &quot;<bdi>עד 60</bdi>&quot; and &quot;red&quot;."),
        ('“80 מ"ר” is <b>.', "“<bdi>80 מ&quot;ר</bdi>” is &lt;b&gt;."),
        ("The evidence never mentions “Lille”.", "The evidence never mentions “Lille”."),
        ("", ""),
    ],
)
def test_what_is_quoted_from_the_right_runs_by_itself(message: str, shown: str) -> None:
    assert isolate(message) == shown
