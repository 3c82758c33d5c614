"""Audits, gold items and the truth of an attempt."""
