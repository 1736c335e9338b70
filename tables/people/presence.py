"""Players who are here, of those who want it to be seen.

Without the switch nothing is written, so that nobody can tell: not from pages, not from the rows.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Final

from django.db.models import Q, QuerySet

from games.models import Account
from games.standing import ensure_player
from tables.clocks import clock
from tables.models import PlayerProfile
from tables.people.profiles import first_face
from tables.queries import stranger_ids

NOTED_EVERY: Final = timedelta(minutes=1)
PRESENCE_TIME: Final = timedelta(minutes=3)
"""A player without an open page for this long is away."""

PRESENT_LIMIT: Final = 60
"""Players in the list of the lobby."""


def note_presence(accounts: Collection[int]) -> None:
    """Note that the accounts with these keys have a page open. One statement."""
    moment = clock.cached_time()
    rows = PlayerProfile.objects.filter(account__in=accounts, shows_presence=True)
    late = Q(present_at=None) | Q(present_at__lt=moment - NOTED_EVERY)
    rows.filter(late).update(present_at=moment)


def show_presence(account: Account, *, visible: bool) -> None:
    """Switch on or off that others see that `account` is here. Off forgets when it was last."""
    ensure_player(account)
    values = {"shows_presence": visible, "present_at": clock.database_time() if visible else None}
    PlayerProfile.objects.update_or_create(
        account=account, defaults=values, create_defaults={**values, **first_face(account)}
    )


def shows_presence(account: Account) -> bool:
    """The switch of `account`."""
    return PlayerProfile.objects.filter(account=account, shows_presence=True).exists()


def present_players(visitor: Account | None) -> list[PlayerProfile]:
    """Profiles of the players who are here, as `visitor` may see them: by handle, without people
    whom they blocked or who blocked them. At most two queries."""
    rows = _present().exclude(account__in=stranger_ids(visitor) if visitor else ())
    return list(rows.order_by("account__username")[:PRESENT_LIMIT])


def is_present(profile: PlayerProfile) -> bool:
    """True if the player with `profile` is here, and wants it to be seen."""
    since = clock.cached_time() - PRESENCE_TIME
    return profile.shows_presence and (profile.present_at or since) > since


def _present() -> QuerySet[PlayerProfile]:
    since = clock.cached_time() - PRESENCE_TIME
    rows = PlayerProfile.objects.filter(shows_presence=True, present_at__gte=since)
    return rows.filter(account__is_active=True).select_related("account__player")
