"""Limits and costs of running it: rates, backlog, retention, cost."""
