"""Every code that a client, a reviewer or an operator may meet, with what it means: one mechanism, one reference."""
