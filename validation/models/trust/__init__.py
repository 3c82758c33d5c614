"""What is stored of audits, gold items and drift."""
