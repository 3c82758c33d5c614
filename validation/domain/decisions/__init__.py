"""What follows from a verdict: decision, loop limits, goals, reason tags."""
