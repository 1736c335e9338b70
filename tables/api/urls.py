"""Addresses of the API that need tables. They have no slash at the end."""

from django.urls import URLPattern, URLResolver, path

from tables.api import chat, entries, streams, tables
from tables.recorder import api as drafts

TABLE = "tables/<table:table_id>"

urlpatterns: list[URLPattern | URLResolver] = [
    path("players/<int:player_id>", tables.PlayerWithPromises.as_view(), name="api-player"),
    path("drafts", drafts.Drafts.as_view(), name="api-drafts"),
    path("drafts/by-code", drafts.DraftByCode.as_view(), name="api-draft-by-code"),
    path("drafts/<uuid:draft_id>", drafts.DraftDetail.as_view(), name="api-draft"),
    path("drafts/<uuid:draft_id>/code", drafts.DraftCode.as_view(), name="api-draft-code"),
    path("handles", drafts.Handles.as_view(), name="api-handles"),
    path("tables", tables.Tables.as_view(), name="api-tables"),
    path(TABLE, tables.TableDetail.as_view(), name="api-table"),
    path(f"{TABLE}/places", tables.TablePlaces.as_view(), name="api-table-places"),
    path(f"{TABLE}/places/<slug:colour>", tables.ComputerPlace.as_view(), name="api-table-place"),
    path(f"{TABLE}/invitations", tables.Invitations.as_view(), name="api-table-invitations"),
    path(f"{TABLE}/promise", tables.SharePromise.as_view(), name="api-table-promise"),
    path(f"{TABLE}/share", tables.Share.as_view(), name="api-table-share"),
    path(f"{TABLE}/entries", entries.EntryList.as_view(), name="api-table-entries"),
    path(f"{TABLE}/legal", entries.LegalEntries.as_view(), name="api-table-legal"),
    path(f"{TABLE}/moments", entries.TableUpdates.as_view(), name="api-table-moments"),
    path(f"{TABLE}/resignation", tables.Resignation.as_view(), name="api-table-resignation"),
    path(f"{TABLE}/cancellation", tables.Cancellation.as_view(), name="api-table-cancellation"),
    path(f"{TABLE}/take-back", tables.TakingBack.as_view(), name="api-table-take-back"),
    path(f"{TABLE}/rematch", tables.Rematch.as_view(), name="api-table-rematch"),
    path(f"{TABLE}/stream", streams.TableStream.as_view(), name="api-table-stream"),
    path(f"{TABLE}/talk", chat.TableChat.as_view(), name="api-table-talk"),
    path(
        f"{TABLE}/talk/<int:line_id>/report",
        chat.ChatLineReport.as_view(),
        name="api-table-talk-report",
    ),
    path("lobby/stream", streams.LobbyStream.as_view(), name="api-lobby-stream"),
    path("turns/stream", streams.TurnsStream.as_view(), name="api-turns-stream"),
    path("blocks", chat.Blocks.as_view(), name="api-blocks"),
    path("blocks/<str:handle>", chat.OneBlock.as_view(), name="api-block"),
]
