"""Audits, gold items, comparisons, and the truth of an attempt."""
