"""Addresses of the API that need games alone. They have no slash at the end."""

from django.urls import URLPattern, URLResolver, path

from games.api import account, editions, export, games, moderation, notices, uploads
from games.replays.api import notes
from web.api import problem_types

urlpatterns: list[URLPattern | URLResolver] = [
    path("account", account.OwnAccount.as_view(), name="api-account"),
    path("editions", editions.Editions.as_view(), name="api-editions"),
    path("editions/<str:name>", editions.OneEdition.as_view(), name="api-edition"),
    path("problems", problem_types.Problems.as_view(), name="api-problems"),
    path("problems/<slug:kind>", problem_types.ProblemType.as_view(), name="api-problem"),
    path("moderation", moderation.Moderation.as_view(), name="api-moderation"),
    path("moderation/offices", moderation.RoleList.as_view(), name="api-offices"),
    path("notices", notices.Notices.as_view(), name="api-notices"),
    path("notices/read", notices.NoticesRead.as_view(), name="api-notices-read"),
    path("notices/mail", notices.NoticesMail.as_view(), name="api-notices-mail"),
    path("confirmations", notices.Confirmations.as_view(), name="api-confirmations"),
    path("confirmations/always", notices.Agreements.as_view(), name="api-agreements"),
    path("confirmations/always/<str:handle>", notices.Agreement.as_view(), name="api-agreement"),
    path("occasions", uploads.Occasions.as_view(), name="api-occasions"),
    path("uploads", uploads.Uploads.as_view(), name="api-uploads"),
    path("uploads/<uuid:upload_id>", uploads.UploadDetail.as_view(), name="api-upload"),
    path(
        "uploads/<uuid:upload_id>/submissions",
        uploads.Submissions.as_view(),
        name="api-submissions",
    ),
    path("uploads/<uuid:upload_id>/raw", uploads.UploadRaw.as_view(), name="api-upload-raw"),
    path("games", games.Games.as_view(), name="api-games"),
    path("games.ndjson", export.Export.as_view(), name="api-games-export"),
    path("games/<game:game_id>", games.GameDetail.as_view(), name="api-game"),
    path("games/<game:game_id>/log", games.GameLog.as_view(), name="api-game-log"),
    path(
        "games/<game:game_id>/attestations",
        games.Attestations.as_view(),
        name="api-game-attestations",
    ),
    path("games/<game:game_id>/disputes", games.Disputes.as_view(), name="api-game-disputes"),
    path(
        "games/<game:game_id>/disputes/withdrawal",
        games.DisputeWithdrawal.as_view(),
        name="api-game-dispute-withdrawal",
    ),
    path("games/<game:game_id>/seats", games.GameSeats.as_view(), name="api-game-seats"),
    path(
        "games/<game:game_id>/seat-claims/withdrawal",
        games.SeatClaimWithdrawal.as_view(),
        name="api-game-seat-claim-withdrawal",
    ),
    path(
        "games/<game:game_id>/discrepancies/<int:number>",
        games.DiscrepancyDetail.as_view(),
        name="api-game-discrepancy",
    ),
    path(
        "games/<game:game_id>/discrepancies/<int:number>/choices",
        games.DiscrepancyChoices.as_view(),
        name="api-game-discrepancy-choices",
    ),
    path("reports", moderation.Reports.as_view(), name="api-reports"),
    path("games/<game:game_id>/reports", moderation.GameReports.as_view(), name="api-game-reports"),
    path(
        "players/<int:player_id>/reports",
        moderation.PlayerReports.as_view(),
        name="api-player-reports",
    ),
    path("games/<game:game_id>/notes", notes.Notes.as_view(), name="api-game-notes"),
    path(
        "games/<game:game_id>/notes/<int:note_id>",
        notes.NoteDetail.as_view(),
        name="api-game-note",
    ),
]
