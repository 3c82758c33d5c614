"""Everything in one process: instance, worker, broker, channel layer."""
