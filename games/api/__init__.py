"""Version 1 of the API of games, uploads, notices, reports and moderation.

It composes the rooms for programs, as `pages` does for people: a view reads its input, calls one
service or query, and renders. The machinery (errors, pages, limits) is ``web.api``; tables,
ratings and the other packages have addresses of their own. It never imports a page.
"""

from games.api.serializers.games import LINK, GameShort, PlayerShort

__all__ = [
    "LINK",
    "GameShort",
    "PlayerShort",
]
