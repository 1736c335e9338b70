"""Games of a club: brought for it by an upload, or added afterwards by a player of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from events.clubs.locks import (
    find_club,
    lock_open_club,
    membership_of,
    must_organise,
    not_too_often,
)
from events.models import Club, ClubGame, ClubMember
from games.models import Account, Game, Seat, Upload
from games.ports import RecordedGame
from web.errors import Conflict, Invalid, NotAllowed, NotThere

CLUB_MARK: Final = "club:"
"""Before the address of a club in ``Upload.occasion``."""


def check_club_of_member(account: Account, slug: str) -> None:
    """Raises ``Invalid`` unless `account` is a member of the open club at this address."""
    try:
        club = find_club(slug)
    except NotThere as refusal:
        raise Invalid(refusal.message) from None
    if not club.is_open or membership_of(account, club) is None:
        raise Invalid(_("You are not a member of this club, or it is closed."))


def adopt_brought_games(recorded: Sequence[RecordedGame]) -> None:
    """Games become games of the clubs that they were brought for, by a member who uploaded them
    first or sits in them. A game that has a club keeps it. No query without such a game, else
    four."""
    named_clubs = [
        (mark.removeprefix(CLUB_MARK), row.uploader, row.game)
        for row in recorded
        for mark in row.occasion.split()
        if mark.startswith(CLUB_MARK)
    ]
    if not named_clubs:
        return
    slugs, accounts, games = map(set, zip(*named_clubs, strict=True))
    members = ClubMember.objects.filter(
        club__slug__in=slugs, club__closed_at=None, account__in=accounts, until=None
    )
    club_by_member = {
        (slug, account): club
        for slug, account, club in members.values_list("club__slug", "account", "club")
    }
    seats = Seat.objects.filter(game__in=games, player__account__in=accounts)
    entitled = set(seats.values_list("player__account", "game"))
    first = Upload.objects.filter(submissions__first_of__in=games)
    entitled |= set(first.values_list("account", "submissions__first_of"))
    ClubGame.objects.bulk_create(
        [
            ClubGame(game_id=game, club_id=club_by_member[slug, account], added_by_id=account)
            for slug, account, game in named_clubs
            if (slug, account) in club_by_member and (account, game) in entitled
        ],
        ignore_conflicts=True,
    )


def adopt_game_of_event(club: Club, game: Game, account: Account) -> None:
    """The result of a table at an event of an open `club` becomes a game of the club, whether or
    not `account`, which brought it, is a member: the club's arbiters seated the table. A game that
    has a club keeps it."""
    if club.is_open:
        ClubGame.objects.get_or_create(
            game_id=game.pk, defaults={"club": club, "added_by": account}
        )


def add_game(account: Account, club: Club, game: Game) -> None:
    """A member adds a game to the club: one in which they sit, or that they uploaded. Twice is
    once.

    Raises ``NotAllowed``, ``Conflict`` for a closed club or the game of another one, ``TooBusy``.
    """
    if membership_of(account, club) is None:
        raise NotAllowed(_("Only members of the club can do that."))
    uploader = Upload.objects.filter(submissions__first_of=game, account=account)
    sits = Seat.objects.filter(game=game, player__account=account)
    if not (sits.exists() or uploader.exists()):
        raise NotAllowed(_("Only a player of the game, or its uploader, can do that."))
    not_too_often(account)
    with transaction.atomic():
        row = lock_open_club(club)
        stored, _new = ClubGame.objects.get_or_create(
            game_id=game.pk, defaults={"club": row, "added_by": account}
        )
        if stored.club_id != row.pk:
            raise Conflict(_("This game belongs to another club."))


def take_game_out(account: Account, club: Club, game: Game) -> None:
    """An officer takes a game out of the club, unless an arbiter of the club has vouched for it.
    Raises ``NotAllowed``, ``NotThere`` for a game of another club, ``Conflict``, ``TooBusy``."""
    must_organise(account, club)
    not_too_often(account)
    with transaction.atomic():
        row = lock_open_club(club)
        rows = ClubGame.objects.filter(game=game, club=row)
        if not rows.exists():
            raise NotThere(_("This game does not belong to the club."))
        if row.words.filter(game=game).exists():
            raise Conflict(
                _("An arbiter of the club has confirmed this game. You can’t remove it.")
            )
        rows.delete()
