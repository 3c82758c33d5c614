"""The trained relevance model and its features."""
