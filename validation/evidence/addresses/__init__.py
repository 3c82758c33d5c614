"""Where an address leads: as a browser reads it, as a renderer links it, and in words that no renderer links."""
