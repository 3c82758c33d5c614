"""What a claim says held against what the evidence says: values of a subject, polarity, rankings, derived figures."""
