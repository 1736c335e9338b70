"""Players confirm a game, dispute it, take the dispute back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games import notices
from games.models import Account, Attestation, Dispute, Game, Seat, SeatClaim, Standing
from games.models.notice import Kind
from games.ports import Cause, ChangeReason
from games.standing import disputing, reminders
from games.standing.decisions import CONFIRMING, PLAYER_DECISION
from games.standing.standing import lock_games, settle, standing_inputs
from web.errors import Conflict, Invalid, NotAllowed
from web.rate_limits import DISPUTES

LONGEST_REASON = 2000
"""Characters."""


@dataclass(frozen=True, slots=True)
class GameInvolvement:
    """An account's part in a game."""

    seated: bool
    attested: bool
    dispute: Dispute | None
    """The one that is open."""
    no_dispute: str
    """Why the account may not dispute the game now; empty if it may."""
    claim: SeatClaim | None
    """Of other seats; the one that is open."""
    replaced: bool
    """The log says that the account resigned, or that a computer player went on for it."""


def involvement_of(account: Account, game: Game) -> GameInvolvement:
    """For a page that offers to confirm or to dispute; four queries, and up to four for an account
    with a seat in it."""
    seat = Seat.objects.filter(game=game, player__account=account).order_by("-since").first()
    attestations = game.attestations.filter(account=account, fingerprint=game.fingerprint)
    return GameInvolvement(
        seated=seat is not None,
        attested=seat is not None and attestations.filter(seating__gte=seat.since).exists(),
        dispute=game.disputes.filter(account=account, closed_at=None).first(),
        no_dispute=disputing.dispute_refusal(account, game) if seat else "",
        claim=game.seat_claims.filter(account=account, closed_at=None).first(),
        replaced=seat is not None and seat.is_given_up,
    )


def attest(account: Account, game: Game, *, left: bool = False) -> None:
    """`account` confirms that this is the game that was played. Twice is no more than once.

    `left`: and that it did not play to the end, as the log says. Raises ``NotAllowed`` unless the
    account sits in the game; ``Conflict`` while it disputes the game, or says that the seats are
    others, or where it would have to say that it `left`.
    """
    _must_sit(account, game)
    with transaction.atomic():
        (row,) = lock_games([game.pk])
        if row.disputes.filter(account=account, closed_at=None).exists():
            raise Conflict(_("You are disputing this game. Withdraw your dispute first."))
        if row.seat_claims.filter(account=account, closed_at=None).exists():
            raise Conflict(
                _("Your log names other players. Withdraw your claim to the seats first.")
            )
        replaced_seat = next(
            (s for s in row.seats.filter(player__account=account) if s.is_given_up), None
        )
        if replaced_seat and not left:
            raise Conflict(_left_sentence(replaced_seat))
        before = confirmed_before([(account.pk, row)])
        Attestation.write([(account.pk, row)])
        settle([game], actor=account, decision=CONFIRMING)
        apply_confirmations(account, [game], before)


def confirmed_before(confirmations: Iterable[tuple[int, Game]]) -> set[tuple[int, str]]:
    """Those of these accounts and games that are confirmed already, seated as they are. One
    query."""
    requested = {(account, game.pk, game.seating) for account, game in confirmations}
    rows = Attestation.objects.filter(
        account__in={account for account, _game, _seating in requested},
        game__in={game for _account, game, _seating in requested},
    )
    stored = set(rows.values_list("account", "game", "seating")) if requested else set()
    return {(account, game) for account, game, _seating in requested & stored}


def apply_confirmations(
    account: Account, games: Sequence[Game], before: set[tuple[int, str]]
) -> None:
    """Follow-up after `account` has confirmed `games`, which are settled: those that wait for
    others wait from now on, and their uploaders are told. Of games that it had confirmed
    `before`, those that have lapsed wait again, and nothing else follows."""
    ids = [game.pk for game in games if (account.pk, game.pk) not in before]
    notices.mark_confirmed(account, ids)
    reminders.revive(ids, lapsed=[game.pk for game in games])
    still = Game.objects.filter(pk__in=ids, standing=Standing.WAITING).order_by("pk")
    rows = still.values_list("submission__upload__account", "pk")
    notices.notify_accounts(
        notices.PendingNotice(uploader, Kind.CONFIRMED, game, account.pk) for uploader, game in rows
    )


def attest_uploaded_games(account: Account, games: Sequence[Game]) -> None:
    """A player who uploads a game confirms it by that. The caller settles afterwards.

    Two queries for any number of games. Games in which the account has no seat are left alone.
    """
    ids = [game.pk for game in games]
    seats = Seat.objects.filter(game__in=ids, player__account=account)
    seated = set(seats.values_list("game_id", flat=True))
    Attestation.write(
        [(account.pk, game) for game in games if game.pk in seated], by_uploading=True
    )


