"""A small cross-encoder that reads a claim or question beside one window of evidence."""

from validation.reader.artifact import ReaderArtifactError
from validation.reader.reader import PassageAnswer, Reader, SupportPair, SupportScore, TokenRisk, published_reader
from validation.reader.templates import write_context, write_passage, write_row

__all__ = [
    "PassageAnswer",
    "Reader",
    "ReaderArtifactError",
    "SupportPair",
    "SupportScore",
    "TokenRisk",
    "published_reader",
    "write_context",
    "write_passage",
    "write_row",
]
