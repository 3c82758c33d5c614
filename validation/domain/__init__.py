"""The vocabulary and the rules of the gates: no Django, no clock, no network."""
