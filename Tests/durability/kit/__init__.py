"""Parts that all checks of durability need: the program, and a client that remembers its replies."""
