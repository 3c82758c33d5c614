"""Made-up data to measure on."""
