"""Trains the reader (validation/reader) outside the product, in an environment of its own."""

import os

# Every batch has another shape, and by default a thousand shapes' kernels are kept: some gigabytes an hour.
os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "96")
os.environ.setdefault("LRU_CACHE_CAPACITY", "96")
