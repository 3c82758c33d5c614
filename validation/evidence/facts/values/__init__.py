"""Whether a value that a claim gives is the one that the evidence gives: whose it is, its limit, its age, its sums."""
