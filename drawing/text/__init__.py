"""Sentences of events and reasons; names of sources of points; the rules in short."""
