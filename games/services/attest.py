"""Players confirm a game, dispute it, take the dispute back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import Conflict, Invalid, NotAllowed
from games.models import Account, Attestation, Dispute, Game, Seat
from games.services.standing import locked, settle

LONGEST_REASON = 2000
"""Characters."""


@dataclass(frozen=True, slots=True)
class Part:
    """What an account has to do with a game."""

    seated: bool
    attested: bool
    dispute: Dispute | None
    """The one that is open."""


def part_of(account: Account, game: Game) -> Part:
    """For a page that offers to confirm or to dispute; three queries."""
    return Part(
        seated=_sits(account, game),
        attested=game.attestations.filter(account=account, fingerprint=game.fingerprint).exists(),
        dispute=game.disputes.filter(account=account, closed_at=None).first(),
    )


def attest(account: Account, game: Game) -> None:
    """`account` confirms that this is the game that was played. Twice is no more than once.

    Raises ``NotAllowed`` unless the account sits in the game, ``Conflict`` while it disputes it.
    """
    _must_sit(account, game)
    with transaction.atomic():
        (row,) = locked([game.pk])
        if row.disputes.filter(account=account, closed_at=None).exists():
            raise Conflict(_("You dispute this game; take that back first."))
        _add(account, [row], by_uploading=False)
        settle([game])


def attest_by_uploading(account: Account, games: Sequence[Game]) -> None:
    """Whoever uploads a game and sits in it confirms it by that. Whoever calls settles afterwards.

    Two queries for any number of games. Games in which the account has no seat are left alone.
    """
    ids = [game.pk for game in games]
    seats = Seat.objects.filter(game__in=ids, player__account=account)
    his = set(seats.values_list("game_id", flat=True))
    _add(account, [game for game in games if game.pk in his], by_uploading=True)


def dispute(account: Account, game: Game, reason: str) -> Dispute:
    """`account` says that the game was not so: it is not rated until that is settled.

    Raises ``NotAllowed`` unless the account sits in the game, ``Invalid`` without a reason,
    ``Conflict`` while it disputes the game already, or if the game is void.
    """
    _must_sit(account, game)
    reason = checked_reason(reason)
    with transaction.atomic():
        (row,) = locked([game.pk])
        if row.void_reason:
            raise Conflict(_("This game is void already."))
        if row.disputes.filter(account=account, closed_at=None).exists():
            raise Conflict(_("You dispute this game already."))
        opened = Dispute.objects.create(game=row, account=account, reason=reason)
        settle([game])
    return opened


def withdraw(account: Account, game: Game) -> None:
    """`account` takes its open dispute back; ``Conflict`` if there is none."""
    with transaction.atomic():
        (row,) = locked([game.pk])
        mine = row.disputes.filter(account=account, closed_at=None)
        if not mine.update(closed_at=timezone.now(), closed_by=account):
            raise Conflict(_("You have no open dispute about this game."))
        settle([game])


def checked_reason(reason: str) -> str:
    """`reason` without space around it; ``Invalid`` if nothing is left, or too much."""
    reason = reason.strip()
    if not reason:
        raise Invalid(_("Please say why."))
    if len(reason) > LONGEST_REASON:
        raise Invalid(
            _("A reason has at most %(most)d characters.") % {"most": LONGEST_REASON},
        )
    if "\x00" in reason:
        raise Invalid(_("A reason is plain text."))
    return reason


# --- inside -------------------------------------------------------------------


def _sits(account: Account, game: Game) -> bool:
    return Seat.objects.filter(game=game, player__account=account).exists()


def _must_sit(account: Account, game: Game) -> None:
    if not _sits(account, game):
        raise NotAllowed(_("Only the players of a game can do that."))


def _add(account: Account, games: Sequence[Game], *, by_uploading: bool) -> None:
    Attestation.objects.bulk_create(
        (
            Attestation(
                game=game,
                account=account,
                fingerprint=game.fingerprint,
                by_uploading=by_uploading,
            )
            for game in games
        ),
        ignore_conflicts=True,
    )
