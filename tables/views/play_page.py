"""The page of a table while its game is played, and when it is over: drawn here as its viewer
sees it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from drawing.language.words import stones_on_sled
from drawing.play.live import Live
from drawing.play.options import option_groups, options_of, question
from drawing.replay.page import (
    blocks_of,
    earlier_words,
    move_list,
    narration_at,
    place_in_words,
    scores,
    seat_panel_first,
)
from drawing.replay.step_notes import step_notes
from drawing.replay.viewers import FULL, LEVEL, narration_level
from drawing.svg import signed_points
from drawing.text.names import computer_name
from drawing.text.rules.hints import all_hints
from engine import EVERYTHING, State, result
from engine.vocabulary import BANK
from games.models import Account, Standing
from ratings.queries import overall_moves
from tables.ending.ending import may_cancel
from tables.limits import HINTED
from tables.lobby.rematch import next_levels, rematch_offer
from tables.locks import persons, place_at, place_of_account
from tables.models import Phase, Place, Table
from tables.play.advice import Advice, advise
from tables.play.finishing import recorded_game
from tables.play.outcome import outcome_sentence, sled_decides, source_differences
from tables.play.position import TableGame, read_played_game
from tables.play.updates import live_of, may_act
from tables.queries import ratings_at
from web.disk_full import tolerate_full_disk

Context = dict[str, object]


def play_page(
    request: HttpRequest, table: Table, viewer: int | None, account: Account | None
) -> HttpResponse:
    """`table` as `account`, which is `viewer` there (``reading.viewer_of``), sees it: the drawing,
    and for the player who is to act the list of what may be done."""
    place = place_of_account(table, account) if account else None
    context: Context = {
        "table": table,
        "visitor": account,
        "is_host": account is not None and table.host_id == account.pk,
        "head_line": "tables/partials/head_line.html",
        "ratings": ratings_at([table]),
        "api": reverse("api-table", args=[table.pk]),
        "key": get_random_string(32),
        "playing": table.phase == Phase.PLAYING,
        "still_in": place is not None and not place.is_computer,
        "may_cancel": may_cancel(table),
        "alone": is_alone_with_computers(table),
        "asks_back": place_at(table, table.take_back_seat),
        "take_backs": table.take_backs.select_related("asker") if table.take_back_count else (),
        "shared": any(other_place.opened_at for other_place in table.places.all()),
        **_ended(table, account if place else None),
        **_table_context(request, read_played_game(table), viewer, place),
    }
    if place is not None:
        ply = context["ply"]
        assert isinstance(ply, int)
        _store_visible_ply(place, ply)
    return render(request, "tables/play.html", context)


def is_alone_with_computers(table: Table) -> bool:
    """True at an unrated table where one person plays: hints and undo are nobody else's matter."""
    return not table.rated and len(persons(table)) == 1 and table.shared_deal_id is None


def _advice(request: HttpRequest, live: Live, place: Place | None) -> Advice | None:
    """Advice of a computer player, if the reader asked for it."""
    if "hint" not in request.GET or place is None or place.turn is None:
        return None
    if not is_alone_with_computers(place.table):
        return None
    if not HINTED.allows(str(place.account_id)):
        messages.error(request, _("Too many requests. Please wait a minute."))
        return None
    return advise(live.state, place.turn, live.names)


def _ended(table: Table, player: Account | None) -> Context:
    """Results of a finished game, in the record and for `player` who sat there."""
    game = recorded_game(table) if table.phase == Phase.FINISHED else None
    moved = overall_moves(game) if game else {}
    following = next_levels(table, player) if player and table.phase == Phase.FINISHED else ()
    return {
        "game": game,
        "moved": moved,
        "rating_waits": game is not None and game.standing == Standing.COUNTED and not moved,
        "next_levels": [computer_name(level) for level in following],
        "rematch": rematch_offer(table, player),
    }


def _store_visible_ply(place: Place, ply: int) -> None:
    """The player at `place` has been shown everything up to `ply`."""
    if place.seen_ply < ply:
        with tolerate_full_disk("what a player was shown"):
            Place.objects.filter(pk=place.pk, seen_ply__lt=ply).update(seen_ply=ply)


