"""Series and leagues by the API: listed, read, made, changed, carried on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from events.api import series_inputs as inputs
from events.api import series_serializers as serializers
from events.api.event_base import REFUSED, EventChange, EventView
from events.clubs.locks import find_club
from events.models import DivisionPlayer, GuestAccount, Series
from events.results.series_boards import hidden_guests, read_board
from events.series.guests import answer_for_guest, name_guest
from events.series.league import (
    NextSeason,
    add_division,
    place_players,
    plan_next_season,
    remove_player,
    set_leaving,
    start_next_season,
)
from events.series.organising import (
    SeriesTerms,
    add_event_to_series,
    change_series,
    make_series,
    must_organise_series,
    organises_series,
    remove_event_from_series,
)
from events.series.queries import (
    SERIES_ORDER,
    board_parts,
    guests_in_words,
    public_series,
    removed_events,
)
from ratings.standings import guest_form
from web.api.base import absolute_link
from web.api.paging import KeysetPagination
from web.api.schema import OPEN_TO_ALL, problems
from web.priorities import heavy

LOCATION = OpenApiParameter(
    "Location", OpenApiTypes.URI, OpenApiParameter.HEADER, response=[201], description="The series."
)
FULL: dict[Any, Any] = {200: serializers.SeriesFull, **REFUSED}
CREATED: dict[Any, Any] = {201: serializers.SeriesFull, **REFUSED}


class SeriesPages(KeysetPagination):
    keys = SERIES_ORDER


class SeriesView(EventView):
    """As for events: everybody may read; changes need the scope `play`."""

    serializer_class: Any = serializers.SeriesFull

    def series(self, series_id: int) -> Series:
        """Raises ``Series.DoesNotExist``."""
        return Series.objects.select_related("club", "before").get(pk=series_id)

    def series_response(self, series_id: int, status: int = 200) -> Response:
        """The whole series, as its page shows it to the asking account. At most 25 queries."""
        series, account = self.series(series_id), self.viewing_account()
        board = read_board(series)
        guests, hidden = guests_in_words(series, account), hidden_guests(series)
        following = Series.objects.filter(before=series).values_list("pk", flat=True)
        answer = serializers.SeriesSummary(series, context={"request": self.request}).data | {
            "terms": serializers.SeriesTermsFull(series).data,
            "may_organise": organises_series(series, account),
            "next_season": following.first(),
            "events": serializers.SeriesEventRow(board.entries, many=True).data,
            "removed_events": [
                {"event": row.event_id, "removed_at": row.removed_at, "reason": reason}
                for row, reason in removed_events(series)
            ],
            "boards": serializers.BoardRow(board_parts(board), many=True).data,
            "players": [_player_answer(player, hidden) for player in board.players],
            "guests": serializers.GuestRow(
                [*_rows(guests["agreed_guests"]), *_rows(guests["asked_guests"])], many=True
            ).data,
        }
        return self.read_by(account, answer, status)

    def season_response(self, series: Series) -> Response:
        """A series that was made, with its address."""
        response = self.series_response(series.pk, 201)
        response["Location"] = absolute_link(self.request, "api-series", series.pk)
        return response


class SeriesChange(SeriesView, EventChange):
    """Something that is done in a series; there is nothing to look at."""


@heavy
class SeriesList(SeriesView):
    queryset = Series.objects.none()
    serializer_class = serializers.SeriesSummary
    pagination_class = SeriesPages

    @extend_schema(
        operation_id="series_list",
        parameters=[OpenApiParameter("club", str, description="the last part of its address")],
        responses={200: serializers.SeriesSummary(many=True), **problems(404)},
    )
    def get(self, request: Request) -> Response:
        """Series, latest end first."""
        slug = request.query_params.get("club", "").replace("\0", "")
        return self.page_of(public_series(find_club(slug) if slug else None))

    @extend_schema(
        operation_id="series_make",
        parameters=[LOCATION],
        request=inputs.SeriesInput,
        responses=CREATED,
    )
    def post(self, request: Request) -> Response:
        """Make a series: of a club of which you are an officer, or of yourself."""
        body = self.read(inputs.SeriesInput)
        slug = body.get("club", "")
        columns: Any = inputs.series_columns(body)
        terms = SeriesTerms(**columns)
        return self.season_response(
            make_series(self.account, terms, find_club(slug) if slug else None)
        )


@heavy
class SeriesDetail(SeriesView):
    @extend_schema(
        operation_id="series_show",
        auth=OPEN_TO_ALL,
        responses={200: serializers.SeriesFull, **problems(404)},
    )
    def get(self, request: Request, series_id: int) -> Response:
        """A season: its events, the boards of its divisions, its players."""
        return self.series_response(series_id)

    @extend_schema(operation_id="series_change", request=inputs.SeriesChangeInput, responses=FULL)
    def patch(self, request: Request, series_id: int) -> Response:
        """An organiser changes terms. Once an event has a result, the way to count stays."""
        changes = inputs.series_columns(self.read(inputs.SeriesChangeInput))
        terms = SeriesTerms.of_series(self.series(series_id), changes)
        change_series(series_id, self.account, terms)
        return self.series_response(series_id)


@heavy
class SeriesEvents(SeriesChange):
    @extend_schema(
        operation_id="series_event_add", request=inputs.SeriesEventInput, responses=CREATED
    )
    def post(self, request: Request, series_id: int) -> Response:
        """An arbiter of both adds an event; in a league to a division, whose players are entered
        where nobody is in the event yet."""
        body = self.read(inputs.SeriesEventInput)
        add_event_to_series(series_id, self.account, body["event"], body.get("division"))
        return self.series_response(series_id, 201)


@heavy
class SeriesEventRemoval(SeriesChange):
    @extend_schema(operation_id="series_event_remove", request=inputs.RemovalInput, responses=FULL)
    def post(self, request: Request, series_id: int, event_id: int) -> Response:
        """An organiser takes an event out of the series. It stays listed with the reason."""
        reason = self.read(inputs.RemovalInput)["reason"]
        remove_event_from_series(series_id, self.account, event_id, reason)
        return self.series_response(series_id)


@heavy
class SeriesDivisions(SeriesChange):
    @extend_schema(
        operation_id="series_division_add", request=inputs.DivisionInput, responses=CREATED
    )
    def post(self, request: Request, series_id: int) -> Response:
        """An organiser adds a division, before there are events without one."""
        body = self.read(inputs.DivisionInput)
        add_division(series_id, self.account, body["name"], body["exchanged"])
        return self.series_response(series_id, 201)


@heavy
class DivisionPlayers(SeriesChange):
    @extend_schema(
        operation_id="series_players_add", request=inputs.PlayersInput, responses=CREATED
    )
    def post(self, request: Request, series_id: int, number: int) -> Response:
        """An organiser puts people into a division: all of them, or none."""
        names = self.read(inputs.PlayersInput)["names"]
        place_players(series_id, self.account, number, names)
        return self.series_response(series_id, 201)


@heavy
class SeriesPlayer(SeriesChange):
    @extend_schema(operation_id="series_player_remove", request=None, responses=FULL)
    def delete(self, request: Request, series_id: int, player_id: int) -> Response:
        """An organiser takes a person who has not played yet out of the divisions."""
        remove_player(self.series(series_id).pk, self.account, player_id)
        return self.series_response(series_id)


@heavy
class PlayerLeaving(SeriesChange):
    @extend_schema(operation_id="series_player_leave", request=None, responses=FULL)
    def post(self, request: Request, series_id: int, player_id: int) -> Response:
        """A player plays no next season: the player or an organiser says so."""
        set_leaving(self.series(series_id).pk, self.account, player_id, leaving=True)
        return self.series_response(series_id)

    @extend_schema(operation_id="series_player_stay", request=None, responses=FULL)
    def delete(self, request: Request, series_id: int, player_id: int) -> Response:
        """A player plays the next season after all."""
        set_leaving(self.series(series_id).pk, self.account, player_id, leaving=False)
        return self.series_response(series_id)


class SeriesGuests(SeriesChange):
    serializer_class = serializers.GuestRow

    @extend_schema(
        operation_id="series_guest_name",
        request=inputs.GuestInput,
        responses={201: serializers.GuestRow, **REFUSED},
    )
    def post(self, request: Request, series_id: int) -> Response:
        """An organiser says that a guest is an account. The account is asked."""
        body = self.read(inputs.GuestInput)
        row = name_guest(series_id, self.account, body["guest"], body["handle"])
        return Response(serializers.GuestRow(row).data, 201)


class SeriesGuestAnswer(SeriesChange):
    serializer_class = serializers.GuestRow

    @extend_schema(
        operation_id="series_guest_answer",
        request=inputs.GuestAnswerInput,
        responses={200: serializers.GuestRow, **REFUSED},
    )
    def post(self, request: Request, series_id: int, guest_id: int) -> Response:
        """You agree to be a guest of the series, or say that you are not."""
        agrees = self.read(inputs.GuestAnswerInput)["agrees"]
        row = GuestAccount.objects.get(series=series_id, pk=guest_id)
        return Response(
            serializers.GuestRow(answer_for_guest(row.pk, self.account, agrees=agrees)).data
        )


@heavy
class SeriesPromotion(SeriesChange):
    serializer_class = serializers.PromotionFull

    @extend_schema(
        operation_id="series_promotion",
        request=inputs.JoiningInput,
        responses={200: serializers.PromotionFull, **REFUSED},
    )
    def post(self, request: Request, series_id: int) -> Response:
        """The next season as it would be, with newcomers. It changes nothing."""
        series = self.series(series_id)
        must_organise_series(series, self.account)
        plan = plan_next_season(series, self.read(inputs.JoiningInput)["joining"])
        return Response(serializers.PromotionFull(_plan_answer(plan)).data)


@heavy
class SeriesNext(SeriesChange):
    @extend_schema(
        operation_id="series_next_begin",
        parameters=[LOCATION],
        request=inputs.NextSeasonInput,
        responses=CREATED,
    )
    def post(self, request: Request, series_id: int) -> Response:
        """An organiser begins the next season, with the promotion that was shown."""
        body = self.read(inputs.NextSeasonInput)
        terms = SeriesTerms.of_series(self.series(series_id), inputs.series_columns(body))
        season = start_next_season(series_id, self.account, terms, body["joining"], body["digest"])
        return self.season_response(season)


# --- inside -------------------------------------------------------------------


def _player_answer(player: DivisionPlayer, hidden: Mapping[str, str]) -> dict[str, object]:
    """A player with the name that everybody reads."""
    guest = hidden.get(guest_form(player.guest), player.guest)
    return {
        "id": player.pk,
        "name": player.in_logs if player.account else guest,
        "division": player.division.number,
        "move": player.move,
        "leaving": player.leaving_at is not None,
    }


def _rows(rows: object) -> list[GuestAccount]:
    assert isinstance(rows, list)
    return rows


def _plan_answer(plan: NextSeason) -> dict[str, object]:
    return {
        "divisions": [
            {"number": division.number, "name": division.name, "players": places}
            for division, places in plan.divisions
        ],
        "leaving": [person.in_logs for person in plan.leaving],
        "digest": plan.digest,
    }
