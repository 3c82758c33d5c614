"""HTTP for the pipeline and for scripts (API.md). Views translate; actions write, queries read."""