def dispute(account: Account, game: Game, reason: str) -> Dispute:
    """`account` says that the game was not so, for a moderator to decide. What that does to the
    game meanwhile, ``disputing.effect_of`` says.

    Raises ``NotAllowed`` unless the account sits in the game, ``Invalid`` without a reason,
    ``Conflict`` if the game is void, or if there were too many (``disputing.dispute_refusal``).
    """
    _must_sit(account, game)
    _not_too_often(account)
    reason = checked_reason(reason)
    with transaction.atomic():
        Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        (row,) = lock_games([game.pk])
        if row.void_reason:
            raise Conflict(_("This game is void already."))
        if refusal := disputing.dispute_refusal(account, row):
            raise Conflict(refusal)
        effect = disputing.effect_of(row, standing_inputs([row])[row.pk])
        opened = Dispute.objects.create(game=row, account=account, reason=reason, effect=effect)
        change = ChangeReason(Cause.DISPUTED, f"dispute:{opened.pk}")
        settle([game], actor=account, reason=change, decision=PLAYER_DECISION)
    return opened


def take_back_dispute(account: Account, game: Game) -> None:
    """`account` takes its open dispute back, for good; ``Conflict`` if there is none."""
    _not_too_often(account)
    with transaction.atomic():
        (row,) = lock_games([game.pk])
        open_dispute = row.disputes.filter(account=account, closed_at=None).first()
        if open_dispute is None:
            raise Conflict(_("You have no open dispute about this game."))
        open_dispute.closed_at, open_dispute.closed_by = timezone.now(), account
        open_dispute.save(update_fields=["closed_at", "closed_by"])
        settle(
            [game],
            actor=account,
            reason=ChangeReason(Cause.DISPUTE_ENDED, f"dispute:{open_dispute.pk}"),
            decision=PLAYER_DECISION,
        )


def checked_reason(reason: str) -> str:
    """`reason` without space around it; ``Invalid`` if nothing is left, or too much."""
    reason = reason.strip()
    if not reason:
        raise Invalid(_("Please say why."))
    if len(reason) > LONGEST_REASON:
        raise Invalid(
            _("A reason can have at most %(most)d characters.") % {"most": LONGEST_REASON},
        )
    if "\x00" in reason:
        raise Invalid(_("Write the reason in plain text."))
    return reason


# --- inside -------------------------------------------------------------------


def _not_too_often(account: Account) -> None:
    if not DISPUTES.allows(str(account.pk)):
        raise Conflict(_("Too many requests. Try again in an hour."))


def _sits(account: Account, game: Game) -> bool:
    return Seat.objects.filter(game=game, player__account=account).exists()


def _must_sit(account: Account, game: Game) -> None:
    if not _sits(account, game):
        raise NotAllowed(
            _(
                "Only the players of this game can do that. If somebody else has your seat here, "
                "upload your own log, with your name on your seat."
            )
        )


# --- in words, before confirming ----------------------------------------------


def _left_sentence(seat: Seat) -> str:
    """Why a confirmation by the player of `seat` is not enough."""
    if seat.resigned_at is not None:
        template = _(
            "The log says that you resigned at move %(entry)d. Confirm that you resigned, or "
            "dispute the game."
        )
        return template % {"entry": seat.resigned_at}
    template = _(
        "The log says that you left at move %(entry)d. Confirm that you left, or dispute the game."
    )
    return template % {"entry": seat.replaced_at}


def seat_label(seat: Seat) -> str:
    """A player as pages show them; of a seat without one the name in the log, or the colour."""
    return str(seat.player or seat.name or seat.colour)


def before_confirming(
    seats: Iterable[Seat], called: Callable[[Seat], str] = seat_label
) -> list[str]:
    """A sentence for each seat whose player did not play to the end, with what follows from it;
    `called`: what the player of a seat is called there."""
    sentences = []
    for seat in sorted(seats, key=lambda seat: seat.number):
        words = {"who": called(seat), "rated": seat.rated_place, "place": seat.place}
        if seat.resigned_at is not None:
            template = _(
                "The log says that %(who)s resigned at move %(entry)d. This means place %(rated)d."
            )
            sentences.append(template % {**words, "entry": seat.resigned_at})
        elif seat.replaced_at is not None:
            template = _(
                "The log says that %(who)s left at move %(entry)d and a computer player took "
                "over. %(who)s is in place %(rated)d for ratings and in place %(place)d by points."
            )
            sentences.append(template % {**words, "entry": seat.replaced_at})
    return sentences
