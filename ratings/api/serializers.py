from __future__ import annotations

from typing import Any, TypedDict

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from games.api import LINK, PlayerShort
from games.models import Player
from games.ports import Cause
from ratings.elo import POINT, PROVISIONAL_DEVIATION, PROVISIONAL_GAMES, is_provisional
from ratings.models import ELSEWHERE, Closing, Entry, EntryKind, Rating, RatingChange, Reason
from ratings.queries import Ranked, deviation_today
from ratings.reasons import FoldReasons, RatingEvent
from web.api.base import absolute_link
from web.paging import Page

THOUSANDTHS = "in thousandths of a point"
DEVIATION = f"{THOUSANDTHS}, grown since the last game; null: rated by terms 1"
PROVISIONAL = (
    f"the deviation is above {PROVISIONAL_DEVIATION // POINT} points; by terms 1: fewer than "
    f"{PROVISIONAL_GAMES} rated games in this pool"
)
RANKS = "that a rating higher or lower by the deviation would have; null: rated by terms 1"
PAGE = "of the site, that shows `ref`; null: that of the game shows all there is"


class RatingShort(serializers.ModelSerializer[Rating]):
    """A player's rating in a pool."""

    provisional = serializers.SerializerMethodField(help_text=PROVISIONAL)
    deviation = serializers.SerializerMethodField(help_text=DEVIATION)

    listed = serializers.SerializerMethodField(help_text="on the leaderboard of this pool")

    class Meta:
        model = Rating
        fields = ["pool", "rating", "deviation", "games", "last_played", "provisional", "listed"]
        extra_kwargs = {"rating": {"help_text": THOUSANDTHS}}

    def get_provisional(self, rating: Rating) -> bool:
        return is_provisional(rating.games, deviation_today(rating))

    def get_deviation(self, rating: Rating) -> int | None:
        return deviation_today(rating)

    def get_listed(self, rating: Rating) -> bool:
        until = rating.listed_until
        return until is not None and until >= timezone.now().date()


class LeaderboardRow(serializers.Serializer[Ranked]):
    """A player's place in a pool."""

    rank = serializers.IntegerField(help_text="1 and the number of players with a higher rating")
    player = PlayerShort()
    rank_best = serializers.IntegerField(
        source="ranks.best", default=None, allow_null=True, help_text=RANKS
    )
    rank_worst = serializers.IntegerField(
        source="ranks.worst", default=None, allow_null=True, help_text=RANKS
    )
    rating = serializers.IntegerField(help_text=THOUSANDTHS)
    deviation = serializers.IntegerField(allow_null=True, help_text=DEVIATION)
    games = serializers.IntegerField()
    last_played = serializers.DateField()
    provisional = serializers.BooleanField(help_text=PROVISIONAL)


class PlayerLinks(TypedDict):
    games: str
    ledger: str
    page: str


class PlayerFull(PlayerShort):
    """A player and the ratings in each pool."""

    guest = serializers.BooleanField(source="is_guest", help_text="has no account")
    merged_into = PlayerShort(
        allow_null=True, help_text="the player that this guest turned out to be"
    )
    ratings = RatingShort(many=True)
    links = serializers.SerializerMethodField()

    class Meta(PlayerShort.Meta):
        fields = [*PlayerShort.Meta.fields, "guest", "merged_into", "ratings", "links"]

    def get_links(self, player: Player) -> PlayerLinks:
        request = self.context["request"]
        return {
            "games": absolute_link(request, "api-player-games", player.pk),
            "ledger": absolute_link(request, "api-ledger", query=f"?player={player.pk}"),
            "page": absolute_link(request, "player", player.pk),
        }


class LeaderboardLink(serializers.Serializer[Any]):
    pool = serializers.CharField()
    title = serializers.CharField()
    url = serializers.URLField()


class PairTerm(serializers.Serializer[Any]):
    """One player's result against another; all but `opponent` and `k` in thousandths."""

    opponent = serializers.IntegerField(help_text="id of the player")
    score = serializers.IntegerField(help_text="1000 won, 500 shared, 0 lost")
    expected = serializers.IntegerField()
    k = serializers.IntegerField()
    term = serializers.IntegerField(help_text=THOUSANDTHS)


def cause_page_url(request: Request, row: Reason | Entry) -> str | None:
    """The page of what a cause refers to, as `ratings.reasons.link_causes` found it."""
    return request.build_absolute_uri(row.page) if row.page else None


class ReasonLine(serializers.ModelSerializer[Reason]):
    """An event of a game that changed ratings."""

    game = serializers.CharField(source="game_id")
    page = serializers.SerializerMethodField(help_text=PAGE)

    class Meta:
        model = Reason
        fields = ["cause", "game", "ref", "page", "at"]
        extra_kwargs = {"ref": {"help_text": "what to look at, where there is more than the game"}}

    @extend_schema_field(LINK | {"nullable": True})
    def get_page(self, reason: Reason) -> str | None:
        return cause_page_url(self.context["request"], reason)


class ReasonsLine(serializers.Serializer[FoldReasons]):
    """Reasons of a fold that replaced or reversed changes. If there are several, each may have
    caused any change."""

    kept = serializers.BooleanField(source="recorded", help_text="false: older than reasons are")
    shown = ReasonLine(source="first", many=True)
    more = serializers.IntegerField(source="omitted", help_text="so many are left out")


