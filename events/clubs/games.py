"""Games of a club: brought for it by an upload, or added afterwards by a player of the game."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext as _

from events.clubs.locks import (
    find_club,
    lock_open_club,
    membership_of,
    must_organise,
    not_too_often,
)
from events.models import Club, ClubGame, ClubUpload
from games.models import Account, Game, Seat, Upload
from web.errors import Conflict, Invalid, NotAllowed, NotThere


def check_upload_for(account: Account, slug: str) -> None:
    """Raises ``Invalid`` unless `account` is a member of the open club at this address."""
    _club_of_member(account, slug)


def bring_upload_for(account: Account, slug: str, upload: Upload) -> None:
    """The games of `upload` are games of the club from the time when they are judged. Raises
    ``Invalid`` unless `account` is a member of the club, which is open."""
    ClubUpload.objects.create(upload=upload, club=_club_of_member(account, slug))


def adopt_uploaded_games(game_ids: Collection[str]) -> None:
    """Games that were judged just now become games of the clubs that they were brought for. One
    query, and one more where there are some."""
    rows = ClubUpload.objects.filter(upload__submissions__first_of__in=game_ids)
    pairs = rows.values_list("upload__submissions__first_of", "club", "upload__account")
    game_keys = set(game_ids)
    ClubGame.objects.bulk_create(
        [
            ClubGame(game_id=game, club_id=club, added_by_id=account)
            for game, club, account in pairs
            if game in game_keys
        ],
        ignore_conflicts=True,
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
            raise NotThere(_("This is no game of the club."))
        if row.words.filter(game=game).exists():
            raise Conflict(_("An arbiter of the club has vouched for this game: it stays."))
        rows.delete()


# --- inside -------------------------------------------------------------------


def _club_of_member(account: Account, slug: str) -> Club:
    try:
        club = find_club(slug)
    except NotThere as refusal:
        raise Invalid(refusal.message) from None
    if not club.is_open or membership_of(account, club) is None:
        raise Invalid(_("You are no member of this club, or it is closed."))
    return club
