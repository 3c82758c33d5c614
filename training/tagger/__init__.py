"""Training of the token tagger, with torch, which nothing else needs."""
