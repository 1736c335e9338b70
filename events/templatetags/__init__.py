"""Tags of organised play."""
