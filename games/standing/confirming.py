"""Confirming many games: all that wait for an account, several, or all that one uploader brought;
and one by a link in a mail.

A game in which the account itself was replaced is confirmed alone, on its page: that it left has
to be said.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import date
from typing import Final, NamedTuple

from django.core import signing
from django.db import transaction
from django.db.models import Count, QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from games.limits import CONFIRM_LINK, CONFIRMED_AT_ONCE
from games.models import Account, Attestation, Dispute, Game, Seat, SeatClaim, Standing
from games.queries import games_lapsed_for, games_waiting_for, verified_address
from games.standing.attest import apply_confirmations, attest, confirmed_before
from games.standing.decisions import CONFIRMING
from games.standing.standing import lock_games, settle
from web.errors import Invalid, NotAllowed, ServiceError

SALT: Final = "games.confirm-by-mail"
UPLOADERS: Final = 8


@dataclass(frozen=True)
class WaitingFilter:
    """Of the games that wait: those that `uploader` brought, played on the days `since` to
    `until`, in which the player of the handle `player` sat; those that have lapsed."""

    uploader: str = ""
    since: date | None = None
    until: date | None = None
    player: str = ""
    lapsed: bool = False


@dataclass
class ConfirmationOutcome:
    """The ids of the games that were confirmed, and why others were not."""

    done: list[str] = field(default_factory=list)
    left: dict[str, str] = field(default_factory=dict)


def waiting_games(account: Account, criteria: WaitingFilter) -> QuerySet[Game]:
    """The games that wait for `account` to confirm them, those played last first."""
    rows = games_lapsed_for(account) if criteria.lapsed else games_waiting_for(account)
    if criteria.uploader:
        rows = rows.filter(submission__upload__account__username=criteria.uploader)
    if criteria.since:
        rows = rows.filter(played_on__gte=criteria.since)
    if criteria.until:
        rows = rows.filter(played_on__lte=criteria.until)
    if criteria.player:
        seats = Seat.objects.filter(player__account__username=criteria.player)
        rows = rows.filter(pk__in=seats.values("game"))
    return rows.select_related("submission__upload__account")


class Uploader(NamedTuple):
    """`n` games that wait were brought by the account of this handle."""

    handle: str
    n: int


def uploaders_of_waiting(account: Account) -> list[Uploader]:
    """Uploaders of the games that wait for `account`, most first; at most ``UPLOADERS``. One
    query."""
    rows = (
        games_waiting_for(account).order_by().values_list("submission__upload__account__username")
    )
    return [Uploader(*row) for row in rows.annotate(n=Count("pk")).order_by("-n")[:UPLOADERS]]


def confirm_all_of(account: Account, uploader: str) -> ConfirmationOutcome:
    """`account` confirms what waits of one uploader, given by handle: ``CONFIRMED_AT_ONCE`` at a
    time, those played last first."""
    handle = uploader if uploader.isprintable() else ""
    rows = games_waiting_for(account).filter(submission__upload__account__username=handle)
    ids = list(rows.values_list("pk", flat=True)[:CONFIRMED_AT_ONCE])
    return confirm_games(account, ids)


def confirm_games(account: Account, ids: Collection[str]) -> ConfirmationOutcome:
    """`account` confirms these games, with a fixed number of queries. Raises ``Invalid`` for more
    than ``CONFIRMED_AT_ONCE``. Games that are not here, or in which it does not sit, are as if they
    were not named."""
    if len(ids) > CONFIRMED_AT_ONCE:
        raise Invalid(_("Choose at most %(most)d games at a time.") % {"most": CONFIRMED_AT_ONCE})
    ids = [pk for pk in ids if pk.isascii() and pk.isalnum()]
    outcome = ConfirmationOutcome()
    with transaction.atomic():
        rows = {row.pk: row for row in lock_games(ids)}
        seats = Seat.objects.filter(game__in=rows, player__account=account)
        gone_by_game = {seat.game_id: seat.is_given_up for seat in seats}
        outcome.left = _refusals(account, gone_by_game)
        games = [rows[pk] for pk in sorted(gone_by_game) if pk not in outcome.left]
        before = confirmed_before((account.pk, game) for game in games)
        Attestation.write((account.pk, game) for game in games)
        settle(games, actor=account, decision=CONFIRMING)
        apply_confirmations(account, games, before)
        outcome.done = [game.pk for game in games]
    return outcome


def _refusals(account: Account, gone_by_game: dict[str, bool]) -> dict[str, str]:
    """Why some of the games in `gone_by_game` cannot be confirmed among others."""
    left = {
        pk: _("The log says that you left. Confirm this game on its own page.")
        for pk, gone in gone_by_game.items()
        if gone
    }
    disputes = Dispute.objects.filter(game__in=gone_by_game, account=account, closed_at=None)
    claims = SeatClaim.objects.filter(game__in=gone_by_game, account=account, closed_at=None)
    for pk in disputes.values_list("game", flat=True):
        left[pk] = _("You are disputing this game. Withdraw your dispute first.")
    for pk in claims.values_list("game", flat=True):
        left[pk] = _("Your log names other players. Withdraw your claim to the seats first.")
    return left


# --- by a link in a mail ------------------------------------------------------


class ConfirmationLink(NamedTuple):
    """Subject of a link in a mail. `done`: the account has confirmed the game already."""

    account: Account
    game: Game
    done: bool


class LinkEnded(ServiceError):
    """The link is older than ``CONFIRM_LINK``, the seats were mended since, the account closed or
    moved to another address; or it was never one."""


def link_for(account: Account, game: Game) -> str:
    """The secret part of a link by which the owner of `account` confirms `game`, seated as it is
    now, and does nothing else."""
    payload = [account.pk, game.pk, game.seating, _mailbox(account)]
    return signing.dumps(payload, salt=SALT)


def confirmation_link_of(secret: str) -> ConfirmationLink:
    """Reads, and changes nothing. Raises ``LinkEnded``."""
    ended = LinkEnded(
        _("This link has expired. Log in to see the games that wait for your confirmation.")
    )
    try:
        account_id, game_id, seating, mailbox = signing.loads(
            secret, salt=SALT, max_age=CONFIRM_LINK
        )
    except (signing.BadSignature, ValueError, TypeError):
        raise ended from None
    account = Account.objects.filter(pk=account_id, is_active=True).first()
    game = Game.objects.filter(pk=game_id, seating=seating).defer("log").first()
    seat = Seat.objects.filter(game=game_id, player__account=account_id).first()
    if account is None or game is None or seat is None:
        raise ended
    if not constant_time_compare(mailbox, _mailbox(account)):
        raise ended
    attestations = Attestation.objects.filter(game=game, account=account, seating__gte=seat.since)
    return ConfirmationLink(account, game, attestations.exists())


def confirm_by_link(secret: str, *, left: bool) -> ConfirmationLink:
    """Confirm it. Raises ``LinkEnded``, and as ``attest.attest``; ``NotAllowed`` for a game that is
    void or refuted."""
    with transaction.atomic():
        link = confirmation_link_of(secret)
        (row,) = lock_games([link.game.pk])
        if row.seating != link.game.seating:
            raise LinkEnded(
                _("The seats of this game have been corrected since this link was sent.")
            )
        if row.standing in (Standing.VOID, Standing.REFUTED):
            raise NotAllowed(_("This game is void already."))
        if not link.done:
            attest(link.account, link.game, left=left)
    return link


def _mailbox(account: Account) -> str:
    """A link ends with the address to which it was sent."""
    return salted_hmac(SALT, verified_address(account)).hexdigest()[:16]
