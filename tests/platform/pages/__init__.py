"""The frame, forms and lists of pages."""
