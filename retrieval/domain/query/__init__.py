"""What the query asks for."""
