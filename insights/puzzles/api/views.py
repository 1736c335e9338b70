"""The puzzle of today, tries at it, and one's own days in a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from engine import view
from games.accounts import MayRead, requesting_account
from insights.puzzles.models import Puzzle
from insights.puzzles.posed import posed_puzzle
from insights.puzzles.services import daily, solving
from tables.api import LookThrottle, TableView
from web.api.base import ApiView, absolute_link
from web.api.schema import problems
from web.rate_limits import client_key

if TYPE_CHECKING:
    from rest_framework.permissions import BasePermission
    from rest_framework.throttling import BaseThrottle
from typing import Any

from rest_framework import serializers

from tables.limits import ENTRY_CHARACTERS

THOUSANDTHS = "in thousandths of a point"
SHARE = "expected share of first place, from 0 to 1"


class PuzzleShown(serializers.Serializer[Any]):
    """The puzzle of a day: what the seat to act knows. Neither the game nor the solution."""

    date = serializers.DateField(help_text="by UTC")
    url = serializers.URLField(help_text="the page")
    players = serializers.IntegerField()
    seat = serializers.CharField(help_text="the colour whose turn it is")
    entry = serializers.IntegerField(help_text="number that the move will have in the log")
    rating = serializers.IntegerField(help_text=f"how hard it is, {THOUSANDTHS}")
    attempts = serializers.IntegerField(help_text="number of first tries the rating is based on")
    view = serializers.DictField(help_text="the position, as a table shows it to its player")
    choices = serializers.ListField(
        child=serializers.CharField(), help_text="every legal entry, without the colour"
    )


class Try(serializers.Serializer[Any]):
    """One of the choices."""

    text = serializers.CharField(max_length=ENTRY_CHARACTERS)


class ChoiceShown(serializers.Serializer[Any]):
    text = serializers.CharField()
    share = serializers.FloatField(help_text=SHARE)
    error = serializers.FloatField(help_text="half the width of the 95 % interval")


class Tried(serializers.Serializer[Any]):
    """Outcome of an attempt. `solution` has the best choices once it is right; else null."""

    right = serializers.BooleanField()
    first = serializers.BooleanField(help_text="true for the account's first try, which counts")
    share = serializers.FloatField(help_text=SHARE)
    error = serializers.FloatField(help_text="half the width of the 95 % interval")
    solution = ChoiceShown(many=True, allow_null=True)
    game = serializers.URLField(
        allow_null=True,
        help_text="address of the game, once the try is right; null if the site has no game",
    )
    streak = serializers.IntegerField(help_text="days in a row")
    rating = serializers.IntegerField(help_text=THOUSANDTHS)


class StreakShown(serializers.Serializer[Any]):
    """The account's success."""

    streak = serializers.IntegerField(help_text="days in a row by UTC, up to today or yesterday")
    longest = serializers.IntegerField()
    solved_today = serializers.BooleanField()
    rating = serializers.IntegerField(help_text=THOUSANDTHS)
    attempts = serializers.IntegerField(help_text="number of first tries the rating is based on")


class Today(ApiView):
    serializer_class = PuzzleShown
    has_etag = False

    def get_permissions(self) -> list[BasePermission]:
        return [AllowAny()]

    def get_throttles(self) -> list[BaseThrottle]:
        return [LookThrottle()]

    @extend_schema(operation_id="puzzle_today", responses={200: PuzzleShown, **problems(404)})
    def get(self, request: Request) -> Response:
        """The puzzle of today by UTC, the same for everybody, without its solution. 404 if there
        is none."""
        day, puzzle = daily.today(), _of_today()
        position = posed_puzzle(puzzle)
        state = position.live().state
        return Response(
            {
                "date": day.isoformat(),
                "url": absolute_link(request, "puzzle", day.isoformat()),
                "players": len(position.setup.seats),
                "seat": position.setup.seats[position.seat].word,
                "entry": position.entry,
                "rating": puzzle.rating,
                "attempts": puzzle.attempts,
                "view": view(state, position.seat),
                "choices": sorted(choice.text for choice in solving.choices_of(puzzle)),
            }
        )


class Attempts(TableView):
    """As acting at a table: with the scope `play`."""

    serializer_class = Tried

    @extend_schema(
        operation_id="puzzle_try",
        request=Try,
        responses={200: Tried, **problems(400, 404, 413, 415, 422)},
    )
    def post(self, request: Request) -> Response:
        """Try a choice, as often as you like; the first try counts. The solution is in the answer
        once it is right. 422 `illegal-entry` with the rule and what is legal."""
        puzzle, account = _of_today(), requesting_account(request)
        address = client_key(request._request)
        outcome = solving.attempt_puzzle(puzzle, self.read(Try)["text"], account, address)
        best = solving.choices_of(puzzle)[: max(3, puzzle.right)] if outcome.right else None
        stats = solving.solver_stats(account)
        return Response(
            {
                "right": outcome.right,
                "first": outcome.is_first,
                "share": outcome.chosen.share,
                "error": outcome.chosen.error,
                "solution": [choice._asdict() for choice in best] if best else None,
                "game": _game_link(request, puzzle) if outcome.right else None,
                "streak": stats.streak,
                "rating": stats.rating,
            }
        )


class Streak(ApiView):
    serializer_class = StreakShown
    public = False
    has_etag = False

    def get_permissions(self) -> list[BasePermission]:
        return [MayRead()]

    @extend_schema(operation_id="puzzle_streak", responses={200: StreakShown})
    def get(self, request: Request) -> Response:
        """Your days in a row, and your puzzle rating."""
        return Response(solving.solver_stats(requesting_account(request))._asdict())


def _game_link(request: Request, puzzle: Puzzle) -> str | None:
    return absolute_link(request, "game", puzzle.game_id) if puzzle.game_id else None


def _of_today() -> Puzzle:
    puzzle = daily.puzzle_of_day(daily.today())
    if puzzle is None:
        raise Http404("no puzzle today")
    return puzzle
