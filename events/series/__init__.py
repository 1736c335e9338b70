"""Series: seasons of events, guests who turned out to be accounts, and leagues."""
