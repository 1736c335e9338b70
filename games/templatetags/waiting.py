"""Waiting work of the visitor, for the head of every page."""

from __future__ import annotations

from typing import NamedTuple

from django import template

from games.models import Account
from games.notices import count_unread
from games.notifications.messages import unread_words, waiting_words
from games.queries import count_waiting_for

register = template.Library()


class Waits(NamedTuple):
    """How many notices are not read, and how many games are to be confirmed; each in words too."""

    notices: int = 0
    games: int = 0
    notices_words: str = ""
    games_words: str = ""


def waits_for(account: Account) -> Waits:
    """Two queries."""
    notices, games = count_unread(account), count_waiting_for(account)
    return Waits(notices, games, unread_words(notices), waiting_words(games))


@register.simple_tag(takes_context=True)
def waits_of(context: dict[str, object]) -> Waits:
    """Of the visitor; nothing for one who is not logged in."""
    user = context.get("user")
    return waits_for(user) if isinstance(user, Account) else Waits()
