"""No moderator decides in their own affair: which affairs are whose.

Each function says in a sentence why `who` may not decide about something, and nothing if they may.
Moderators and superusers alike; every service that decides asks before it does. What is decided at
tables is in ``tables.services.conflicts_of_interest``.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Q
from django.utils.translation import gettext as _

from games.models import (
    Account,
    ApiToken,
    Discrepancy,
    Dispute,
    Game,
    Merge,
    Note,
    Pattern,
    Player,
    Report,
    Seat,
    Upload,
)
from games.standing.resolve_players import ends
from web.errors import NotAllowed


def must_be_impartial(why_not: str) -> None:
    """Raise ``NotAllowed`` with the sentence, if there is one."""
    if why_not:
        raise NotAllowed(why_not)


def of_game(who: Account, game: Game) -> str:
    """They sit in it, or vouch for it as an arbiter."""
    if _sits(who, Q(game=game)):
        return _("You sit in this game: another moderator has to decide.")
    if game.arbiter_id == who.pk:
        return _("You vouch for this game: another moderator has to decide.")
    return ""


def of_seats(who: Account, game: Game, names: Sequence[str]) -> str:
    """They sit in the game, would by `names`, or have claimed a seat in it."""
    if f"@{who.username}" in (name.lower() for name in names):
        return _("You would sit in this game: another moderator has to decide.")
    if game.seat_claims.filter(account=who).exists():
        return _("You have contested these seats: another moderator has to decide.")
    return of_game(who, game)


def of_dispute(who: Account, dispute: Dispute) -> str:
    """They opened it, or it is about a game of theirs."""
    if dispute.account_id == who.pk:
        return _("This is your own dispute: another moderator has to decide.")
    return of_game(who, dispute.game)


def of_discrepancy(who: Account, row: Discrepancy) -> str:
    """They brought the other log, or one of the two logs names them."""
    if row.account_id == who.pk:
        return _("You brought one of these logs: another moderator has to decide.")
    if f"@{who.username}" in (name.lower() for name in row.names):
        return _("You sit in this game: another moderator has to decide.")
    return of_game(who, row.game)


def of_pattern(who: Account, pattern: Pattern) -> str:
    """It names them, or they sit in a game of it, or vouch for one."""
    named = Player.objects.filter(pk__in=pattern.facts.get("players", []), account=who)
    vouched = Game.objects.filter(pk__in=pattern.games, arbiter=who)
    if named.exists() or vouched.exists() or _sits(who, Q(game__in=pattern.games)):
        return _("This is about games of yours: another moderator has to decide.")
    return ""


def of_report(who: Account, report: Report) -> str:
    """They made it, or it is about them, or about a game of theirs."""
    if report.account_id == who.pk:
        return _("This is your own report: another moderator has to decide.")
    if report.player is not None and report.player.account_id == who.pk:
        return _("This is about your own player: another moderator has to decide.")
    return of_game(who, report.game) if report.game else ""


def of_upload(who: Account, upload: Upload) -> str:
    """They uploaded it."""
    if upload.account_id == who.pk:
        return _("You uploaded this: another moderator has to decide.")
    return ""


def of_note(who: Account, note: Note) -> str:
    """They wrote it, or sit in the game that it is about."""
    if note.account_id == who.pk:
        return _("This is your own note: another moderator has to decide.")
    if _sits(who, Q(game=note.game_id)):
        return _("You sit in this game: another moderator has to decide.")
    return ""


def of_numbers(who: Account, accounts: Sequence[Account]) -> str:
    """They said these numbers of a board, or confirmed them."""
    if who.pk in (account.pk for account in accounts):
        return _("You are one of those who say so: another moderator has to decide.")
    return ""


def of_token(who: Account, token: ApiToken) -> str:
    """It is theirs."""
    if token.account_id == who.pk:
        return _("This is your own token: revoke it on the page of your account.")
    return ""


def of_account(who: Account, account: Account) -> str:
    """It is theirs."""
    if account.pk == who.pk:
        return _("This is your own account: another moderator has to decide.")
    return ""


def of_claim(who: Account, claim: Merge) -> str:
    """They claim, or sat at a table with the guest. The uploader who knows the guest is asked as
    an uploader, and is no moderator in this."""
    if claim.guest.known_to_id == who.pk:
        return ""
    if claim.requested_by_id == who.pk:
        return _("This is your own claim: another moderator has to decide.")
    return of_merge(who, claim.guest, claim.into)


def of_merge(who: Account, *players: Player) -> str:
    """One of the players is theirs, or they claim to be the first of them, or that one sits in a
    game of theirs: the seats that move are those of the first."""
    held = ends(players)
    if any(player.account_id == who.pk for player in held):
        return _("This is about your own player: another moderator has to decide.")
    if players[0].claims.filter(requested_by=who, decided_at=None).exists():
        return _("You claim to be this guest: another moderator has to decide.")
    if _sits(who, Q(game__seats__player=held[0])):
        return _("You sat at a table with this player: another moderator has to decide.")
    return ""


def _sits(who: Account, where: Q) -> bool:
    return Seat.objects.filter(where, player__account=who).exists()
