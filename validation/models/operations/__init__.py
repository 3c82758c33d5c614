"""What is stored of running it: processes, calls, tallies, notifications."""
