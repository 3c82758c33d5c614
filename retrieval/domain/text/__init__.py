"""Words, sentences and passages."""
