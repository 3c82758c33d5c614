"""Evidence and response read into one annotated form: statements of terms, figures and polarity."""
