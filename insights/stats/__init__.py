"""What all rated games say together: shares of wins, points, what winners do more."""
