"""Queries of games, uploads and accounts, for pages and API."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from allauth.account.models import EmailAddress
from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from games.models import (
    Account,
    Attestation,
    Channel,
    Discrepancy,
    DiscrepancyChoice,
    Dispute,
    Game,
    Merge,
    ModeratorAction,
    Pattern,
    Player,
    Report,
    Seat,
    SeatClaim,
    Standing,
    Status,
    Submission,
    Upload,
)
from games.models.upload import OPEN

GAME_ORDER: Final = ("-played_on", "-accepted_at", "-id")
"""Newest first: the order of every list of games, and its paging keys."""

GAME_SORTS: Final = {
    "date": GAME_ORDER,
    "close": ("margin", *GAME_ORDER),
    "long": ("-entries", *GAME_ORDER),
    "points": ("-winning_points", *GAME_ORDER),
    "margin": ("-margin", *GAME_ORDER),
}
"""How a list of games may be sorted: the latest, the closest, the longest, that with the most
points, the clearest first. Each has an index."""

ABANDONED_SEATS: Final = Q(resigned_at__isnull=False) | Q(replaced_at__isnull=False)
"""Of seats: as ``Seat.is_given_up``."""

UPLOAD_ORDER: Final = ("-received_at", "-id")

ACCOUNT_UNREAD: Final = tuple(
    f"player__account__{name}"
    for name in ("password", "email", "first_name", "last_name", "last_login", "date_joined")
)
"""Columns of an account that no list reads."""


def games_list() -> QuerySet[Game]:
    """Games for a list, newest first: with seats and players, without the logs. Two queries."""
    return Game.objects.defer("log").prefetch_related(Prefetch("seats", seats_list()))


def games_with_seats() -> QuerySet[Game]:
    """Games with their logs, seats and players. Two queries."""
    seats = Seat.objects.select_related("player__account").order_by("number")
    return Game.objects.prefetch_related(Prefetch("seats", seats))


def seats_list() -> QuerySet[Seat]:
    """Seats for a list, in turn order, with their players and what is said of them."""
    seats = Seat.objects.select_related("player__account")
    return seats.defer("breakdown", *ACCOUNT_UNREAD).order_by("number")


def games_in_full() -> QuerySet[Game]:
    """Games for their own page: all that it shows. A constant number of queries."""
    seats = Seat.objects.select_related("player__account").order_by("number")
    disputes = Dispute.objects.select_related("account", "closed_by").order_by("opened_at", "id")
    claims = SeatClaim.objects.select_related("account", "closed_by").order_by("opened_at", "id")
    done = ModeratorAction.objects.filter(game=OuterRef("pk"))
    games = Game.objects.select_related("submission__upload__account", "arbiter")
    nearly = Discrepancy.objects.filter(game=OuterRef("pk"))
    return games.annotate(moderated=Exists(done), doubted=Exists(nearly)).prefetch_related(
        Prefetch("seats", seats),
        Prefetch("disputes", disputes),
        Prefetch("seat_claims", claims),
        "seatings__account",
        "attestations__account",
        "attestations__agreement__uploader",
        "verifications",
    )


def discrepancies_in_full() -> QuerySet[Discrepancy]:
    """Discrepancies for their own page: with the game, its seats, and what was said of them."""
    rows = Discrepancy.objects.select_related("game", "account", "submission", "verdict__moderator")
    seats = Seat.objects.select_related("player__account").order_by("number")
    choices = DiscrepancyChoice.objects.select_related("account").order_by("pk")
    return rows.prefetch_related(Prefetch("game__seats", seats), Prefetch("choices", choices))


def discrepancies_of(game: Game) -> list[Discrepancy]:
    """Those of `game`, for its page and the API. One query, or none where ``games_in_full`` knows
    that there are none."""
    if not getattr(game, "doubted", True):
        return []
    return list(game.discrepancies.select_related("account", "verdict").order_by("number"))


REPORT_ORDER: Final = ("-at", "-id")


def reports_of(account: Account) -> QuerySet[Report]:
    """Reports of `account`, newest first, with the answers."""
    return _reports().filter(account=account)


def open_reports(moderator: Account) -> QuerySet[Report]:
    """Reports without an answer that `moderator` may read: not those about their own player or
    about games in which they sit, so that moderators do not learn who reported them."""
    return not_about(moderator, _reports().filter(answered=None))


def not_about(moderator: Account, reports: QuerySet[Report]) -> QuerySet[Report]:
    """Those of `reports` that are about others."""
    seats = Seat.objects.filter(player__account=moderator, game=OuterRef("game"))
    return reports.filter(~Exists(seats), Q(player=None) | ~Q(player__account=moderator))


def _reports() -> QuerySet[Report]:
    rows = Report.objects.select_related("account", "answered", "game", "player__account")
    return rows.defer("game__log").order_by(*REPORT_ORDER)


PATTERN_ORDER: Final = ("-found_at", "-id")


def open_patterns() -> QuerySet[Pattern]:
    """Open alerts, newest first."""
    return Pattern.objects.filter(settled_at=None).order_by(*PATTERN_ORDER)


DAYS_OFF_BOARD: Final = 14


def patterns_off_board() -> QuerySet[Pattern]:
    """Open patterns whose players are off the leaderboards."""
    since = timezone.now() - timedelta(days=DAYS_OFF_BOARD)
    return Pattern.objects.filter(settled_at=None, player__isnull=False, found_at__gt=since)


def unconfirmed_losses(player: Player) -> int:
    """Games that `player` did not win, that another player has confirmed and they have not, lapsed
    ones too. One query."""
    confirmed = Attestation.objects.filter(game=OuterRef("pk"), fingerprint=OuterRef("fingerprint"))
    waiting = Game.objects.filter(
        ~Exists(confirmed.filter(account=player.account_id)),
        Exists(confirmed.exclude(account=player.account_id)),
        pk__in=Seat.objects.filter(player=player, place__gt=1).values("game"),
        standing=Standing.WAITING,
    )
    losses: int = waiting.count()
    return losses


def games_named(ids: Iterable[str]) -> dict[str, Game]:
    """These games as a list shows them, by id. Two queries."""
    return games_list().in_bulk(set(ids))


def listed_games() -> QuerySet[Game]:
    """Games as ``games_list``, void and refuted ones left out."""
    return games_list().exclude(standing__in=[Standing.VOID, Standing.REFUTED])


def latest_games(count: int) -> list[Game]:
    """The games played last, of those that are shown."""
    return list(listed_games().order_by(*GAME_ORDER)[:count])


def games_waiting_for(account: Account) -> QuerySet[Game]:
    """Games with a seat of `account` that wait for its attestation, without those that have
    lapsed."""
    attestations = Attestation.objects.filter(
        game=OuterRef("game"), account=account, seating__gte=OuterRef("since")
    )
    seats = Seat.objects.filter(~Exists(attestations), player__account=account).values("game")
    waiting = games_list().filter(standing=Standing.WAITING, id__in=seats, lapsed_at=None)
    return waiting.order_by(*GAME_ORDER)


def games_lapsed_for(account: Account) -> QuerySet[Game]:
    """Games with a seat of `account` that have lapsed, also if it has confirmed them."""
    seats = Seat.objects.filter(player__account=account).values("game")
    lapsed = games_list().filter(standing=Standing.WAITING, id__in=seats, lapsed_at__isnull=False)
    return lapsed.order_by(*GAME_ORDER)


COUNT_LIMIT: Final = 1000
"""Games that wait for an account are counted up to so many."""


def count_waiting_for(account: Account) -> int:
    """How many games wait for `account`, at most ``COUNT_LIMIT``. One query."""
    waiting: int = games_waiting_for(account).order_by()[:COUNT_LIMIT].count()
    return waiting


def last_seat_of(account: Account) -> Seat | None:
    """Seat of `account` in its latest game, with that game and its seats loaded. Of the games of
    one day the latest is the one that was accepted last."""
    seats = Seat.objects.filter(player__account=account)
    last_day = seats.order_by("-played_on").values("played_on")[:1]
    latest = seats.filter(played_on=last_day).order_by("-game__accepted_at", "-game_id")
    return latest.prefetch_related(Prefetch("game", games_list())).first()


# ------------------------------------------------------------------------------ uploads


def uploads_of(account: Account) -> QuerySet[Upload]:
    """The uploads of `account`, newest first, without bytes; without the logs of tables, which the
    site brings by itself."""
    uploads = Upload.objects.filter(account=account).exclude(channel=Channel.TABLE)
    return uploads.defer("raw").order_by(*UPLOAD_ORDER)


def latest_uploads(account: Account, count: int) -> list[Upload]:
    return list(uploads_of(account)[:count])


class UploadRow(NamedTuple):
    """An upload for a list, with its ``tallies``, and its refused log or its game if there is one
    only."""

    upload: Upload
    tally: dict[str, int]
    refused: Submission | None
    game: Game | None


def tallies(uploads: Sequence[Upload]) -> dict[UUID, dict[str, int]]:
    """For each upload how many ``logs`` it has, and how many of them are ``waiting``,
    ``verified``, ``duplicate``, ``refused`` or ``failed``. One query."""
    words = ("waiting", "verified", "duplicate", "refused", "failed")
    by_upload = {upload.pk: dict.fromkeys(("logs", *words), 0) for upload in uploads}
    rows = (
        Submission.objects.filter(upload__in=by_upload).order_by().values_list("upload", "status")
    )
    for upload, status, number in rows.annotate(Count("pk")):
        by_upload[upload]["logs"] += number
        by_upload[upload]["waiting" if status in OPEN else status] += number
    return by_upload


def uploads_with_verdicts(uploads: Sequence[Upload]) -> list[UploadRow]:
    """The uploads for a list. Three queries."""
    counts = tallies(uploads)
    refused = Q(
        upload__in=[key for key, tally in counts.items() if tally["refused"] == 1],
        status=Status.REFUSED,
    )
    alone = Q(upload__in=[key for key, tally in counts.items() if tally["logs"] == 1])
    logs = Submission.objects.filter(refused | alone).select_related("game")
    logs = logs.defer("source", "game__log").prefetch_related(Prefetch("game__seats", seats_list()))
    by_upload = {row.upload_id: row for row in logs}
    rows = [(upload, by_upload.get(upload.pk)) for upload in uploads]
    return [
        UploadRow(
            upload,
            counts[upload.pk],
            log if log and log.status == Status.REFUSED else None,
            log.game if log else None,
        )
        for upload, log in rows
    ]


def uploads_visible_to(account: Account) -> QuerySet[Upload]:
    """The uploads that `account` may look at: its own; all of them for a moderator."""
    every = Upload.objects.select_related("account")
    return every if account.is_moderator else every.filter(account=account)


def refused_of_upload(upload: Upload, count: int) -> list[Submission]:
    """The first `count` logs of `upload` that were refused, or could not be judged."""
    refused = verdicts_of_upload(upload).filter(status__in=(Status.REFUSED, Status.FAILED))
    return list(refused[:count])


def verdicts_of_upload(upload: Upload) -> QuerySet[Submission]:
    """The logs of `upload` in order, with their games and without bytes."""
    every = Submission.objects.filter(upload=upload).select_related("game")
    return (
        every.defer("source", "game__log")
        .prefetch_related(Prefetch("game__seats", seats_list()))
        .order_by("number")
    )


# ------------------------------------------------------------------------------ claims


def uploads_still_open(uploads: Collection[UUID]) -> set[UUID]:
    """Those of `uploads` with a log that is not judged."""
    waiting = Submission.objects.filter(upload__in=uploads, status__in=OPEN)
    return set(waiting.values_list("upload", flat=True).distinct())


def claims_to_decide(account: Account) -> QuerySet[Merge]:
    """Open claims that `account` may decide: on its own guests; for a moderator all of them but
    their own. (Some of these the service may still refuse: ``services.impartial``.)"""
    still_open = Merge.objects.filter(decided_at__isnull=True)
    guests = Q(guest__known_to=account)
    claims = still_open.filter(
        guests | ~Q(requested_by=account) if account.is_moderator else guests
    )
    return claims.select_related("guest__known_to", "into__account", "requested_by")


def claims_of_account(account: Account) -> QuerySet[Merge]:
    """The claims that `account` has made, newest first."""
    return account.claims_made.select_related("guest__known_to", "into")


# ------------------------------------------------------------------------------ accounts


def verified_address(account: Account) -> str:
    """Mail address of `account`: its address, if its owner has shown that it is theirs; else
    empty. One query."""
    verified = EmailAddress.objects.filter(user_id=account.pk, verified=True)
    return verified.order_by("-primary", "pk").values_list("email", flat=True).first() or ""


# ------------------------------------------------------------------------------- people


def verified_addresses() -> Q:
    """Accounts of which an address is verified."""
    rows = EmailAddress.objects.filter(user_id=OuterRef("pk"), verified=True)
    return Q(Exists(rows))


def has_verified_address(account: Account | None) -> bool:
    """True if an address of `account` is verified: its share of limits for the whole site is
    another one than that of strangers. One query, or none without an account."""
    if account is None:
        return False
    return Account.objects.filter(verified_addresses(), pk=account.pk).exists()


def computer_players() -> QuerySet[Player]:
    """Computer players, which are few: those of the site, and accounts marked as bots."""
    return Player.objects.filter(Q(account__computer__gt="") | ~Q(account__bot_since=None))


def person_until(players: Iterable[int]) -> dict[int, datetime | None]:
    """Of those of these players that are people, guests too, or were: until when, by player; None:
    they still are. One query."""
    rows = Player.objects.filter(Q(account=None) | Q(account__computer=""), pk__in=set(players))
    return dict(rows.values_list("pk", "account__bot_since"))


def of_computers() -> Q:
    """Seats of computer players: of the site's, and of bots in games that came on record when they
    were marked."""
    marked = Q(player__account__bot_since__lte=F("game__accepted_at"))
    return Q(player__account__computer__gt="") | marked
