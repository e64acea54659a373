"""The quality of the service's time left, compared with tqdm and rich: simulated and recorded work, played under a
clock that the player sets, and the estimates compared with the truth."""
