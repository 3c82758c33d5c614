"""What operators ask: health, metrics, status, logs."""
