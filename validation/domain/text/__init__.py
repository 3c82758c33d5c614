"""Splitting, folding and comparing text."""
