"""One reporter, its exact model, and readers of every kind."""
