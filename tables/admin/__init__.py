"""Pages of tables for moderators, a module each.

An action reads its form and calls one service. It never shows a secret or a card to come.
"""

from tables.admin import chat, profiles, tables

__all__ = ["chat", "profiles", "tables"]
