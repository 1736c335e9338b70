"""Rounds of an event: seated by the seating or an arbiter, at a hall or on the site."""
