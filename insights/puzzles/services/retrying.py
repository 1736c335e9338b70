"""Retries of an account's own mistakes: the next mistake, and if a new choice is better.

A choice that the analysis of the game named is known. Any other is played out while the reader
waits, beside what was played, in the same worlds; that is bounded.
"""

from __future__ import annotations

from datetime import timedelta
from threading import Lock
from typing import Final, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _

from engine import apply
from engine.analysis import win_shares
from games.models import Account
from insights.puzzles.choices import EQUAL, Choice
from insights.puzzles.limits import BACK_AFTER, WEIGHED
from insights.puzzles.models import Retry
from insights.puzzles.posed import Posed, posed
from insights.reviews.models import FLAWS, Flaw
from insights.reviews.queries import HIDDEN_STANDINGS, analysis_of
from web.errors import TooBusy

PLAYOUTS: Final = 160
"""Of each of two choices, while a page waits."""

_weighing: Final = Lock()


class MistakeCounts(NamedTuple):
    """Mistakes of an account: due now, due later, and solved."""

    due: int
    later: int
    solved: int


class RetryOutcome(NamedTuple):
    """A choice compared with the entry played: the choice, the entry, and if it is better."""

    chosen: Choice
    played: Choice
    better: bool


def mistakes(account: Account, game: str = "") -> QuerySet[Flaw]:
    """The marked entries of `account`, of one game or of all; not those that a computer player
    made in its place."""
    rows = Flaw.objects.filter(seat__player__account=account.pk, mark__in=FLAWS)
    rows = rows.exclude(game__standing__in=HIDDEN_STANDINGS)
    rows = rows.filter(Q(seat__replaced_at=None) | Q(entry__lt=F("seat__replaced_at")))
    return rows.filter(game=game) if game else rows


def next_mistake(account: Account, game: str = "") -> Flaw | None:
    """The mistake to try now: untried mistakes first, the costliest first."""
    return _due(mistakes(account, game), account).select_related("game", "review").first()


def find_flaw(account: Account, game: str, entry: int) -> Flaw | None:
    """The mistake of `account` at this entry; None if there is none, or it is another's."""
    rows = mistakes(account, game).filter(entry=entry)
    return rows.select_related("game", "review").order_by("-review__done_at").first()


def count_mistakes(account: Account, game: str = "") -> MistakeCounts:
    """Mistakes of an account, of one game or of all, by their state. Three queries."""
    rows = mistakes(account, game)
    total = rows.values("game", "entry").distinct().count()
    solved = rows.filter(_solved(account)).values("game", "entry").distinct().count()
    due = _due(rows, account).order_by().values("game", "entry").distinct().count()
    return MistakeCounts(due, total - solved - due, solved)


def position(flaw: Flaw) -> Posed:
    """The position before the mistake."""
    return posed(flaw.game, flaw.entry)


def retry_mistake(flaw: Flaw, account: Account, text: str) -> RetryOutcome:
    """`account` tries `text` instead. Raises ``IllegalEntry``; ``Busy`` if too many ask at once.

    What is better is solved; what is not comes back (``BACK_AFTER``).
    """
    place = position(flaw)
    chosen = place.read(text).action.text
    tried = _outcome_by_analysis(flaw, place.seat, chosen) or _outcome_by_playouts(
        flaw, place, chosen, account
    )
    row, _is_new = Retry.objects.get_or_create(account=account, game=flaw.game, entry=flaw.entry)
    row.tries = min(row.tries + 1, 1000)
    row.tried_at = timezone.now()
    if tried.better and row.solved_at is None:
        row.solved_at = row.tried_at
    row.save()
    return tried


# --- inside -------------------------------------------------------------------


def _retries(account: Account) -> QuerySet[Retry]:
    return Retry.objects.filter(account=account, game=OuterRef("game"), entry=OuterRef("entry"))


def _solved(account: Account) -> Exists:
    return Exists(_retries(account).exclude(solved_at=None))


def _due(rows: QuerySet[Flaw], account: Account) -> QuerySet[Flaw]:
    recent = timezone.now() - BACK_AFTER
    done = Exists(_retries(account).filter(~Q(solved_at=None) | Q(tried_at__gt=recent)))
    tried = Subquery(_retries(account).values("tried_at")[:1])
    rows = rows.filter(~done).annotate(tried=tried)
    return rows.order_by(F("tried").asc(nulls_first=True), "-loss", "game", "entry")


def _outcome_by_analysis(flaw: Flaw, seat: int, text: str) -> RetryOutcome | None:
    """Outcome by the analysis of the game; None if it did not look at `text`."""
    entry = analysis_of(flaw.review).entries[flaw.entry - 1]
    choices = {
        choice.text: Choice(choice.text, choice.shares[seat], choice.error) for choice in entry.best
    }
    share = max(choice.share for choice in choices.values()) - entry.loss
    played = choices.get(flaw.played) or Choice(flaw.played, share, entry.after.error[seat])
    choices[flaw.played] = played
    chosen = choices.get(text)
    if chosen is None:
        return None
    return RetryOutcome(chosen, played, chosen.share - played.share >= EQUAL)


def _outcome_by_playouts(flaw: Flaw, place: Posed, text: str, account: Account) -> RetryOutcome:
    """Outcome by playouts of both choices, in the same worlds."""
    if not WEIGHED.allows(str(account.pk)):
        raise TooBusy(_("Too many requests. Please wait a minute."))
    if not _weighing.acquire(timeout=timedelta(seconds=3).total_seconds()):
        raise TooBusy(_("The site is busy. Try again in a moment."))
    try:
        chosen, played = (_played_out(place, sentence) for sentence in (text, flaw.played))
    finally:
        _weighing.release()
    share = chosen.share - played.share
    return RetryOutcome(chosen, played, share >= EQUAL and share > max(chosen.error, played.error))


def _played_out(place: Posed, text: str) -> Choice:
    state = place.live().state.copy()
    apply(state, *place.read(text))
    shares = win_shares(state, place.key, PLAYOUTS)
    return Choice(text, shares.by_seat[place.seat], shares.error[place.seat])
