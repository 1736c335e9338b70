"""Version 1 of the API of organised play."""
