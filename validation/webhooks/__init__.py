"""Sending events to other machines: which targets are allowed, how a message is signed, one try."""
