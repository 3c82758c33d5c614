"""Figures, clock times and dates in the spellings people use, and when two of them say the same."""
