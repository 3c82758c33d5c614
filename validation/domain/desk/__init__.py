"""The rules of the review desk."""
