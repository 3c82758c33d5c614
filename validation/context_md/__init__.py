"""Reads and writes the pipeline's context.md, sections 0 to 7."""
