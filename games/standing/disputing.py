"""Disputes: their games, their limits, and their effect on the game while they are open.

Rating a game out and in again computes every later game again. So an open dispute takes a rated
game out only while few games have been rated after it, and never one that was played here, which
the site saw itself. All others count on until a moderator upholds the dispute.
``games.limits.DISPUTES`` has the numbers.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from django.db import transaction
from django.db.models import F, Q
from django.db.models.fields.tuple_lookups import TupleGreaterThan
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.limits import DISPUTES
from games.models import Account, Dispute, Game, SeatClaim, Standing
from games.ports import Cause, ChangeReason
from games.standing.standing import StandingInputs, derive_standing, lock_games, settle
from games.times import in_utc

Effect = Dispute.Effect
RATING_ORDER = ("played_on", "accepted_at", "id")


def dispute_refusal(account: Account, game: Game) -> str:
    """Why `account`, who sits in `game`, may not dispute it now: a sentence, empty if they may.

    Three queries at most. Who opens one holds the account's row meanwhile.
    """
    return _repeat_refusal(account, game) or _limit_refusal(account) or _barred_refusal(account)


def effect_of(game: Game, inputs: StandingInputs) -> Effect:
    """Effect on `game` of a dispute or a seat claim that is opened now. Its row is locked."""
    if game.played_here:
        return Effect.NOTHING
    if derive_standing(replace(inputs, disputed=False, contested=False)) is not Standing.COUNTED:
        return Effect.HOLDS
    return Effect.SUSPENDS if is_fresh(game) else Effect.NOTHING


def is_fresh(game: Game) -> bool:
    """Few games come after it in the order of rating: those that count, and those that disputes
    or claims of seats suspend, or the window would move back with each of them."""
    columns = tuple(F(name) for name in RATING_ORDER)
    key = (game.played_on, game.accepted_at, game.pk)
    after = Game.objects.filter(TupleGreaterThan(columns, key)).order_by(*RATING_ORDER)
    by_dispute = Q(disputes__closed_at=None, disputes__effect=Effect.SUSPENDS)
    by_claim = Q(seat_claims__closed_at=None, seat_claims__effect=Effect.SUSPENDS)
    suspended = after.filter(by_dispute | by_claim)
    rated_after = after.filter(standing=Standing.COUNTED)[: DISPUTES.fresh + 1].count()
    return rated_after + suspended.distinct().count() <= DISPUTES.fresh


def lapse(through: date | None = None) -> int:
    """Games that open disputes or claims suspend, and that are no longer fresh, count again until a
    moderator decides. Called twice a minute, so that not many more games are rated meanwhile.
    `through`: also those that were played up to that day, whose books are about to be closed: no
    dispute moves a game out of them. Gives how many of them lapsed."""
    suspending = Dispute.objects.filter(closed_at=None, effect=Effect.SUSPENDS)
    claims = SeatClaim.objects.filter(closed_at=None, effect=Effect.SUSPENDS)
    suspended = Q(disputes__in=suspending) | Q(seat_claims__in=claims)
    games = Game.objects.filter(suspended).defer("log").distinct()
    stale = [
        game.pk
        for game in games
        if (through is not None and game.played_on <= through) or not is_fresh(game)
    ]
    if not stale:
        return 0
    with transaction.atomic():
        rows = lock_games(stale)
        lapsed = suspending.filter(game__in=stale).update(effect=Effect.NOTHING)
        lapsed += claims.filter(game__in=stale).update(effect=Effect.NOTHING)
        settle(rows, reason=ChangeReason(Cause.DISPUTE_ENDED))
    return lapsed


# --- inside -------------------------------------------------------------------


def _repeat_refusal(account: Account, game: Game) -> str:
    """One dispute a game, ever."""
    before = game.disputes.filter(account=account).order_by("-pk").first()
    if before is None:
        return ""
    if before.closed_at is None:
        return _("You have already disputed this game.")
    if before.upheld is None:
        return _("You have withdrawn your dispute of this game. You can’t open it again.")
    return _("A moderator has decided about your dispute of this game.")


def _limit_refusal(account: Account) -> str:
    disputes = Dispute.objects.filter(account=account)
    if disputes.filter(closed_at=None).count() >= DISPUTES.open_at_once:
        return ngettext(
            "You have %(most)d open dispute. Please wait until it is decided.",
            "You have %(most)d open disputes. Please wait until one is decided.",
            DISPUTES.open_at_once,
        ) % {"most": DISPUTES.open_at_once}
    day = timedelta(days=1)
    opened = disputes.filter(opened_at__gt=timezone.now() - day).order_by("-opened_at")
    times = list(opened.values_list("opened_at", flat=True)[: DISPUTES.a_day])
    if len(times) >= DISPUTES.a_day:
        return _("You can dispute at most %(most)d games a day. Try again from %(when)s.") % {
            "most": DISPUTES.a_day,
            "when": in_utc(times[-1] + day),
        }
    return ""


def _barred_refusal(account: Account) -> str:
    current_time = timezone.now()
    decided = Dispute.objects.filter(
        account=account,
        upheld__isnull=False,
        closed_at__gt=current_time - timedelta(days=DISPUTES.days_remembered),
    ).order_by("-closed_at", "-pk")
    last = list(decided.values_list("upheld", "closed_at")[: DISPUTES.decided])
    dismissed = [closed_at for upheld, closed_at in last if not upheld and closed_at is not None]
    if len(dismissed) < DISPUTES.dismissed:
        return ""
    until = dismissed[0] + timedelta(days=DISPUTES.days_barred)
    if until <= current_time:
        return ""
    return _(
        "Moderators have dismissed %(number)d of your last %(last)d disputes: you may dispute "
        "games again from %(when)s."
    ) % {"number": len(dismissed), "last": len(last), "when": in_utc(until)}
