"""Addresses of records, uploads and accounts."""

from django.urls import URLPattern, URLResolver, include, path, register_converter

from games.accounts import owner_pages
from games.moderation import views as moderation_views
from games.notifications import views as notifications_views
from games.pages import (
    account,
    claims,
    confirm,
    discrepancies,
    game,
    licences,
    submission,
    upload,
)
from games.replays.views import (
    notes,
    pictures,
    replay,
    share,
    whatif,
)
from games.rulebook import views as rulebook_views
from games.search import feed, views_games, views_saved
from web.public_id import ALPHABET, LENGTH


class GameId:
    """The id of a game in an address; anything else is no game (404)."""

    regex = f"[{ALPHABET}]{{{LENGTH}}}"

    def to_python(self, game_id: str) -> str:
        return game_id

    def to_url(self, game_id: str) -> str:
        return game_id


register_converter(GameId, "game")

urlpatterns: list[URLPattern | URLResolver] = [
    path("about/", upload.about_page, name="about"),
    path("moderation/", moderation_views.moderation, name="moderation"),
    path("moderation/patterns/", moderation_views.patterns, name="moderation-patterns"),
    path("moderation/reports/", moderation_views.reports_that_wait, name="moderation-reports"),
    path("reports/", moderation_views.reports, name="reports"),
    path("about/licences/", licences.licences_page, name="licences"),
    path("about/log-format/", upload.log_format, name="log-format"),
    path("about/log-format/schema.json", upload.log_schema, name="log-schema"),
    # the rules
    path("rules/", rulebook_views.rules_start, name="rules"),
    path("rules/search/", rulebook_views.find, name="rules-search"),
    path("", include("games.editions.urls")),
    path("games/<game:game_id>/as/<str:edition>/", game.rescored_game, name="game-counted"),
    path("rules/turn/<slug:action>.svg", rulebook_views.turn_picture, name="rules-turn"),
    path("rules/<slug:name>/<slug:side>.svg", rulebook_views.side_picture, name="rules-board"),
    path(
        "rules/<slug:name>/<slug:side>/example.svg",
        rulebook_views.example_of_side,
        name="rules-example",
    ),
    path("rules/<slug:name>/", rulebook_views.rules_page, name="rules-page"),
    # records
    path("games/", views_games.games, name="games"),
    path("games/feed.atom", feed.games_feed, name="games-feed"),
    path("games/saved/", views_saved.saved_searches, name="saved-searches"),
    path("games/saved/<int:search_id>/", views_saved.saved_search, name="saved-search"),
    path("games/words/", views_games.search_words, name="search-words"),
    path("games/<game:game_id>/", game.game_page, name="game"),
    path("games/<game:game_id>/<int:ply>/", game.game_page, name="game-at"),
    path("games/<game:game_id>/replay.json", replay.replay, name="game-replay"),
    path("games/<game:game_id>/graph.json", replay.points_over_time, name="game-graph"),
    path("games/<game:game_id>/log.imh", game.log_text, name="game-log"),
    path("games/<game:game_id>/log.json", game.log_json, name="game-log-json"),
    path("games/<game:game_id>/<int:ply>/table.svg", share.table_svg, name="game-picture"),
    path("games/<game:game_id>/<int:ply>/table.png", share.table_png, name="game-card"),
    path("games/<game:game_id>/found/", views_games.open_hit, name="game-found"),
    path("quay.svg", pictures.quay, name="quay"),
    path("games/small.svg", pictures.thumbnail_sheet, name="game-thumbnails"),
    path("games/<game:game_id>/small.svg", pictures.small_svg, name="game-small"),
    path("games/<game:game_id>/<int:ply>/embed/", share.embed, name="game-embed"),
    path("games/<game:game_id>/offline.html", share.offline_file, name="game-offline"),
    path("games/<game:game_id>/<int:ply>/ships/", replay.ships, name="game-ships"),
    path("games/<game:game_id>/<int:ply>/hints.json", replay.step_hints, name="game-hints"),
    path("games/<game:game_id>/<int:ply>/what-if/", whatif.branch_page, name="what-if"),
    path(
        "games/<game:game_id>/<int:ply>/what-if/answer/",
        whatif.branch_answer,
        name="what-if-answer",
    ),
    path(
        "games/<game:game_id>/<int:ply>/what-if/shares/",
        whatif.branch_shares,
        name="what-if-shares",
    ),
    path("games/<game:game_id>/<int:ply>/notes/", notes.new_note, name="note-new"),
    path("notes/<int:note_id>/", notes.edit_note, name="note"),
    path("notes/<int:note_id>/delete/", notes.delete_note, name="note-delete"),
    path("notes/<int:note_id>/hide/", notes.hide_note, name="note-hide"),
    path("oembed", share.embed_info, name="oembed"),
    path("games/<game:game_id>/attest/", claims.attest_game, name="game-attest"),
    path("games/<game:game_id>/dispute/", claims.dispute_game, name="game-dispute"),
    path("games/<game:game_id>/withdraw/", claims.withdraw_dispute, name="game-withdraw"),
    path(
        "games/<game:game_id>/discrepancies/<int:number>/",
        discrepancies.discrepancy,
        name="discrepancy",
    ),
    path(
        "games/<game:game_id>/discrepancies/<int:number>/choose/",
        discrepancies.choose_log,
        name="discrepancy-choose",
    ),
    path(
        "games/<game:game_id>/discrepancies/<int:number>/decide/",
        discrepancies.decide_log,
        name="discrepancy-decide",
    ),
    path("games/<game:game_id>/report/", moderation_views.report_a_game, name="game-report"),
    path("games/<game:game_id>/seats/", claims.reseat_game, name="game-reseat"),
    path("games/<game:game_id>/seats/taken-back/", claims.take_back_seats, name="game-unclaim"),
    # uploads
    path("upload/", upload.upload, name="upload"),
    path("upload/dry-run/", upload.try_logs, name="dry-run"),
    path("upload/dry-run/replay.json", replay.replay_of_log, name="dry-run-replay"),
    path("uploads/", submission.uploads, name="uploads"),
    path("uploads/<uuid:upload_id>/", submission.upload_detail, name="upload-detail"),
    path("uploads/<uuid:upload_id>/status.json", submission.upload_status, name="upload-status"),
    path("uploads/<uuid:upload_id>/<int:number>/", submission.submission, name="submission"),
    path("record/", include("tables.recorder.urls")),
    # what concerns an account
    path("notices/", notifications_views.notice_list, name="notice-list"),
    path("notices/mail/", notifications_views.notice_mail, name="notices-mail"),
    path("notices/stop/<str:secret>/", notifications_views.notices_stop, name="notices-stop"),
    path("confirm/", confirm.confirm_page, name="confirm"),
    path("confirm/always/", confirm.agreement_form, name="confirm-agree"),
    path("confirm/by-mail/<str:secret>/", confirm.by_mail, name="confirm-by-mail"),
    # people
    path("players/<int:player_id>/report/", moderation_views.report_a_player, name="player-report"),
    path("players/<int:player_id>/claim/", claims.claim_player, name="player-claim"),
    path("accounts/me/", account.me, name="account"),
    path("accounts/pattern/", moderation_views.answer_own_pattern, name="account-pattern"),
    path("accounts/language/", account.language, name="account-language"),
    path("accounts/reminders/", account.reminders, name="account-reminders"),
    path("accounts/open-data/", account.data_licence, name="account-open-data"),
    path("accounts/previews/", account.preview_wish, name="account-previews"),
    path("accounts/tokens/", owner_pages.tokens, name="account-tokens"),
    path("accounts/claims/", claims.claims, name="claims"),
    path("accounts/data/", owner_pages.own_data, name="account-data"),
    path("accounts/close/", owner_pages.close_account, name="account-close"),
    path("accounts/bot/", owner_pages.mark_bot, name="account-bot"),
    path("accounts/", include("games.accounts.urls")),
]
