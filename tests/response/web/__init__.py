"""The pages of attempts and turns."""
