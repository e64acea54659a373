"""Load that knows what it was promised, and the look at what is left after a crash."""
