"""What is read of context.md: items that can be quoted, where they are from, and an index of them."""
