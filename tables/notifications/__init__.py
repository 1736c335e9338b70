"""Notifications of players: turns in the head of pages, web push, mails.

They are sent after the commit. A push names the table, and never says anything of the game.
"""

from tables.notifications.turns import publish_turns_to
from tables.notifications.web_push import push_confirmations_later

__all__ = ["publish_turns_to", "push_confirmations_later"]
