"""Reading one chunk: answers, values, quotes."""
