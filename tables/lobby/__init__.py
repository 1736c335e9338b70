"""A table before its game: opening, invitations, seats, pairing, the deal; rematches."""
