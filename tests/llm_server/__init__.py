"""A real HTTP server that speaks the OpenAI protocol as vLLM does, and fails on demand, in every way we know."""
