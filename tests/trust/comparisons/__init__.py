"""Two judges, prompts or policies over the same cases."""
