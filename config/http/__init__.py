"""Between uvicorn and Django: limits, ids, threads, static files, errors."""
