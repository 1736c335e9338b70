"""Checks a dump of the public record, and everything that follows from it: ``python -m audit``."""
