"""Pipelines as their owners set them: whether they obey decisions or only watch them."""
