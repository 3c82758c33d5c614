"""Django's SQLite backend for many writer threads in one process (ENGINE `config.sqlite`)."""
