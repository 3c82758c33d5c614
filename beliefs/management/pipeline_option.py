"""`--pipeline NAME` of the belief commands."""

from __future__ import annotations

from django.core.management.base import CommandParser

from beliefs.domain.corpus import COMMON


def add_pipeline(parser: CommandParser) -> None:
    """`queries.corpora.check_pipeline` says whether there is such a pipeline."""
    parser.add_argument(
        "--pipeline",
        default=COMMON,
        metavar="NAME",
        help=f"whose beliefs and sources; '{COMMON}' are those that every pipeline reads (default)",
    )
