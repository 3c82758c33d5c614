"""What is measured of one claim against its evidence."""
