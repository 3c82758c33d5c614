"""Sentence vectors behind one small protocol: MiniLM on this machine, or an OpenAI-compatible endpoint."""
