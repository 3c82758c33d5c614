"""What the gate says: fixed sentences, report, result."""
