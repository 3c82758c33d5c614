"""Writes the reader's tokenizer: python -m training.vocabulary DATA_FOLDER [--checkpoints FOLDER] [--artifact FOLDER].

Training and export follow. The base knows 128,000 pieces of words; kept are single characters of Latin scripts and
the pieces that stand in most texts of the training. Of all pieces counted there 96 in 100 are kept; words of the others
come in smaller pieces.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer

from training.base import base_tokenizer
from training.export import write_manifest
from training.sources.drawn import drawn_sources
from training.sources.published import read_published
from validation.reader.artifact import FOLDER, TOKENIZER

PIECES = 28_000
GROUPS = 3_000
"""Looked at of each source that is drawn by rules."""
_SPECIAL = 4
_LATIN = 0x250
_SIGNS = frozenset("€£¥₹–—‘’“”…•→×≤≥−✓✔✗")
_SPACE = "▁"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--checkpoints", type=Path, default=Path("../reader_checkpoints"))
    parser.add_argument("--artifact", type=Path, default=FOLDER)
    given = parser.parse_args()
    described = json.loads(base_tokenizer())
    counts = count_texts(Tokenizer.from_str(_plain(described)), _texts(given.data, given.checkpoints / "read"))
    made = json.dumps(smaller(described, counts), ensure_ascii=False, sort_keys=True)
    (given.artifact / TOKENIZER).write_bytes(gzip.compress(made.encode(), 9, mtime=0))
    write_manifest(given.artifact)


def count_texts(tokenizer: Tokenizer, texts: Iterable[str]) -> Counter[int]:
    """In how many different texts each piece stands."""
    counts: Counter[int] = Counter()
    for text in set(texts):
        counts.update(set(tokenizer.encode(text, add_special_tokens=False).ids))
    return counts


def smaller(described: dict[str, Any], counts: Counter[int], pieces: int = PIECES) -> dict[str, Any]:
    """The same tokenizer with the most frequent pieces alone; white space is one space, as in the base."""
    every: list[list[Any]] = described["model"]["vocab"]
    kept = {number for number, (piece, _) in enumerate(every) if number < _SPECIAL or _is_basic(piece)}
    for number, _ in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])):
        if len(kept) >= pieces:
            break
        kept.add(number)
    spaces = {"type": "Replace", "pattern": {"Regex": r"\s+"}, "content": " "}
    ends = {"type": "Strip", "strip_left": True, "strip_right": True}
    return {
        **described,
        "normalizer": {"type": "Sequence", "normalizers": [{"type": "NFKC"}, spaces, ends]},
        "model": {**described["model"], "vocab": [every[number] for number in sorted(kept)]},
        "added_tokens": described["added_tokens"][:_SPECIAL],
        "truncation": None,
        "padding": None,
        "post_processor": None,
    }


def _plain(described: dict[str, Any]) -> str:
    return json.dumps({**described, "truncation": None, "padding": None})


def _is_basic(piece: str) -> bool:
    """A byte, a space or a single character that any English text may hold."""
    character = piece.removeprefix(_SPACE)
    if piece.startswith("<0x") or not character:
        return True
    return len(character) == 1 and (ord(character) < _LATIN or character in _SIGNS)


def _texts(data: Path, read: Path) -> Iterator[str]:
    published = read_published(data, read)
    groups = [group for several in published.values() for group in several]
    drawn = (source.group(number) for source in drawn_sources(published, "train").values() for number in range(GROUPS))
    for group in (*groups, *drawn):
        for one in group:
            yield from (one.text, one.window, one.question, one.heading)


if __name__ == "__main__":
    main()
