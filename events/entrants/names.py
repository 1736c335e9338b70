"""Names of guests: of one line, and such that none passes for an account or another entrant."""

from __future__ import annotations

import unicodedata
from typing import Final

from django.utils.translation import gettext as _

from events.clubs.locks import current_members
from events.clubs.names import club_skeleton
from events.models import Entrant, Event
from games.accounts import is_reserved
from web.errors import Conflict, Invalid

GUEST_NAME: Final = range(2, 25)
SIGNS: Final = " _-'’."


def plain_guest_name(typed: str) -> str:
    """A guest's name with single spaces. Raises ``Invalid`` for one that is no plain name, or that
    means a role."""
    name = " ".join(unicodedata.normalize("NFKC", typed).split())
    is_plain = all(unicodedata.category(sign)[0] in "LMN" or sign in SIGNS for sign in name)
    if len(name) not in GUEST_NAME or not is_plain or not name[0].isalnum():
        raise Invalid(_("Use 2 to 24 letters, digits, spaces, _ - ' or . in a name here."))
    if is_reserved(club_skeleton(name)) or is_reserved(name.casefold().replace(" ", "-")):
        raise Invalid(_("This name would mislead people. Choose another one."))
    return name


def checked_guest_name(event: Event, typed: str) -> str:
    """The name of a new guest of `event`.

    Raises ``Invalid`` as ``plain_guest_name``, ``Conflict`` for one that looks like that of another
    entrant, an arbiter or a member of the club.
    """
    name = plain_guest_name(typed)
    form = club_skeleton(name)
    rows = Entrant.objects.filter(event=event).select_related("account")
    rival_names = [
        *map(str, rows),
        *(row.guest for row in rows if row.guest),
        *event.arbiters.values_list("account__username", flat=True),
    ]
    if event.club is not None:
        rival_names += current_members(event.club).values_list("account__username", flat=True)
    if any(club_skeleton(other) == form for other in rival_names):
        raise Conflict(
            _("“%(name)s” is too similar to the name of another player here.") % {"name": name}
        )
    return name


def checked_team_name(event: Event, typed: str) -> str:
    """The name of a team of `event`, as it was written first: look-alikes are the same.

    Raises ``Invalid`` as ``plain_guest_name``. It may be the name of an entrant, too.
    """
    name = plain_guest_name(typed)
    form = club_skeleton(name)
    teams = Entrant.objects.filter(event=event).exclude(team="").values_list("team", flat=True)
    return next((team for team in teams if club_skeleton(team) == form), name)
