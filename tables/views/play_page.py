"""The page of a table while its game is played, and when it is over: drawn here as its viewer
sees it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.safestring import SafeString, mark_safe

from drawing.play.live import Live
from drawing.play.options import groups, options_of, question
from drawing.replay.page import blocks_of, move_list, said, scores, where
from drawing.replay.step_notes import told
from drawing.replay.viewers import LEVEL, level_of
from drawing.svg import signed
from drawing.text.names import computer_name
from drawing.text.rules.hints import hints
from engine import EVERYTHING, State, result
from engine.vocabulary import BANK
from games.models import Account, Standing
from ratings.queries import moves_of
from tables.models import Phase, Place, Table
from tables.queries import ratings_at
from tables.services.ending import may_cancel
from tables.services.finishing import game_of
from tables.services.locks import place_of
from tables.services.onward import next_levels
from tables.services.position import Played, played
from tables.views.asking import visitor
from tables.views.updates import live_of, may_act
from web.disk_full import if_there_is_space

Context = dict[str, object]


def play_page(request: HttpRequest, table: Table, viewer: int | None) -> HttpResponse:
    """`table` as `viewer` (``reading.viewer_of``) sees it: the drawing, and for the player
    who is to act the list of what may be done."""
    account = visitor(request)
    place = place_of(table, account) if account else None
    context: Context = {
        "table": table,
        "head_line": "tables/partials/head_line.html",
        "ratings": ratings_at([table]),
        "api": reverse("api-table", args=[table.pk]),
        "key": get_random_string(32),
        "playing": table.phase == Phase.PLAYING,
        "still_in": place is not None and not place.is_computer,
        "may_cancel": may_cancel(table),
        "shared": any(one.opened_at for one in table.places.all()),
        **_ended(table, account if place else None),
        **_drawn(played(table), viewer, place, level_of(request.GET.get(LEVEL))),
    }
    if place is not None:
        ply = context["ply"]
        assert isinstance(ply, int)
        _seen(place, ply)
    return render(request, "tables/play.html", context)


def _ended(table: Table, player: Account | None) -> Context:
    """What follows from a finished game, in the record and for `player` who sat there."""
    game = game_of(table) if table.phase == Phase.FINISHED else None
    moved = moves_of(game) if game else {}
    following = next_levels(table, player) if player and table.phase == Phase.FINISHED else ()
    return {
        "game": game,
        "moved": moved,
        "rating_waits": game is not None and game.standing == Standing.COUNTED and not moved,
        "next_levels": [computer_name(level) for level in following],
    }


def _seen(place: Place, ply: int) -> None:
    """The player at `place` has been shown everything up to `ply`."""
    if place.seen_ply < ply:
        with if_there_is_space("what a player was shown"):
            Place.objects.filter(pk=place.pk, seen_ply__lt=ply).update(seen_ply=ply)


def _drawn(game: Played, viewer: int | None, place: Place | None, level: str) -> Context:
    """The table after its last entry. `viewer`: a seat, ``None`` for a spectator; `place`: where
    the account that looks at it sits, or sat; `level`: how much is said."""
    acts = may_act(game.table, viewer)
    with live_of(game, viewer) as live:
        replay = live.replay()
        at = replay.plies
        own = viewer if viewer is not None and viewer >= 0 else None
        seats = _seats(live, game.table)
        return {
            "blocks": blocks_of(live.drawing, live.names, live.now, live.table, live.heard),
            "symbols": _safe(live.drawing.symbols()),
            "ply": at,
            "layout": live.layout,
            "said": said(replay, at, level),
            "where": where(replay, at),
            "told": told(replay, at, level),
            "rounds": move_list(replay, at, ""),
            "scores": scores(live.drawing, live.names, live.now, live.sources),
            "seats": seats,
            "podium": _podium(live.state, seats),
            "own": own,
            "since": _since(live, own),
            "acts": acts,
            "question": question(live.state) if acts else "",
            "groups": groups(options_of(live.state)) if acts else [],
            "hints": hints(live.state.rules),
            "hints_url": reverse("table-hints", args=[game.table.pk]),
            "over": live.state.over,
            "place": place,
            "next_ply": at + 1,
        }


def _safe(markup: str) -> SafeString:
    """Drawn by us: ``drawing.svg`` has escaped every word in it."""
    return mark_safe(markup)


def _seats(live: Live, table: Table) -> list[Context]:
    """The seats in turn order, with the account that acts there now."""
    by_turn = {place.turn: place for place in table.places.all()}
    return [
        {
            "turn": turn,
            "place": by_turn[turn],
            "name": name,
            "colour": drawn.colour,
            "points": signed(points),
            "awaited": table.awaited == turn,
        }
        for turn, (name, drawn, points) in enumerate(
            zip(live.names, live.drawing.seats, live.now.points, strict=True)
        )
    ]


def _podium(state: State, seats: list[Context]) -> list[Context]:
    """The seats of a game that is over by their ``rank``: the first first."""
    if not state.over:
        return []
    ranked = sorted(zip(result(state).places, range(len(seats)), strict=True))
    return [seats[number] | {"rank": rank} for rank, number in ranked]


def _since(live: Live, own: int | None) -> list[Context]:
    """What happened since the last entry of seat `own`; nothing for those who only look on."""
    if own is None or live.viewer == EVERYTHING:
        return []
    lines: list[Context] = []
    replay = live.replay()
    for frame in reversed(replay.frames):
        if frame.seat == own:
            break
        colour = "" if frame.seat == BANK else live.drawing.seats[frame.seat].colour
        lines.append({"ply": frame.ply, "words": frame.words, "colour": colour})
    return lines[::-1]
