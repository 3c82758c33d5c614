"""What gateways and frameworks exchange with a gate: chats, guardrails' answers, what to send."""
