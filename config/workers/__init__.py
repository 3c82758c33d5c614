"""Worker processes: their heartbeat, their end, their broker."""
