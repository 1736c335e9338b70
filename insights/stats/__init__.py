"""Statistics of all rated games: shares of wins, points, habits of winners."""
