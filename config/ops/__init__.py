"""For operators: health, metrics, status, logs, telemetry."""
