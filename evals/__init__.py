"""Is the gate right? Data sets, runner, agreement and report; no tables of its own."""
