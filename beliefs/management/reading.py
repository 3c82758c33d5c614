"""A belief given by id or by file."""

from __future__ import annotations

from pathlib import Path

from django.core.management.base import CommandParser

from beliefs.domain.corpus import COMMON
from beliefs.queries.beliefs import find_belief
from validation.management.output import bad_input


def is_file(place: Path) -> bool:
    """False also for what no file can be called, as a name of 300 letters."""
    try:
        return place.is_file()
    except OSError:
        return False


def markdown_of(id_or_file: str, *, pipeline: str) -> str:
    """The file when there is one, with its line ends as they are; else the stored belief of that id."""
    place = Path(id_or_file)
    if not is_file(place):
        return find_belief(id_or_file, pipeline=pipeline).markdown
    try:
        return place.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        bad_input(f"{place} is not UTF-8 text.")
    except OSError as error:
        bad_input(f"{place} cannot be read: {error.strerror}.")


def add_pipeline(parser: CommandParser) -> None:
    """`queries.corpora.check_pipeline` says whether there is such a pipeline."""
    parser.add_argument(
        "--pipeline",
        default=COMMON,
        metavar="NAME",
        help=f"whose beliefs and sources; '{COMMON}' are those that every pipeline reads (default)",
    )
