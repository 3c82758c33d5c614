"""The embedded mode: web server, worker, broker and channel layer in one process."""
