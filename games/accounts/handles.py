"""Handles: reserved ones, and handles completed while they are typed, from what everybody can read
in the list of players."""

from __future__ import annotations

import re
from typing import Final

from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from drawing.text.names import COMPUTER
from engine.computer import LEVELS
from engine.vocabulary import Colour
from games.models import Account, Player, Seat
from games.pseudonyms import NUMBERED
from games.standing.resolve_players import ensure_player
from web.errors import TooBusy
from web.rate_limits import HANDLES

MISLEADING: Final = """
    admin administrator anonymous api arbiter arbiters bank computer everybody everyone guest help
    imhotep login logout me moderator moderators nobody none null player players root search signup
    site staff superuser support system undefined webmaster www you
"""
LOOK_ALIKES: Final = str.maketrans("0134578i_", "oleastbl-")
"""Digits for the letters that they look like; i, which is l with a dot; one sign between."""

MAX_HANDLES: Final = 8
FEWEST_CHARACTERS: Final = 2
"""Of a handle of a person who is no former opponent."""
BEGINNING: Final = re.compile(r"([a-z0-9][a-z0-9_-]{0,23})?")
GAMES: Final = 200
"""One's last seats, in whose games opponents are looked for."""


def typed_handle(typed: str) -> str:
    """The handle that is meant by one typed as logs have it, or with capitals."""
    return typed.strip().removeprefix("@").lower()


def person_called(typed: str) -> Account | None:
    """The account of a person by the handle that was typed, with a sign or without; none for a
    computer player, a guest or a closed account. One query."""
    handle = typed_handle(typed)
    if not handle.isprintable():
        return None
    people = Account.objects.filter(is_active=True, computer="", guest="")
    return people.filter(username=handle).first()


def is_reserved(handle: str) -> bool:
    """True for a handle that would mislead: a role, a word of the log, a page, a computer player,
    the pseudonym of a closed account, or one that looks like any of these."""
    skeleton = handle_skeleton(handle)
    return (
        NUMBERED.fullmatch(handle) is not None
        or skeleton.replace("-", "") in RESERVED_SKELETONS
        or skeleton.startswith(COMPUTERS)
    )


def handle_skeleton(handle: str) -> str:
    """Form in which handles that look alike are equal (as skeletons of Unicode TS 39)."""
    return handle.translate(LOOK_ALIKES).replace("rn", "m").replace("vv", "w")


def completed(account: Account, begun: str) -> list[str]:
    """Handles that begin with `begun`, without the sign: of former opponents of `account`, the
    last first, then of others by name. Addresses and real names are not looked at.

    Raises ``Busy`` when too much was asked.
    """
    if not HANDLES.allows(str(account.pk)):
        raise TooBusy(_("Too many requests. Try again in a minute."))
    begun = begun.strip().removeprefix("@").lower()
    if not BEGINNING.fullmatch(begun):
        return []
    opponents = list(_opponents(account, begun)[:MAX_HANDLES])
    if len(begun) >= FEWEST_CHARACTERS and len(opponents) < MAX_HANDLES:
        strangers = _people(begun).exclude(name__in=opponents).exclude(account=account)
        opponents += strangers.order_by("name").values_list("name", flat=True)[
            : MAX_HANDLES - len(opponents)
        ]
    return opponents


# --- inside -------------------------------------------------------------------


RESERVED_SKELETONS: Final = frozenset(
    handle_skeleton(word).replace("-", "")
    for word in [*MISLEADING.split(), *LEVELS, *(colour.word for colour in Colour)]
)
COMPUTERS: Final = (handle_skeleton(COMPUTER), handle_skeleton("search-"))


def _people(begun: str) -> QuerySet[Player]:
    """Players of accounts that can log in, and are people."""
    rows = Player.objects.filter(account__is_active=True, account__computer="", merged_into=None)
    return rows.filter(name__startswith=begun)


def _opponents(account: Account, begun: str) -> QuerySet[Player, str]:
    me = ensure_player(account)
    seats = Seat.objects.filter(player=me).order_by("-game__accepted_at")
    games = list(seats.values_list("game", flat=True)[:GAMES])
    rows = _people(begun).filter(seats__game__in=games).exclude(pk=me.pk)
    last = rows.annotate(last=Max("seats__game__accepted_at")).order_by("-last", "name")
    return last.values_list("name", flat=True)
