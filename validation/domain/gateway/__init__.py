"""Data exchanged with gateways and frameworks: chats, guardrail verdicts, what to send."""
