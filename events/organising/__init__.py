"""Events made, changed and ended, and their arbiters."""
