"""Entries of a table: the list, the legal ones, the next one."""

from __future__ import annotations

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.accounts import requesting_account
from tables.api.answers import EntriesAnswer, Legal, SubmittedAnswer, table_answer
from tables.api.base import TableView, number_after
from tables.api.inputs import EntryInput
from tables.locks import place_of_account
from tables.models import Phase
from tables.notifications.web_push import store_look
from tables.play.entries import submit_entry
from tables.play.position import read_played_game
from tables.play.reading import entries_since, entry_for, legal_for, viewer_of
from tables.play.updates import table_updates
from web.api.schema import problems
from web.disk_full import tolerate_full_disk

AFTER = OpenApiParameter(
    "after",
    {"type": "integer", "minimum": 0, "maximum": 10**14},
    description="Return entries after this number; 0 or absent: from the first.",
)

IN_SIGHT = OpenApiParameter(
    "seen", str, enum=["1"], description="The page is visible to the player."
)


class EntryList(TableView):
    serializer_class = EntriesAnswer

    @extend_schema(
        operation_id="table_entries",
        parameters=[AFTER],
        responses={200: EntriesAnswer, **problems(404)},
    )
    def get(self, request: Request, table_id: str) -> Response:
        """The entries of a table as you may read them."""
        table, viewer = self.looked_at(table_id)
        entries = entries_since(table, viewer, number_after(request))
        return Response({"plies": table.plies, "entries": entries})

    @extend_schema(
        operation_id="table_act",
        request=EntryInput,
        responses={201: SubmittedAnswer, **problems(404, 409, 413, 415, 422)},
    )
    def post(self, request: Request, table_id: str) -> Response:
        """Act: write the next entry. The bank writes what follows from it.

        409 `stale` if the game has gone on, `time-over` after the deadline; 403 `not-your-turn`;
        422 `illegal-entry` with the rule and what is legal. When an answer gets lost, send the
        same again with the same `key`: it is written once, and answered as the first time."""
        account, body = requesting_account(request), self.read(EntryInput)
        acted = submit_entry(table_id, account, body["ply"], body["text"], body["key"])
        viewer, is_open = viewer_of(acted.table, account), acted.table.phase == Phase.FINISHED
        rows = [entry_for(entry, viewer, is_open=is_open) for entry in acted.entries]
        state = table_answer(request, acted.table, viewer, acted.moment)
        return Response({"entries": rows, "state": state}, 201)


class LegalEntries(TableView):
    serializer_class = Legal

    @extend_schema(operation_id="table_legal", responses={200: Legal, **problems(404)})
    def get(self, request: Request, table_id: str) -> Response:
        """Your legal entries, without the colour."""
        table, viewer = self.looked_at(table_id)
        return Response({"plies": table.plies, "legal": legal_for(table, viewer) or []})


class TableUpdates(TableView):
    @extend_schema(
        operation_id="table_moments",
        parameters=[AFTER, IN_SIGHT],
        responses={
            200: OpenApiResponse(
                OpenApiTypes.OBJECT, "For the script of the page. It may change with the page."
            ),
            **problems(404, 409),
        },
    )
    def get(self, request: Request, table_id: str) -> Response:
        """Changes in the drawing of the table, as you may see it, from entry `after` on."""
        table, viewer = self.looked_at(table_id)
        account = self.viewing_account()
        if (
            "seen" in request.query_params
            and account
            and (place := place_of_account(table, account))
        ):
            with tolerate_full_disk("what a player has in sight"):
                store_look(place, table)
        return Response(table_updates(read_played_game(table), viewer, number_after(request)))
