"""Queries of tables, for pages and API, in addition to ``services.reading``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Count, Q

from games.models import Account, Game, Player, Submission
from games.queries import games_list
from ratings.queries import Overall, overall_ratings
from tables.chat import chat_lines
from tables.locks import place_of_account
from tables.models import ChatLine, Place, Table


class VisibleChat(NamedTuple):
    """The lines of the chat of `table` that the viewer reads, and whether they may write one."""

    table: Table
    lines: list[ChatLine]
    may_say: bool


def chat_at(table: Table, account: Account | None, after: int = 0) -> VisibleChat:
    """The lines after number `after`; whether `account` may look, ``reading.viewer_of`` says."""
    sits = account is not None and place_of_account(table, account) is not None
    return VisibleChat(table, chat_lines(table, account, after), sits)


def ratings_at(tables: Iterable[Table]) -> dict[int, Overall]:
    """How those are rated who sit at `tables`, by account, computer players too; who is not rated
    yet is left out. One query; the tables have their places loaded."""
    return overall_ratings(place.account_id for table in tables for place in table.places.all())


def games_at(tables: Iterable[Table]) -> dict[str, Game]:
    """The games in the record that finished `tables` became, with their seats, by table. Three
    queries."""
    uploads = {table.upload_id: table.pk for table in tables if table.upload_id}
    rows = Submission.objects.filter(upload__in=uploads, game__isnull=False)
    game_ids = dict(rows.values_list("upload", "game"))
    games = {game.pk: game for game in games_list().filter(pk__in=set(game_ids.values()))}
    return {uploads[upload]: games[game] for upload, game in game_ids.items() if upload in uploads}


class PromiseCounts(NamedTuple):
    """In how many deals a player promised a share, and in how many of them withheld it."""

    deals: int
    withheld: int


def promise_counts(player: Player) -> PromiseCounts:
    """Promises of `player` in games that were dealt here. One query, none for a guest."""
    if player.account_id is None:
        return PromiseCounts(0, 0)
    dealt = Place.objects.filter(account=player.account_id, turn__isnull=False)
    counts = dealt.exclude(promise="").aggregate(
        deals=Count("pk"), withheld=Count("pk", filter=Q(opened_at=None))
    )
    return PromiseCounts(**counts)


def guests_of(table: Table) -> list[tuple[str, bool]]:
    """Invited accounts of `table` without a place: handles, and true for those that declined."""
    sitting = {place.account_id for place in table.places.all()}
    rows = table.invitations.exclude(account__in=sitting).order_by("pk")
    return list(rows.values_list("account__username", "declined"))
