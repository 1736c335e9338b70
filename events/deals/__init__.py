"""Duplicate events: one deal at all tables of a round."""
