"""Beliefs and their confidence (spec 3): pure, without Django, clock or network."""
