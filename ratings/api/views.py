"""Players, leaderboards and the ledger."""

from __future__ import annotations

from django.http import Http404
from django.shortcuts import get_object_or_404
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import GameShort
from games.models import Game, Player, Seat
from games.queries import games_list
from games.search import GamePages
from ratings.api.filters import EntryFilter, LedgerFilter, PlayerFilter
from ratings.api.serializers import (
    BookClosing,
    BookEntry,
    EventLine,
    EventPage,
    LeaderboardLink,
    LeaderboardRow,
    LedgerRow,
    PlayerFull,
)
from ratings.models import Closing, Entry, Pool, RatingChange
from ratings.queries import (
    BOARD_ORDER,
    PLAYER_ORDER,
    add_rank_ranges,
    computer_player_ids,
    leaderboard,
    rank_consecutive,
    rank_ratings,
)
from ratings.reasons import attach_reasons, link_causes, rating_events
from web.api.base import ApiView, absolute_link
from web.api.paging import KeysetPagination
from web.api.schema import problems
from web.paging import BadCursor
from web.priorities import heavy

ACCOUNTS = ("account", "merged_into__account")
"""Of a player: what is said of the account."""


class PlayerPages(KeysetPagination):
    keys = PLAYER_ORDER


class LeaderboardPages(KeysetPagination):
    keys = BOARD_ORDER
    usual = 50


class LedgerPages(KeysetPagination):
    """Of changes, entries and closings."""

    keys = ("-id",)
    usual = 50


@heavy
class Players(ApiView):
    queryset = Player.objects.none()
    serializer_class = PlayerFull
    pagination_class = PlayerPages
    filter_backends = [DjangoFilterBackend]
    filterset_class = PlayerFilter

    @extend_schema(operation_id="players_list", responses={200: PlayerFull(many=True)})
    def get(self, request: Request) -> Response:
        """Players by name: accounts and guests, without players merged into another."""
        rows = Player.objects.filter(merged_into=None).prefetch_related("ratings")
        return self.page_of(self.filter_queryset(rows.select_related(*ACCOUNTS)))


class PlayerDetail(ApiView):
    serializer_class = PlayerFull

    @extend_schema(operation_id="player_show", responses={200: PlayerFull, **problems(404)})
    def get(self, request: Request, player_id: int) -> Response:
        """A player with the ratings in each pool."""
        rows = Player.objects.select_related(*ACCOUNTS).prefetch_related("ratings")
        return Response(self.get_serializer(get_object_or_404(rows, pk=player_id)).data)


@heavy
class PlayerGames(ApiView):
    queryset = Game.objects.none()
    serializer_class = GameShort
    pagination_class = GamePages

    @extend_schema(
        operation_id="player_games",
        responses={200: GameShort(many=True), **problems(404)},
    )
    def get(self, request: Request, player_id: int) -> Response:
        """The games of a player, latest played first."""
        player = get_object_or_404(Player, pk=player_id)
        seats = Seat.objects.filter(player=player)
        return self.page_of(games_list().filter(id__in=seats.values("game")))


@heavy
class Leaderboards(ApiView):
    @extend_schema(operation_id="leaderboards_list", responses={200: LeaderboardLink(many=True)})
    def get(self, request: Request) -> Response:
        """The pools: all games together, those of two, three, four players, and those with computer
        players."""
        return Response(
            [
                {
                    "pool": pool.value,
                    "title": pool.label,
                    "url": absolute_link(request, "api-leaderboard", pool.value),
                }
                for pool in Pool
            ]
        )


@heavy
class Leaderboard(ApiView):
    serializer_class = LeaderboardRow
    pagination_class = LeaderboardPages

    @extend_schema(
        operation_id="leaderboard",
        parameters=[
            OpenApiParameter("pool", str, OpenApiParameter.PATH, enum=Pool.values),
            OpenApiParameter("search", str, description="a part of the name; @: of accounts"),
            OpenApiParameter(
                "computers", str, enum=["no"], description="`no`: people only, ranked among people"
            ),
        ],
        responses={200: LeaderboardRow(many=True), **problems(400, 404)},
    )
    def get(self, request: Request, pool: str) -> Response:
        """The players of a pool by rating."""
        if pool not in Pool.values:
            raise Http404
        search = request.query_params.get("search", "")[:80].replace("\0", "")
        computer_choice = request.query_params.get("computers", "")
        if computer_choice not in ("", "no"):
            raise ValidationError({"computers": ["The only choice is “no”."]})
        without = computer_player_ids() if computer_choice == "no" else ()
        page_rows = self.paginate_queryset(leaderboard(pool, search, without))
        ranked = (rank_ratings if search else rank_consecutive)(page_rows or [], without)
        rows = add_rank_ranges(pool, ranked, without)
        return self.get_paginated_response(self.get_serializer(rows, many=True).data)


@heavy
class LedgerChanges(ApiView):
    queryset = RatingChange.objects.none()
    serializer_class = LedgerRow
    pagination_class = LedgerPages
    filter_backends = [DjangoFilterBackend]
    filterset_class = LedgerFilter

    @extend_schema(operation_id="ledger", responses={200: LedgerRow(many=True)})
    def get(self, request: Request) -> Response:
        """Rating changes, newest first: those that count, or all with `include=retired`."""
        rows = self.filter_queryset(RatingChange.objects.select_related("player__account"))
        changes = self.paginate_queryset(rows) or []
        attach_reasons(changes)
        return self.get_paginated_response(self.get_serializer(changes, many=True).data)


@heavy
class BookEntries(ApiView):
    queryset = Entry.objects.none()
    serializer_class = BookEntry
    pagination_class = LedgerPages
    filter_backends = [DjangoFilterBackend]
    filterset_class = EntryFilter

    @extend_schema(operation_id="books_entries", responses={200: BookEntry(many=True)})
    def get(self, request: Request) -> Response:
        """Games rated late, reversed, or rated again after the books of their day were closed;
        newest first."""
        rows = self.paginate_queryset(self.filter_queryset(Entry.objects.all())) or []
        link_causes(rows)
        return self.get_paginated_response(self.get_serializer(rows, many=True).data)


class BookClosings(ApiView):
    queryset = Closing.objects.none()
    serializer_class = BookClosing
    pagination_class = LedgerPages

    @extend_schema(operation_id="books_closings", responses={200: BookClosing(many=True)})
    def get(self, request: Request) -> Response:
        """The closings of the books, with their digests; the latest first."""
        return self.page_of(Closing.objects.select_related("previous"))


@heavy
class RatingEvents(ApiView):
    queryset = RatingChange.objects.none()
    serializer_class = EventLine
    usual = 25

    @extend_schema(
        operation_id="player_rating_events",
        parameters=[
            OpenApiParameter("after", str, description="the page after this cursor"),
            OpenApiParameter("before", str, description="the page before this cursor"),
        ],
        responses={200: EventPage, **problems(400, 404)},
    )
    def get(self, request: Request, player_id: int) -> Response:
        """Changes of a player's overall rating, newest first: rated games, and later corrections
        of earlier games."""
        player = get_object_or_404(Player, pk=player_id)
        try:
            event_page = rating_events(player, request.query_params.dict(), self.usual)
        except BadCursor:
            raise ValidationError({"after": ["There is no such page."]}) from None
        return Response(EventPage(event_page, context={"request": request}).data)
