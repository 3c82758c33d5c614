"""What a reviewer must not know of before an answer of their own is told by no page."""
