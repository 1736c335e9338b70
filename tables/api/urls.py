"""Addresses of the API that need tables. They have no slash at the end."""

from django.urls import URLPattern, URLResolver, path

from tables.api import chat, players, playing, streams, tables
from tables.recorder import api as drafts

ONE = "tables/<table:table_id>"

urlpatterns: list[URLPattern | URLResolver] = [
    path("players/<int:player_id>", players.PlayerDetail.as_view(), name="api-player"),
    path("drafts", drafts.Drafts.as_view(), name="api-drafts"),
    path("drafts/by-code", drafts.DraftByCode.as_view(), name="api-draft-by-code"),
    path("drafts/<uuid:draft_id>", drafts.DraftDetail.as_view(), name="api-draft"),
    path("drafts/<uuid:draft_id>/code", drafts.DraftCode.as_view(), name="api-draft-code"),
    path("handles", drafts.Handles.as_view(), name="api-handles"),
    path("tables", tables.Tables.as_view(), name="api-tables"),
    path(ONE, tables.TableDetail.as_view(), name="api-table"),
    path(f"{ONE}/places", tables.Places.as_view(), name="api-table-places"),
    path(f"{ONE}/places/<slug:colour>", tables.ComputerPlace.as_view(), name="api-table-place"),
    path(f"{ONE}/invitations", tables.Invitations.as_view(), name="api-table-invitations"),
    path(f"{ONE}/promise", tables.Promise.as_view(), name="api-table-promise"),
    path(f"{ONE}/share", tables.Share.as_view(), name="api-table-share"),
    path(f"{ONE}/entries", playing.EntryList.as_view(), name="api-table-entries"),
    path(f"{ONE}/legal", playing.LegalEntries.as_view(), name="api-table-legal"),
    path(f"{ONE}/moments", playing.Moments.as_view(), name="api-table-moments"),
    path(f"{ONE}/cancellation", tables.Cancellation.as_view(), name="api-table-cancellation"),
    path(f"{ONE}/rematch", tables.Rematch.as_view(), name="api-table-rematch"),
    path(f"{ONE}/stream", streams.TableStream.as_view(), name="api-table-stream"),
    path(f"{ONE}/talk", chat.Chat.as_view(), name="api-table-talk"),
    path(f"{ONE}/talk/<int:line_id>/report", chat.Report.as_view(), name="api-table-talk-report"),
    path("lobby/stream", streams.LobbyStream.as_view(), name="api-lobby-stream"),
    path("turns/stream", streams.TurnsStream.as_view(), name="api-turns-stream"),
    path("blocks", chat.Blocks.as_view(), name="api-blocks"),
    path("blocks/<str:handle>", chat.OneBlock.as_view(), name="api-block"),
]