def _table_context(
    request: HttpRequest, game: TableGame, viewer: int | None, place: Place | None
) -> Context:
    """The table after its last entry. `viewer`: a seat, ``None`` for a spectator; `place`: where
    the account that looks at it sits, or sat."""
    level = narration_level(request.GET.get(LEVEL))
    acts = may_act(game.table, viewer)
    with live_of(game, viewer) as live:
        viewer_seat = viewer if viewer is not None and viewer >= 0 else None
        front = place.turn if place else None
        context = table_drawing(live, viewer_seat, level, acts=acts, front_seat=front)
        seats = _seats(live, game.table)
        return context | {
            "seats": seats,
            "podium": _podium(live.state, seats),
            **outcome_of(live, _seat_played(place)),
            "since": _since(live, viewer_seat),
            "advice": _advice(request, live, place) if acts else None,
            "hints_url": reverse("table-hints", args=[game.table.pk]),
            "place": place,
            "has_moved": place is not None
            and any(frame.seat == place.turn for frame in live.replay().frames),
            "next_ply": live.replay().plies + 1,
        }


def _seat_played(place: Place | None) -> int | None:
    """The seat that the account at `place` played to the end, or resigned."""
    left_early = place is not None and place.stand_in_id is not None
    return None if place is None or left_early else place.turn


def outcome_of(live: Live, seat: int | None) -> Context:
    """The result of a finished game for `seat`, in a sentence and by site."""
    return {
        "outcome": outcome_sentence(live.state, live.names, seat),
        "differences": source_differences(live.state, seat),
    }


def table_drawing(
    live: Live,
    own_seat: int | None,
    level: str = FULL,
    *,
    acts: bool,
    front_seat: int | None = None,
) -> Context:
    """A table after its last entry, for pages of tables and of learners. `own_seat`: None for a
    spectator; `level`: of the narration; `acts`: the viewer may write the next entry; `front_seat`:
    whose panel is first, `own_seat` unless given."""
    replay = live.replay()
    front = own_seat if front_seat is None else front_seat
    ply = replay.plies
    return {
        "blocks": seat_panel_first(
            blocks_of(live.drawing, live.names, live.now, live.table, live.heard), front
        ),
        "symbols": mark_safe(live.drawing.symbols()),  # ``drawing.svg`` has escaped it
        "ply": ply,
        "layout": live.layout,
        "said": narration_at(replay, ply, level),
        "where": place_in_words(replay, ply),
        "earlier": earlier_words(replay, ply),
        "told": step_notes(replay, ply, level),
        "rounds": move_list(replay, ply, ""),
        "scores": scores(live.drawing, live.names, live.now, live.sources),
        "seats": seats_with_points(live),
        "own": own_seat,
        "acts": acts,
        "question": question(live.state) if acts else "",
        "groups": option_groups(options_of(live.state)) if acts else [],
        "hints": all_hints(live.state.rules),
        "over": live.state.over,
    }


def seats_with_points(live: Live) -> list[Context]:
    """The seats in turn order, with their points."""
    seats = zip(live.names, live.drawing.seats, live.now.points, strict=True)
    return [
        {"turn": turn, "name": name, "colour": seat.colour, "points": signed_points(points)}
        for turn, (name, seat, points) in enumerate(seats)
    ]


def _seats(live: Live, table: Table) -> list[Context]:
    """The same with the account that acts there now."""
    places = sorted(table.places.all(), key=lambda place: place.turn or 0)
    return [
        seat | {"place": place, "awaited": table.awaited == place.turn}
        for seat, place in zip(seats_with_points(live), places, strict=True)
    ]


def _podium(state: State, seats: list[Context]) -> list[Context]:
    """The seats of a game that is over by their ``rank``: the first first."""
    if not state.over:
        return []
    end = result(state)
    ranked = sorted(zip(end.places, range(len(seats)), strict=True))
    return [
        seats[number]
        | {
            "rank": rank,
            "resigned": number in state.resigned,
            "sled": stones_on_sled(end.sleds[number]) if sled_decides(state, end, number) else "",
        }
        for rank, number in ranked
    ]


def _since(live: Live, viewer_seat: int | None) -> list[Context]:
    """Lines of the entries since the last one of `viewer_seat`; none for spectators."""
    if viewer_seat is None or live.viewer == EVERYTHING:
        return []
    lines: list[Context] = []
    replay = live.replay()
    for frame in reversed(replay.frames):
        if frame.seat == viewer_seat:
            break
        colour = "" if frame.seat == BANK else live.drawing.seats[frame.seat].colour
        lines.append({"ply": frame.ply, "words": frame.words, "colour": colour})
    return lines[::-1]
