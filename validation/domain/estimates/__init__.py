"""Statistics of audits: how often a decision was wrong, how far people agree, what can be certified, what drifted."""
