"""Ask for the analysis of a game: by hand, or by itself when a rated game among people counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta
from math import ceil
from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from engine.analysis import METHOD
from engine.build import engine_version
from games.accounts import ExportFile, table_of
from games.models import Account, Game, Seat, Standing
from games.queries import has_verified_address, of_computers
from insights.reviews.limits import FRESH, MAX_OF_ACCOUNT, MAX_WAITING, OF_STRANGERS, OPEN_TO_ALL
from insights.reviews.models import UNDER_WAY, Review, ReviewReason, ReviewState
from insights.reviews.queries import HIDDEN_STANDINGS, reviews_of
from insights.reviews.services.queue import wake_review_worker_on_commit
from web.database_clock import database_time
from web.errors import Conflict, NotAllowed, TooBusy
from web.rate_limits import Throttle

DAY: Final = timedelta(days=1)
MAX_STARTS: Final = 50
"""Games that begin by themselves in one transaction."""

REQUEST_THROTTLE: Final = Throttle("review", most=30, seconds=60)
"""Requests of an account, done or refused."""


def request_review(account: Account, game: Game) -> Review:
    """The analysis of `game` by the current method: the one that there is, or one that begins.

    Raises ``NotAllowed`` for a computer player, ``Conflict`` if there is none for this game,
    ``Busy`` if this account, or all together, have asked for as many as they may.
    """
    if account.computer:
        raise NotAllowed(_("A computer player cannot request an analysis."))
    if game.standing in HIDDEN_STANDINGS:
        raise Conflict(_("Void and refused games are not analysed."))
    if not REQUEST_THROTTLE.allows(f"account:{account.pk}"):
        raise TooBusy(_("Too fast. Try again in a minute."))
    present = reviews_of(game).present
    if present is not None:
        return _as_it_is(present)
    with transaction.atomic():
        Account.objects.select_for_update().get(pk=account.pk)  # two requests are counted in turn
        _must_have_room(account)
        review, _new = Review.objects.get_or_create(
            game=game,
            method=METHOD,
            engine=engine_version(),
            defaults={"reason": ReviewReason.ASKED, "asked_by": account, "entries": game.entries},
        )
        wake_review_worker_on_commit()
    return review


def begin_rated(ids: Iterable[str]) -> None:
    """Begin those of the games `ids` that count, were played lately, and by people alone. Called
    inside the transaction in which they came to count."""
    if not settings.REVIEW_RATED_GAMES:
        return
    games = list(_fresh(list(ids))[:MAX_STARTS])
    if not games:
        return
    room = _room(OPEN_TO_ALL)
    reviews = [
        Review(
            game=game,
            method=METHOD,
            engine=engine_version(),
            reason=ReviewReason.RATED,
            entries=game.entries,
        )
        for game in games[: max(0, room)]
    ]
    if reviews:
        Review.objects.bulk_create(reviews, ignore_conflicts=True)
        wake_review_worker_on_commit()


def review_export_files(account: Account) -> Iterator[ExportFile]:
    """Analyses that the account asked for."""
    reviews = Review.objects.filter(asked_by=account)
    yield table_of("analyses_asked", reviews, "game", "method", "state", "asked_at", "done_at")


# --- inside -------------------------------------------------------------------


def _as_it_is(review: Review) -> Review:
    if review.state == ReviewState.FAILED:
        raise Conflict(_("The analysis of this game failed."))
    if review.state == ReviewState.STOPPED:
        raise Conflict(_("A moderator stopped the analysis of this game."))
    return review


def _fresh(ids: list[str]) -> QuerySet[Game]:
    since = database_time() - FRESH
    computers = Seat.objects.filter(of_computers(), game__in=ids)
    games = Game.objects.filter(pk__in=ids, standing=Standing.COUNTED)
    games = games.filter(played_on__gte=since.date(), accepted_at__gte=since)
    return games.exclude(pk__in=computers.values("game")).only("entries").order_by("pk")


def _waiting() -> QuerySet[Review]:
    return Review.objects.filter(state__in=UNDER_WAY)


def _today() -> QuerySet[Review]:
    return Review.objects.filter(asked_at__gte=database_time() - DAY)


def _room(share: float) -> int:
    """Analyses that may begin until this share of the limits is used up."""
    return _left(_waiting(), _today(), share)


def _strangers_room() -> int:
    """Analyses that accounts without a verified address may still ask for."""
    verified = Exists(EmailAddress.objects.filter(user_id=OuterRef("asked_by"), verified=True))
    requests = Q(reason=ReviewReason.ASKED) & ~verified
    return _left(_waiting().filter(requests), _today().filter(requests), OF_STRANGERS)


def _left(waiting: QuerySet[Review], today: QuerySet[Review], share: float) -> int:
    room = ceil(MAX_WAITING * share) - waiting.count()
    limit: int = settings.REVIEWS_A_DAY
    return min(room, ceil(limit * share) - today.count()) if limit else room


def _must_have_room(account: Account) -> None:
    """Raises ``Busy``."""
    requests = _today().filter(asked_by=account).count()
    if settings.REVIEWS_PER_ACCOUNT and requests >= settings.REVIEWS_PER_ACCOUNT:
        raise TooBusy(_("You have reached today’s limit of analyses. Try again tomorrow."))
    if _waiting().filter(asked_by=account).count() >= MAX_OF_ACCOUNT:
        raise TooBusy(_("Your other analyses are not finished yet. Try again when they are."))
    verified = has_verified_address(account)
    if _room(1.0 if verified else OPEN_TO_ALL) <= 0 or (not verified and _strangers_room() <= 0):
        raise TooBusy(_("Too many analyses are waiting. Try again later."))
