"""Statistics of audits: error rates, agreement, certificates and drift."""