class EventLine(serializers.Serializer[RatingEvent]):
    """Something that moved a player's rating among all games."""

    at = serializers.DateTimeField()
    before = serializers.IntegerField(allow_null=True, help_text=f"{THOUSANDTHS}; null: none")
    after = serializers.IntegerField(allow_null=True, help_text=f"{THOUSANDTHS}; null: none")
    change = serializers.IntegerField(
        source="change.pk",
        allow_null=True,
        help_text="the row of the ledger by which a game was rated; null: earlier games were rated "
        "anew",
    )
    game = serializers.CharField(source="change.game_id", allow_null=True)
    kind = serializers.CharField(source="change.kind", allow_null=True)
    reasons = ReasonsLine()


class EventPage(serializers.Serializer[Page[RatingEvent]]):
    """`next`, `previous`: cursors for `after` and `before`; empty: there is no such page."""

    next = serializers.CharField()
    previous = serializers.CharField()
    results = EventLine(source="rows", many=True)


class OfGame(serializers.Serializer[Any]):
    """A row of the books, of a game, that holds until it is retired."""

    game = serializers.CharField(source="game_id")
    game_url = serializers.SerializerMethodField()
    retired = serializers.SerializerMethodField(help_text="it no longer holds")

    @extend_schema_field(LINK)
    def get_game_url(self, row: RatingChange | Entry) -> str:
        return absolute_link(self.context["request"], "api-game", row.game_id)

    def get_retired(self, row: RatingChange | Entry) -> bool:
        return row.retired_by_id is not None


class LedgerRow(OfGame, serializers.ModelSerializer[RatingChange]):
    """The change of one rating by one ledger entry, mostly a game."""

    player = PlayerShort()
    day = serializers.DateField(source="played_on", help_text="of the entry of the books")
    kind = serializers.ChoiceField(
        EntryKind.choices, help_text="empty: rated where it was played; see docs/ratings.md"
    )
    nth = serializers.IntegerField(help_text="number among the entries of its game")
    reasons = ReasonsLine(help_text="of the fold that added it")
    retired_for = ReasonsLine(allow_null=True, help_text="of the fold that retired it")
    pairs = PairTerm(many=True)

    class Meta:
        model = RatingChange
        fields = [
            *("id", "player", "pool", "game", "game_url", "before", "after", "games_before"),
            *("deviation_before", "deviation"),
            *("pairs", "retired", "nth", "kind", "day", "reasons", "retired_for"),
        ]
        extra_kwargs = {
            "before": {"help_text": THOUSANDTHS},
            "after": {"help_text": THOUSANDTHS},
            "deviation_before": {"help_text": f"{THOUSANDTHS}; null: by terms 1"},
            "deviation": {"help_text": f"after it, {THOUSANDTHS}; null: by terms 1"},
        }


class RatedSeat(serializers.Serializer[Any]):
    """A rated player."""

    player = serializers.IntegerField(help_text="id of the player")
    place = serializers.IntegerField()


class BookEntry(OfGame, serializers.ModelSerializer[Entry]):
    """A game that is rated on another day than it was played: late, taken back, or again."""

    nth = serializers.IntegerField(help_text="number among the entries of its game")
    kind = serializers.ChoiceField(ELSEWHERE)
    day = serializers.DateField(help_text="on which it is rated")
    at = serializers.DateTimeField(help_text="when it came to that")
    cause = serializers.ChoiceField(Cause.choices)
    ref = serializers.CharField(help_text="what to look at, where there is more than the game")
    page = serializers.SerializerMethodField(help_text=PAGE)
    reverses = serializers.IntegerField(
        allow_null=True, help_text="of a reversal: the number of the entry that it takes back"
    )
    seats = serializers.SerializerMethodField(
        help_text="of a reversal: who was rated, in the order of seats"
    )

    class Meta:
        model = Entry
        fields = [
            *("id", "game", "game_url", "nth", "kind", "day", "at", "cause", "ref", "page"),
            *("reverses", "seats", "retired"),
        ]

    @extend_schema_field(LINK | {"nullable": True})
    def get_page(self, entry: Entry) -> str | None:
        return cause_page_url(self.context["request"], entry)

    @extend_schema_field(RatedSeat(many=True, allow_null=True))
    def get_seats(self, entry: Entry) -> list[dict[str, int]] | None:
        if entry.seats is None:
            return None
        return [{"player": player, "place": place} for player, place in entry.seats]


class BookClosing(serializers.ModelSerializer[Closing]):
    """The books were closed up to a day: no change in force of these days is replaced again."""

    changes = serializers.IntegerField(help_text="in force, of the days since the closing before")
    digest = serializers.CharField(
        help_text="SHA-256 of the digest before and of these changes; see docs/ratings.md"
    )
    previous = serializers.CharField(
        source="previous.digest",
        default=None,
        allow_null=True,
        help_text="the digest of the closing before; null: this is the first",
    )

    class Meta:
        model = Closing
        fields = ["id", "through", "at", "changes", "digest", "previous"]
