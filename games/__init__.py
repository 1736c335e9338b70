"""Records of games: uploads, verification, players, pages, replays."""
