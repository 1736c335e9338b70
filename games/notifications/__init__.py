"""Notifications: notices in words, the mail digest, mail trials, web push.

Notices are written by ``games.notices``, inside the transaction that causes them; this room puts
them into words and sends them. It never decides who is told.
"""

from games.notifications.messages import game_words, waiting_words

__all__ = [
    "game_words",
    "waiting_words",
]
