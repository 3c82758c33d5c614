"""How PostgreSQL reads lists and counts."""
