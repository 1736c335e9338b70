"""Services of tables: opening, sitting, dealing, playing, clocks, chat, push, endings.

One use case a module. Rows are the truth; a message to other processes is only a wake-up. Streams
to pages lie in `stream`, pages in `views`. It never judges a finished game: it hands the log in.
"""

from tables.notifications.turns import publish_turns_to
from tables.notifications.web_push import push_confirmations_later
from tables.services.fast_play import fast_games

__all__ = [
    "fast_games",
    "publish_turns_to",
    "push_confirmations_later",
]
