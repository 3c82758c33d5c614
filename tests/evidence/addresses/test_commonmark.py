from __future__ import annotations

from time import process_time

import pytest

from validation.evidence.addresses.commonmark import render


@pytest.mark.parametrize("piece", ["<table ", "<table <table ", "<div\n", "<table <!-- "])
def test_tags_that_nothing_closes_are_read_in_linear_time(piece: str) -> None:
    def seconds(characters: int) -> float:
        started = process_time()
        render((piece * characters)[:characters])
        return process_time() - started

    seconds(1_000)
    assert seconds(80_000) < 8 * seconds(10_000) * 3 + 0.1


def test_what_stands_in_an_unclosed_tag_is_shown() -> None:
    assert "evil.example" in "".join(piece.text for piece in render("<table <b>x</b>\nat evil.example <table").shown)
