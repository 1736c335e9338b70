"""Pages of players and ratings."""
