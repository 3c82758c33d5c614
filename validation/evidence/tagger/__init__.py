"""A small transformer that reads the response beside its evidence and says of each token how likely it is made up."""

from validation.evidence.tagger.tagger import Tagger, Tags, published_tagger

__all__ = ["Tagger", "Tags", "published_tagger"]
