"""All codes that clients, reviewers and operators see, with their meanings; the reference is generated from them."""
