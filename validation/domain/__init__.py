"""Types and rules of the gates: no Django, no clock, no network."""
