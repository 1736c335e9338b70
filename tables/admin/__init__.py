"""What moderators see and do of tables, a module each."""

from tables.admin import chat, tables

__all__ = ["chat", "tables"]
