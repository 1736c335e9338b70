"""Pages of events: read the input, call one service or query, render."""
