"""No moderator decides in their own affair: which affairs are whose.

Each function says in a sentence why `who` may not decide about something, and nothing if they may.
Moderators and superusers alike; every service that decides asks before it does. What is decided at
tables is in ``tables.chat`` and ``tables.ending``.
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
from games.ports import port
from games.standing.resolve_players import current_players
from web.errors import NotAllowed


def must_be_impartial(refusal: str) -> None:
    """Raise ``NotAllowed`` with the sentence, if there is one."""
    if refusal:
        raise NotAllowed(refusal)


def conflict_in_game(moderator: Account, game: Game) -> str:
    """They sit in it, or vouch for it as an arbiter, also of a club."""
    if _sits(moderator, Q(game=game)):
        return _("You have a seat in this game: another moderator has to decide.")
    voucher = port().club_vouchers([game]).get(game.pk)
    if moderator.pk in (game.arbiter_id, voucher and voucher.account):
        return _("You confirmed this game as an arbiter: another moderator has to decide.")
    return ""


def conflict_in_seats(moderator: Account, game: Game, names: Sequence[str]) -> str:
    """They sit in the game, would by `names`, or have claimed a seat in it."""
    if f"@{moderator.username}" in (name.lower() for name in names):
        return _("This would give you a seat in the game: another moderator has to decide.")
    if game.seat_claims.filter(account=moderator).exists():
        return _("You have contested these seats: another moderator has to decide.")
    return conflict_in_game(moderator, game)


def conflict_in_dispute(moderator: Account, dispute: Dispute) -> str:
    """They opened it, or it is about a game of theirs."""
    if dispute.account_id == moderator.pk:
        return _("This is your own dispute: another moderator has to decide.")
    return conflict_in_game(moderator, dispute.game)


def conflict_in_discrepancy(moderator: Account, row: Discrepancy) -> str:
    """They brought the other log, or one of the two logs names them."""
    if row.account_id == moderator.pk:
        return _("You uploaded one of these logs: another moderator has to decide.")
    if f"@{moderator.username}" in (name.lower() for name in row.names):
        return _("You have a seat in this game: another moderator has to decide.")
    return conflict_in_game(moderator, row.game)


def conflict_in_pattern(moderator: Account, pattern: Pattern) -> str:
    """It names them, or they sit in a game of it, or vouch for one."""
    named = Player.objects.filter(pk__in=pattern.facts.get("players", []), account=moderator)
    vouched = Game.objects.filter(pk__in=pattern.games, arbiter=moderator)
    if named.exists() or vouched.exists() or _sits(moderator, Q(game__in=pattern.games)):
        return _("This is about your own games: another moderator has to decide.")
    return ""


def conflict_in_report(moderator: Account, report: Report) -> str:
    """They made it, or it is about them, or about a game of theirs."""
    if report.account_id == moderator.pk:
        return _("This is your own report: another moderator has to decide.")
    if report.player is not None and report.player.account_id == moderator.pk:
        return _("This is about your own player: another moderator has to decide.")
    return conflict_in_game(moderator, report.game) if report.game else ""


def conflict_in_upload(moderator: Account, upload: Upload) -> str:
    """They uploaded it."""
    if upload.account_id == moderator.pk:
        return _("You uploaded this: another moderator has to decide.")
    return ""


def conflict_in_note(moderator: Account, note: Note) -> str:
    """They wrote it, or sit in the game that it is about."""
    if note.account_id == moderator.pk:
        return _("This is your own note: another moderator has to decide.")
    if _sits(moderator, Q(game=note.game_id)):
        return _("You have a seat in this game: another moderator has to decide.")
    return ""


def conflict_in_numbers(moderator: Account, accounts: Sequence[Account]) -> str:
    """They said these numbers of a board, or confirmed them."""
    if moderator.pk in (account.pk for account in accounts):
        return _("You reported or confirmed these numbers: another moderator has to decide.")
    return ""


def conflict_in_token(moderator: Account, token: ApiToken) -> str:
    """It is theirs."""
    if token.account_id == moderator.pk:
        return _("This is your own token: revoke it on the page of your account.")
    return ""


def conflict_in_account(moderator: Account, account: Account) -> str:
    """It is theirs."""
    if account.pk == moderator.pk:
        return _("This is your own account: another moderator has to decide.")
    return ""


def conflict_in_claim(moderator: Account, claim: Merge) -> str:
    """They claim, or sat at a table with the guest. The uploader who knows the guest is asked as
    an uploader, and is no moderator in this."""
    if claim.guest.known_to_id == moderator.pk:
        return ""
    if claim.requested_by_id == moderator.pk:
        return _("This is your own claim: another moderator has to decide.")
    return conflict_in_merge(moderator, claim.guest, claim.into)


def conflict_in_merge(moderator: Account, *players: Player) -> str:
    """One of the players is theirs, or they claim to be the first of them, or that one sits in a
    game of theirs: the seats that move are those of the first."""
    holders = current_players(players)
    if any(player.account_id == moderator.pk for player in holders):
        return _("This is about your own player: another moderator has to decide.")
    if players[0].claims.filter(requested_by=moderator, decided_at=None).exists():
        return _("You claim to be this guest: another moderator has to decide.")
    if _sits(moderator, Q(game__seats__player=holders[0])):
        return _("You sat at a table with this player: another moderator has to decide.")
    return ""


def _sits(account: Account, condition: Q) -> bool:
    return Seat.objects.filter(condition, player__account=account).exists()
