"""What a belief is and how much it may be trusted (spec 3): pure, no Django, no clock, no network."""
