"""One file a kind of finding, and `findings`, which calls them all."""
