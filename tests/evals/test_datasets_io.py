"""Reading labelled data, and telling what is wrong with it."""

import gzip
import json
from pathlib import Path

import pytest

from evals.datasets_io import DatasetUnreadable, grounding_items
from evals.held_back import SHARE, is_held_back

ITEM = {
    "id": "g1",
    "dataset": "own",
    "task": "QA",
    "query": "How old is the mill?",
    "evidence": [{"ref": "p1", "text": "It was built in 1741."}],
    "response": "It is from 1741.",
    "label_grounded": True,
    "spans": [{"start": 0, "end": 2, "text": "It", "type": "x"}],
    "split": "test",
}


def write(path: Path, *lines: str) -> Path:
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def test_an_item_is_read_whole(tmp_path: Path) -> None:
    (item,) = grounding_items(write(tmp_path / "a.jsonl", json.dumps(ITEM), ""))
    assert (item.id, item.task, item.passages, item.grounded, item.spans) == (
        "g1", "QA", ("It was built in 1741.",), True, ((0, 2),),
    )  # fmt: skip


def test_a_gzipped_file_reads_like_a_plain_one(tmp_path: Path) -> None:
    packed = tmp_path / "a.jsonl.gz"
    packed.write_bytes(gzip.compress(json.dumps(ITEM).encode()))
    assert list(grounding_items(packed)) == list(grounding_items(write(tmp_path / "a.jsonl", json.dumps(ITEM))))


def test_a_missing_task_is_the_data_set(tmp_path: Path) -> None:
    bare = {key: value for key, value in ITEM.items() if key not in ("task", "spans")}
    (item,) = grounding_items(write(tmp_path / "a.jsonl", json.dumps(bare)))
    assert (item.task, item.spans) == ("own", None)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{broken", "line 1: no JSON"),
        (f'{{"id": {"9" * 5000}}}', "line 1: no JSON"),
        (json.dumps({**ITEM, "response": None}), "item 1: missing or malformed field response"),
        ("[1]", "line 1: a JSON object is expected"),
        (json.dumps({key: value for key, value in ITEM.items() if key != "evidence"}), "item 1"),
        (json.dumps({**ITEM, "evidence": "text"}), "item 1"),
    ],
)
def test_a_bad_line_is_named(line: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(DatasetUnreadable, match=said):
        list(grounding_items(write(tmp_path / "a.jsonl", line)))


@pytest.mark.parametrize("name", ["none.jsonl", "none.jsonl.gz"])
def test_a_missing_file_is_named(name: str, tmp_path: Path) -> None:
    with pytest.raises(DatasetUnreadable, match=name):
        list(grounding_items(tmp_path / name))


def test_a_plain_file_named_gz_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DatasetUnreadable):
        list(grounding_items(write(tmp_path / "a.jsonl.gz", json.dumps(ITEM))))


def test_about_one_source_in_six_is_held_back() -> None:
    held = sum(is_held_back([f"source {number}"]) for number in range(3000))
    assert 0.8 < held * SHARE / 3000 < 1.2
