"""The gates as tools of the Model Context Protocol, over the HTTP API of a running instance."""
