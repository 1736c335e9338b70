"""What may be added to the game (R11)."""
