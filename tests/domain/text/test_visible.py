from __future__ import annotations

import pytest

from validation.domain.text.visible import is_visible


@pytest.mark.parametrize(
    "text", ["a", " 7 ", "ü", "e\u0301", "किं", "٤", "是。", "—", "👍", "👩\u200d🔬", "❤\ufe0f", "€", "|", "\u200bx"]
)
def test_a_letter_figure_or_sign_is_visible(text: str) -> None:
    assert is_visible(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \t\n",
        "\u00a0",
        "\u200b",
        "\u200d\ufe0f",
        "\ufeff",
        "\u2028",
        "\u3164",
        "\u2800",
        "\x1b",
        "\U000e0041",
        "\u00ad",
    ],
)
def test_blanks_controls_and_marks_alone_are_not(text: str) -> None:
    assert not is_visible(text)
