"""A table before the end of its game: leaving, cancelling, closing, deadlines."""
