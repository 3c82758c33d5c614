"""Measures how far the gate can be trusted: audits of decisions, blind opinions, gold items, drift, comparisons."""
