"""Addresses of the lobby and the tables."""

from django.urls import URLPattern, path, register_converter

from tables.learn import first_game_views, views
from tables.recorder import views as recorder_views
from tables.views import actions, chat, guests, lobby, new, people, previews, table
from web.public_id import ALPHABET, LENGTH


class TableId:
    """The id of a table in an address; anything else is no table (404)."""

    regex = f"[{ALPHABET}]{{{LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(TableId, "table")

urlpatterns: list[URLPattern] = [
    path("about/fair-dealing/", lobby.fair_dealing, name="fair-dealing"),
    path("learn/", views.overview, name="learn"),
    path("learn/game/", first_game_views.first_game_page, name="first-game"),
    path("learn/game/begin/", first_game_views.start_first_game, name="first-game-begin"),
    path("learn/game/moments", first_game_views.first_game_updates, name="first-game-moments"),
    path("learn/game/hints.json", first_game_views.first_game_hints, name="first-game-hints"),
    path(
        "learn/game/previews.json", first_game_views.first_game_previews, name="first-game-previews"
    ),
    path("learn/game/act/", first_game_views.submit_first_game_entry, name="first-game-act"),
    path("learn/game/back/", first_game_views.undo_first_game_move, name="first-game-back"),
    path("learn/game/keep/", first_game_views.claim_first_game, name="first-game-keep"),
    path("learn/<slug:slug>/<int:task>/", views.lesson, name="lesson"),
    path("learn/<slug:slug>/<int:task>/hints.json", views.lesson_hints, name="lesson-hints"),
    path(
        "learn/<slug:slug>/<int:task>/previews.json", views.lesson_previews, name="lesson-previews"
    ),
    path("record/", recorder_views.recorder_page, name="record"),
    path("play/", lobby.lobby_page, name="lobby"),
    path("play/new/", new.new_table, name="table-new"),
    path("play/first/", new.first_game, name="play-first"),
    path("play/computer/", new.play_computer, name="play-computer"),
    path("play/quick/", new.pair_up, name="play-quick"),
    # ids of games have the form of ids of tables
    path("play/from/<table:game_id>/<int:ply>/", new.play_on_page, name="play-on"),
    path("play/mine/", lobby.my_tables, name="my-tables"),
    path("play/turns.json", lobby.turns, name="turns"),
    path("play/invitations/", lobby.invitations, name="invitations"),
    path("play/notices/", lobby.notices, name="notices"),
    path("play/notices/browser/", lobby.add_push_browser, name="notices-add"),
    path("play/notices/remove/", lobby.remove_push_browser, name="notices-remove"),
    path("play/here/", people.change_presence, name="presence"),
    path("play/follow/", people.change_follow, name="follow"),
    path("play/profile/", people.profile_page, name="profile"),
    path("play/blocks/", chat.change_blocks, name="blocks"),
    path("tables/<table:table_id>/", table.table_page, name="table"),
    # before the deal
    path("tables/<table:table_id>/sit/", actions.sit, name="table-sit"),
    path("tables/<table:table_id>/stand-up/", actions.stand_up, name="table-stand-up"),
    path("tables/<table:table_id>/guest/", guests.sit_as_guest, name="table-guest"),
    path("tables/<table:table_id>/guest/free/", guests.free_seat, name="table-guest-free"),
    path("tables/<table:table_id>/guest/link/", guests.make_seat_link, name="table-guest-new-link"),
    path("tables/<table:table_id>/guest/chat/", guests.change_guests_chat, name="table-guest-chat"),
    path("tables/<table:table_id>/seat/<str:secret>/", guests.seat_link_page, name="table-seat"),
    path("tables/<table:table_id>/decline/", actions.decline, name="table-decline"),
    path("tables/<table:table_id>/invite/", actions.invite_guest, name="table-invite"),
    path("tables/<table:table_id>/computer/", actions.seat_computer, name="table-computer"),
    path("tables/<table:table_id>/no-computer/", actions.unseat_computer, name="table-unseat"),
    path("tables/<table:table_id>/promise/", actions.promise, name="table-promise"),
    path("tables/<table:table_id>/share/", actions.open_promised_share, name="table-share"),
    # the game
    path("tables/<table:table_id>/small.svg", table.table_thumbnail, name="table-small"),
    path("tables/<table:table_id>/log.imh", table.table_log, name="table-log"),
    path("tables/<table:table_id>/hints.json", table.table_hints, name="table-hints"),
    path("tables/<table:table_id>/previews.json", previews.table_previews, name="table-previews"),
    path("tables/<table:table_id>/act/", actions.act, name="table-act"),
    path("tables/<table:table_id>/leave/", actions.leave, name="table-leave"),
    path("tables/<table:table_id>/resign/", actions.resign, name="table-resign"),
    path("tables/<table:table_id>/cancel/", actions.cancel_game, name="table-cancel"),
    path("tables/<table:table_id>/take-back/", actions.take_back, name="table-take-back"),
    path("tables/<table:table_id>/rematch/", actions.rematch, name="table-rematch"),
    path("tables/<table:table_id>/harder/", actions.harder, name="table-harder"),
    # what is said
    path("tables/<table:table_id>/talk/", chat.chat_fragment, name="table-talk"),
    path("tables/<table:table_id>/say/", chat.say_line, name="table-say"),
    path("tables/<table:table_id>/report/", chat.report_line, name="table-report"),
    path("tables/<table:table_id>/block/", chat.block_from_table, name="table-block"),
]
