"""What moderators see and do of tables, a module each."""

from tables.admin import tables, talk

__all__ = ["tables", "talk"]
