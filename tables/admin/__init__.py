"""Pages of tables for moderators, a module each."""

from tables.admin import chat, tables

__all__ = ["chat", "tables"]
