"""Readers of every kind beside one reporter, and what the contract says of them."""
