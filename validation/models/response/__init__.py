"""What the response gate stores."""
