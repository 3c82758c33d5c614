"""Trains the models of the embedded judges outside the product: reader, tagger, grounding trees, relevance trees. Only
reader and tagger need torch, in an environment of its own."""

import os

# Every batch has another shape, and by default a thousand shapes' kernels are kept: some gigabytes an hour.
os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "96")
os.environ.setdefault("LRU_CACHE_CAPACITY", "96")
