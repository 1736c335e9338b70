"""Releases of the engine: builds, their impact on the record, release decisions, pins.

Workers judge games again in chunks and store the differences. It never changes a verdict before a
moderator has decided.
"""
