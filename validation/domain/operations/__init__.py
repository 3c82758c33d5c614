"""Limits and costs of operation: rates, backlog, retention, cost, addresses, notices."""
