"""The layers between uvicorn and Django: limits, request ids, threads, static files, error pages."""
