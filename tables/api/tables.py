"""Tables: opened, filled, dealt, and brought to an end."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, TypedDict

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.accounts import requesting_account
from games.models import Player
from ratings.api import PlayerFull, views
from tables import locks
from tables.api.answers import TableLists, TableState, table_answer, table_summary
from tables.api.base import TableView
from tables.api.inputs import (
    ConsentInput,
    HandleInput,
    PromiseInput,
    RematchInput,
    SeatInput,
    ShareInput,
    TakeBackInput,
    TermsInput,
)
from tables.ending import ending
from tables.lobby import dealing, opening, seats
from tables.lobby.rematch import open_rematch
from tables.models import Phase, Table
from tables.play import take_back
from tables.queries import (
    AccountTables,
    promise_counts,
    ratings_at,
    read_account_tables,
    read_lobby,
)
from web.api.base import absolute_link
from web.api.schema import problems
from web.errors import NotAllowed
from web.priorities import heavy

LOCATION = OpenApiParameter(
    "Location", OpenApiTypes.URI, OpenApiParameter.HEADER, response=[201], description="The table."
)
REFUSED: dict[Any, Any] = problems(404, 409, 413, 415)
CHANGED: dict[Any, Any] = {200: TableState, **REFUSED}
ADDED: dict[Any, Any] = {201: TableState, **REFUSED}


class _Tables(TableView):
    """Base of views that answer with a table."""

    serializer_class = TableState

    def opened(self, table: Table) -> Response:
        answer = self.table_response(table.pk, 201)
        answer["Location"] = absolute_link(self.request, "api-table", table.pk)
        return answer


class _Change(_Tables):
    """Something that is done to a table; there is nothing to look at."""

    looks = False

    def departed(self, table_id: str) -> Response:
        """The table as the account still sees it, or as spectators do: an account that may no
        longer look may still see what came of it."""
        with suppress(NotAllowed):
            return self.table_response(table_id)
        return Response(table_answer(self.request, locks.read_table(table_id), None))


class Tables(_Tables):
    @extend_schema(operation_id="tables_list", responses={200: TableLists})
    def get(self, request: Request) -> Response:
        """The lobby, and your tables."""
        account = self.viewing_account()
        lobby = read_lobby(account)
        lists: dict[str, Any] = {"open": lobby.open, "running": lobby.running}
        account_tables = read_account_tables(account) if account else AccountTables((), (), (), ())
        lists |= {
            name: getattr(account_tables, name) for name in ("turn", "others", "waiting", "invited")
        }
        ratings = ratings_at(table for tables in lists.values() for table in tables)
        return Response(
            {
                name: [table_summary(request, table, ratings) for table in tables]
                for name, tables in lists.items()
            }
        )

    @extend_schema(
        operation_id="table_open",
        parameters=[LOCATION],
        request=TermsInput,
        responses={201: TableState, **problems(409, 413, 415)},
    )
    def post(self, request: Request) -> Response:
        """Open a table, and sit down at it. Fields that you leave out have defaults: a first game
        for two.

        When an answer gets lost, send the same again with the same `key`: one table is opened,
        and it is the answer, as it stands then. 409 for a key of yours that opened another one."""
        account, body = requesting_account(request), self.read(TermsInput)
        return self.opened(opening.open_table(account, TermsInput.terms(body), body["key"]))


class TableDetail(_Tables):
    @extend_schema(operation_id="table_show", responses={200: TableState, **problems(404)})
    def get(self, request: Request, table_id: str) -> Response:
        """A table as you may see it: who sits there, who is to act, the clocks, what is legal."""
        return self.table_response(table_id)


class TablePlaces(_Change):
    @extend_schema(operation_id="table_sit", request=SeatInput, responses=ADDED)
    def post(self, request: Request, table_id: str) -> Response:
        """Sit down. When all seats are taken the shares of the shuffle are asked for; where
        no player promised one the cards are dealt at once."""
        account, body = requesting_account(request), self.read(SeatInput)
        if body["computer"]:
            seats.add_computer(table_id, account, body["computer"], body["colour"])
        else:
            seats.sit_down(table_id, account, body["colour"], body["promise"])
        return self.table_response(table_id, 201)

    @extend_schema(operation_id="table_leave", request=None, responses=CHANGED)
    def delete(self, request: Request, table_id: str) -> Response:
        """Stand up; from a running game: leave it, and a computer player stands in."""
        account = requesting_account(request)
        if locks.read_table(table_id).phase == Phase.PLAYING:
            ending.leave_game(table_id, account)
        else:
            seats.leave_seat(table_id, account)
        return self.departed(table_id)


class ComputerPlace(_Change):
    @extend_schema(operation_id="table_unseat_computer", request=None, responses=CHANGED)
    def delete(self, request: Request, table_id: str, colour: str) -> Response:
        """The host takes a computer player off an open table."""
        seats.remove_computer(table_id, requesting_account(request), colour)
        return self.table_response(table_id)


class Invitations(_Change):
    @extend_schema(operation_id="table_invite", request=HandleInput, responses=ADDED)
    def post(self, request: Request, table_id: str) -> Response:
        """The host invites an account to an open table."""
        seats.invite_player(table_id, requesting_account(request), self.read(HandleInput)["handle"])
        return self.table_response(table_id, 201)

    @extend_schema(operation_id="table_decline", request=None, responses=CHANGED)
    def delete(self, request: Request, table_id: str) -> Response:
        """Say that you do not want to play."""
        seats.decline_invitation(table_id, requesting_account(request))
        return self.table_response(table_id)


class SharePromise(_Change):
    @extend_schema(operation_id="table_promise", request=PromiseInput, responses=CHANGED)
    def post(self, request: Request, table_id: str) -> Response:
        """Promise a share of the shuffle, if you sat down without: while the table is open."""
        dealing.promise_share(
            table_id, requesting_account(request), self.read(PromiseInput)["promise"]
        )
        return self.table_response(table_id)


class Share(_Change):
    @extend_schema(operation_id="table_share", request=ShareInput, responses=CHANGED)
    def post(self, request: Request, table_id: str) -> Response:
        """Open the share that you promised, once all seats are taken. After the last one the
        cards are dealt."""
        dealing.open_share(table_id, requesting_account(request), self.read(ShareInput)["share"])
        return self.table_response(table_id)


class Resignation(_Change):
    @extend_schema(operation_id="table_resign", request=None, responses=CHANGED)
    def post(self, request: Request, table_id: str) -> Response:
        """Resign, even when it is not your turn. The log says so. With two the other
        player wins; with more a computer player stands in, and you are placed last. Before your
        first entry it is the same as leaving. Repeating the request is harmless."""
        ending.resign_game(table_id, requesting_account(request))
        return self.departed(table_id)


class Cancellation(_Change):
    @extend_schema(operation_id="table_cancel", request=ConsentInput, responses=CHANGED)
    def post(self, request: Request, table_id: str) -> Response:
        """Agree to cancel the game. When everybody who still plays agrees, it is as if never
        played."""
        account, body = requesting_account(request), self.read(ConsentInput)
        ending.agree_to_cancel(table_id, account, body["agree"])
        return self.table_response(table_id)


class TakingBack(_Change):
    @extend_schema(operation_id="table_take_back", request=TakeBackInput, responses=CHANGED)
    def post(self, request: Request, table_id: str) -> Response:
        """Ask to take your last entry back, with all after it: at unrated tables, if the bank has
        not acted since. With `first` you answer what another player asks. When everybody who
        plays agrees it is done; against computer players at once."""
        account, body = requesting_account(request), self.read(TakeBackInput)
        if body["first"]:
            take_back.answer_take_back(table_id, account, body["first"], body["agree"])
        else:
            take_back.wish_to_take_back(table_id, account)
        return self.table_response(table_id)


class Rematch(_Change):
    @extend_schema(
        operation_id="table_rematch", parameters=[LOCATION], request=RematchInput, responses=ADDED
    )
    def post(self, request: Request, table_id: str) -> Response:
        """Ask for a rematch. The second player who asks gets the same table, and may
        promise a share when sitting down at it."""
        account, body = requesting_account(request), self.read(RematchInput)
        return self.opened(open_rematch(table_id, account, body["promise"]))


# --- a player, with what only the tables know ------------------------------


class Promises(TypedDict):
    deals: int
    withheld: int


class PlayerAtTables(PlayerFull):
    """A player, the ratings in each pool, and the promises at tables here."""

    promises = serializers.SerializerMethodField(
        help_text="number of deals in which a share of the shuffle was promised, and in which "
        "it was withheld"
    )

    class Meta(PlayerFull.Meta):
        fields = [*PlayerFull.Meta.fields, "promises"]

    def get_promises(self, player: Player) -> Promises:
        deals, withheld = promise_counts(player)
        return {"deals": deals, "withheld": withheld}


@heavy
class PlayerWithPromises(views.PlayerDetail):
    serializer_class: Any = PlayerAtTables

    @extend_schema(operation_id="player_show", responses={200: PlayerAtTables, **problems(404)})
    def get(self, request: Request, player_id: int) -> Response:
        """A player with the ratings in each pool, and how often promised shares were withheld."""
        return super().get(request, player_id)
