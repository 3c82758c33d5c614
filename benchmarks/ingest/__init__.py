"""How many attempts a second an instance takes, against a bare view and COPY of the same rows in the same run."""
