"""One game is one game: which record holds the identity that a log has.

A log with the colours exchanged, or with another profile in its header, has another fingerprint and
the same identity (``engine.identity``). The database lets one record hold it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from engine import read_log
from games.judging.pending_result import PendingResult
from games.models import Game, Identity
from web.bulk_insert import insert_missing
from web.errors import Conflict
from web.public_id import game_id


def find_stored_games(results: Iterable[PendingResult]) -> None:
    """Set the game of those that are here already: by fingerprint, else by identity. Those that
    may take an identity over find nothing. At most three queries."""
    results = [pending for pending in results if pending.game is None]
    if not results:
        return
    games = Game.objects.filter(fingerprint__in={pending.fingerprint for pending in results})
    by_fingerprint = {game.fingerprint: game for game in games.defer("log")}
    for pending in results:
        pending.game = by_fingerprint.get(pending.fingerprint)
    unmatched = [pending for pending in results if pending.game is None]
    for pending, holder in zip(unmatched, _holders(unmatched), strict=True):
        pending.game = None if holder is None or pending.displaces(holder) else holder


def accept_recorded_results(results: Sequence[PendingResult]) -> None:
    """Accept logs that the engine refuses only for the result they claim, if that is the result of
    the game on record, by its seats or in its log: they are copies of what this site shows, while a
    new engine counts otherwise. At most two queries."""
    refused = {
        legal.fields["fingerprint"]
        for pending in results
        if (legal := pending.verdict.without_result)
    }
    if not refused:
        return
    games = Game.objects.filter(fingerprint__in=refused).prefetch_related("seats")
    recorded = {game.fingerprint: _recorded_results(game) for game in games}
    for pending in results:
        legal, refusal = pending.verdict.without_result, pending.verdict.refusal
        if legal is None or refusal is None:
            continue
        if refusal.get("claimed") in recorded.get(legal.fields["fingerprint"], []):
            pending.verdict = legal


def take_identities(results: Sequence[PendingResult]) -> tuple[set[str], list[Game]]:
    """Give each of `results`, which are not here yet, its identity, unless another game has it.
    Gives the identities that their games hold now, and the games that had to give theirs up to one
    that was played here; they are void now, and the caller settles them. One statement where no
    game has one of them."""
    by_id = {game_id(pending.fingerprint): pending for pending in results}
    free = _take(by_id)
    owned = {pending.identity for pk, pending in by_id.items() if pk in free}
    if not (blocked := {pk: by_id[pk] for pk in by_id.keys() - free}):
        return owned, []
    released = _release_identities(list(blocked.values()))
    _take(blocked)
    identities = [pending.identity for pending in blocked.values()]
    rows = Identity.objects.filter(digest__in=identities, game__in=blocked, holds=True)
    return owned | set(rows.values_list("digest", flat=True)), released


def restore_identity(game: Game) -> None:
    """A void `game` is restored. Raises ``Conflict`` if another record holds its identity now."""
    row = Identity.objects.select_for_update().filter(game=game).first()
    if row is None or row.holds:
        return
    other = Identity.objects.filter(digest=row.digest, holds=True).first()
    if other is not None:
        raise Conflict(
            _("This site already has the same game: %(game)s.") % {"game": other.game_id}
        )
    row.holds = True
    row.save(update_fields=["holds"])


def twin_of(game: Game) -> Game | None:
    """The record that holds the identity of `game`, if it is not `game` itself."""
    row = Identity.objects.filter(game=game, holds=False).first()
    if row is None:
        return None
    other = Identity.objects.filter(digest=row.digest, holds=True).select_related("game")
    return next((pending.game for pending in other.defer("game__log")), None)


# --- inside -------------------------------------------------------------------


def _take(by_id: Mapping[str, PendingResult]) -> set[object]:
    """Identities for games, by id, where no other game has them. Gives the ids that have theirs."""
    rows = [Identity(game_id=pk, digest=pending.identity) for pk, pending in by_id.items()]
    rows.sort(key=lambda row: row.digest)  # so that no two wait for each other
    return insert_missing(rows)


def _recorded_results(game: Game) -> list[dict[str, int]]:
    """Points by colour: of the seats, and those that the log on record claims."""
    by_seat = {seat.colour: seat.points for seat in game.seats.all()}
    header = read_log(game.log).header
    claimed = zip(header.setup.seats, header.result or (), strict=False)
    return [by_seat, {colour.word: points for colour, points in claimed}]


def _holders(results: Sequence[PendingResult]) -> list[Game | None]:
    if not results:
        return []
    rows = Identity.objects.filter(digest__in={pending.identity for pending in results}, holds=True)
    by_digest = {row.digest: row.game for row in rows.select_related("game").defer("game__log")}
    return [by_digest.get(pending.identity) for pending in results]


def _release_identities(results: Sequence[PendingResult]) -> list[Game]:
    """Take the identities from the games that are displaced. They stay locked meanwhile, so that
    they are not restored."""
    by_identity = {pending.identity: pending for pending in results}
    rows = Identity.objects.filter(digest__in=by_identity, holds=True).order_by("game_id")
    games = Game.objects.defer("log").select_for_update(no_key=True).order_by("pk")
    released = []
    for row in rows:
        game = games.get(pk=row.game_id)
        pending = by_identity[row.digest]
        if game.fingerprint == pending.fingerprint or not pending.displaces(game):
            continue
        Identity.objects.filter(pk=row.pk).update(holds=False)
        if not game.void_reason:
            new_id = game_id(pending.fingerprint)
            game.void_reason = _("The same game was played on this site: %(game)s.") % {
                "game": new_id
            }
            game.save(update_fields=["void_reason"])
            released.append(game)
    return released
