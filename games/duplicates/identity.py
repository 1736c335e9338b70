"""One game is one game: which record holds the identity that a log has.

A log with the colours exchanged, or with another profile in its header, has another fingerprint and
the same identity (``engine.identity``). The database lets one record hold it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from games.intake.pending_result import Result
from games.models import Game, Identity, Seat
from web.errors import Conflict
from web.public_id import game_id


def find(results: Iterable[Result]) -> None:
    """Set the game of those that are here already: by fingerprint, else by identity. Those that
    may take an identity over find nothing. At most three queries."""
    results = [one for one in results if one.game is None]
    if not results:
        return
    games = Game.objects.filter(fingerprint__in={one.fingerprint for one in results})
    here = {game.fingerprint: game for game in games.defer("log")}
    for one in results:
        one.game = here.get(one.fingerprint)
    rest = [one for one in results if one.game is None]
    for one, holder in zip(rest, _holders(rest), strict=True):
        one.game = None if holder is None or _gives_way(holder, one) else holder


def take(results: Sequence[Result]) -> list[Game]:
    """Give each of `results`, which are not here yet, its identity. Where another game has it
    meanwhile, nothing happens: see ``held``. Gives the games that had to give theirs up to one
    that was played here; they are void now, and the caller settles them."""
    given_up = _given_up(results)
    rows = [Identity(game_id=game_id(one.fingerprint), digest=one.identity) for one in results]
    rows.sort(key=lambda row: row.digest)  # so that no two wait for each other
    Identity.objects.bulk_create(rows, ignore_conflicts=True)
    return given_up


def held(results: Iterable[Result]) -> set[str]:
    """Those of the identities that the games of `results` hold, or will when they are stored."""
    wanted = {one.identity: game_id(one.fingerprint) for one in results}
    rows = Identity.objects.filter(digest__in=wanted, holds=True).values_list("digest", "game_id")
    return {digest for digest, game in rows if wanted[digest] == game}


def hold_again(game: Game) -> None:
    """A void `game` is restored. Raises ``Conflict`` if another record holds its identity now."""
    row = Identity.objects.select_for_update().filter(game=game).first()
    if row is None or row.holds:
        return
    other = Identity.objects.filter(digest=row.digest, holds=True).first()
    if other is not None:
        raise Conflict(_("The same game stands here as %(game)s.") % {"game": other.game_id})
    row.holds = True
    row.save(update_fields=["holds"])


def twin_of(game: Game) -> Game | None:
    """The record that holds the identity of `game`, if it is not `game` itself."""
    row = Identity.objects.filter(game=game, holds=False).first()
    if row is None:
        return None
    other = Identity.objects.filter(digest=row.digest, holds=True).select_related("game")
    return next((one.game for one in other.defer("game__log")), None)


# --- inside -------------------------------------------------------------------


def _holders(results: Sequence[Result]) -> list[Game | None]:
    if not results:
        return []
    rows = Identity.objects.filter(digest__in={one.identity for one in results}, holds=True)
    found = {row.digest: row.game for row in rows.select_related("game").defer("game__log")}
    return [found.get(one.identity) for one in results]


def _gives_way(holder: Game, one: Result) -> bool:
    """To a game that was played here, which the site saw; and a void game to a log that says that
    the result was another, say because the void one named the wrong sides."""
    if one.from_table and not holder.played_here:
        return True
    return holder.void_reason != "" and _points(holder) != one.points


def _points(game: Game) -> list[int]:
    seats = Seat.objects.filter(game=game).order_by("number")
    return list(seats.values_list("points", flat=True))


def _given_up(results: Sequence[Result]) -> list[Game]:
    """Take the identities from the games that give way. They stay locked meanwhile, so that
    they are not restored."""
    wanted = {one.identity: one for one in results}
    rows = Identity.objects.filter(digest__in=wanted, holds=True).order_by("game_id")
    games = Game.objects.defer("log").select_for_update(no_key=True).order_by("pk")
    given_up = []
    for row in rows:
        game = games.get(pk=row.game_id)
        one = wanted[row.digest]
        if game.fingerprint == one.fingerprint or not _gives_way(game, one):
            continue
        Identity.objects.filter(pk=row.pk).update(holds=False)
        if not game.void_reason:
            made = game_id(one.fingerprint)
            game.void_reason = _("The same game was played here: %(game)s.") % {"game": made}
            game.save(update_fields=["void_reason"])
            given_up.append(game)
    return given_up
