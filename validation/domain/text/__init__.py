"""Cutting, folding and comparing text."""
