"""How fast, how much, against whom: measuring tools that print figures. None of them is a test."""
