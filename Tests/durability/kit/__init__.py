"""What all checks of durability need: the program, and a client that knows what it was told."""
