"""Games: the records that everybody may read."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiParameter,
    OpenApiResponse,
    extend_schema,
    extend_schema_field,
)
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from engine import read_log, write_json
from games.accounts.api_permissions import MayAttest, MayUpload, requesting_account
from games.api.serializers.games import (
    AttestInput,
    DiscrepancyFull,
    DisputeInput,
    GameFull,
    GameShort,
    SeatsInput,
    WhichInput,
)
from games.duplicates.decide import choose_right_log
from games.judging.diff import name_in_log
from games.models import Game
from games.queries import discrepancies_in_full, games_in_full, games_list
from games.search.api_pages import GamePages
from games.search.filters import (
    RENAMED,
    GameFilter,
    PlayersFilter,
    SearchFilter,
    WholeNumberFilter,
)
from games.search.query import LONGEST
from games.standing.attest import attest, dispute, take_back_dispute
from games.standing.correct_seats import reseat, withdraw_seat_claim
from web.api.base import ApiView
from web.api.negotiation import JsonLog, TextLog
from web.api.schema import SMALL_INTEGER, problems, renamed_filters
from web.priorities import heavy

extend_schema_field({"type": "string", "maxLength": 200})(PlayersFilter)
extend_schema_field({"type": "string", "maxLength": LONGEST})(SearchFilter)
extend_schema_field(SMALL_INTEGER)(WholeNumberFilter)


@heavy
class Games(ApiView):
    queryset = Game.objects.none()
    serializer_class = GameShort
    pagination_class = GamePages
    filter_backends = [DjangoFilterBackend]
    filterset_class = GameFilter

    @extend_schema(
        operation_id="games_list",
        parameters=renamed_filters(RENAMED),
        responses={200: GameShort(many=True)},
    )
    def get(self, request: Request) -> Response:
        """Games, latest played first."""
        return self.page_of(self.filter_queryset(games_list()))


class GameDetail(ApiView):
    serializer_class = GameFull

    @extend_schema(operation_id="game_show", responses={200: GameFull, **problems(404)})
    def get(self, request: Request, game_id: str) -> Response:
        """A game: seats with points by source, standing and why, confirmations, verifications."""
        return self.answer(get_object_or_404(games_in_full(), pk=game_id))


class GameLog(ApiView):
    renderer_classes = [TextLog, JsonLog]

    @extend_schema(
        operation_id="game_log",
        parameters=[OpenApiParameter("format", str, enum=["text", "json"])],
        responses={
            (200, TextLog.media_type): OpenApiTypes.STR,
            (200, JsonLog.media_type): OpenApiResponse(OpenApiTypes.OBJECT, "The log."),
            **problems(404),
        },
    )
    def get(self, request: Request, game_id: str) -> Response:
        """The canonical log: text, or the JSON form for Accept: application/json or `format=json`.

        It never changes, but for the name of a player who closes their account."""
        game = get_object_or_404(Game.objects.only("log"), pk=game_id)
        is_json = isinstance(request.accepted_renderer, JsonLog)
        log = write_json(read_log(game.log)).encode() if is_json else game.log
        return Response(log, headers={"Cache-Control": "public, max-age=86400"})


class _Part(ApiView):
    """A statement of a game's player about it. Answers with the game and its new standing."""

    public = False
    permission_classes = [MayAttest]
    serializer_class = GameFull

    def game(self) -> Game:
        return get_object_or_404(Game, pk=self.kwargs["game_id"])

    def answer_game(self, status: int) -> Response:
        return self.answer(games_in_full().get(pk=self.kwargs["game_id"]), status)


class Attestations(_Part):
    @extend_schema(
        operation_id="game_attest",
        request=AttestInput,
        responses={201: GameFull, **problems(404, 409, 413, 415)},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Confirm, as a player of it, that this is the game you played. Twice is once.

        Read `before_confirming` of the game first. If it says that you left, send `left`: true."""
        json = request.content_type.startswith("application/json")
        left = self.read(AttestInput)["left"] if json else False  # others were never read
        attest(requesting_account(request), self.game(), left=left)
        return self.answer_game(201)


class Disputes(_Part):
    @extend_schema(
        operation_id="game_dispute",
        request=DisputeInput,
        responses={201: GameFull, **problems(404, 409, 413, 415)},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Dispute a game, as one of its players. It is not rated until a moderator decides, or you
        withdraw the dispute."""
        game = self.game()
        dispute(requesting_account(request), game, self.read(DisputeInput)["reason"])
        return self.answer_game(201)


class DisputeWithdrawal(_Part):
    @extend_schema(
        operation_id="game_dispute_withdraw",
        request=None,
        responses={200: GameFull, **problems(404, 409)},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Withdraw your open dispute."""
        take_back_dispute(requesting_account(request), self.game())
        return self.answer_game(200)


class GameSeats(_Part):
    permission_classes = [MayUpload]

    @extend_schema(
        operation_id="game_reseat",
        request=SeatsInput,
        responses={200: GameFull, **problems(404, 409, 413, 415)},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Correct the seats of a game that you uploaded, while it does not count. All players
        confirm it again; you do so by this request."""
        game, seats_input = self.game(), self.read(SeatsInput)
        names = seats_input["names"]
        table = game.seats.select_related("player__account").order_by("number")
        colours = [seat.colour for seat in table]
        if unknown := set(names) - set(colours):
            raise ValidationError({"names": [f"No seat is {min(unknown)}."]})
        seat_names = [names.get(seat.colour, name_in_log(seat)) for seat in table]
        reseat(requesting_account(request), game, seat_names, seats_input["reason"])
        return self.answer_game(200)


class SeatClaimWithdrawal(_Part):
    @extend_schema(
        operation_id="game_seat_claim_withdraw",
        request=None,
        responses={200: GameFull, **problems(404, 409)},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Withdraw your claim that other people sat at the seats."""
        withdraw_seat_claim(requesting_account(request), self.game())
        return self.answer_game(200)


class DiscrepancyDetail(ApiView):
    serializer_class = DiscrepancyFull

    @extend_schema(
        operation_id="game_discrepancy_show", responses={200: DiscrepancyFull, **problems(404)}
    )
    def get(self, request: Request, game_id: str, number: int) -> Response:
        """A nearly identical log of the game, and each player's choice between the two."""
        return self.answer(get_object_or_404(discrepancies_in_full(), game=game_id, number=number))


class DiscrepancyChoices(ApiView):
    public = False
    permission_classes = [MayAttest]
    serializer_class = DiscrepancyFull

    @extend_schema(
        operation_id="game_discrepancy_choose",
        request=WhichInput,
        responses={201: DiscrepancyFull, **problems(404, 409, 413, 415)},
    )
    def post(self, request: Request, game_id: str, number: int) -> Response:
        """Say, as a player of one of the two logs, which is right. If all of them say the same log,
        that is settled, where it is theirs to settle."""
        row = get_object_or_404(discrepancies_in_full(), game=game_id, number=number)
        choose_right_log(requesting_account(request), row, self.read(WhichInput)["which"])
        return self.answer(discrepancies_in_full().get(pk=row.pk), 201)
