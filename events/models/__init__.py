"""Rows of organised play."""
