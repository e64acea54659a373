"""How well the service says the time that is left, beside tqdm and rich: simulated and recorded work, played under a
clock that the player sets, and what was told against the truth."""
