"""What ``templates/tables/play.html`` needs: the table as its viewer sees it, drawn here."""

from __future__ import annotations

from typing import Any

from django.utils.safestring import SafeString, mark_safe

from drawing.page import move_list, said, scores, where
from drawing.play.live import Live
from drawing.play.options import groups, options_of, question
from drawing.svg import signed
from engine import EVERYTHING, State, result
from engine.vocabulary import BANK
from tables.models import Place, Table
from tables.services.position import Played
from tables.views.moments import live_of, may_act

Context = dict[str, Any]


def play_context(played: Played, viewer: int | None, place: Place | None) -> Context:
    """The table after its last entry. `viewer`: a seat, ``None`` for a spectator; `place`: where
    the account that looks at it sits, or sat."""
    acts = may_act(played.table, viewer)
    with live_of(played, viewer) as live:
        replay = live.replay()
        at = replay.plies
        own = viewer if viewer is not None and viewer >= 0 else None
        seats = _seats(live, played.table)
        return {
            "blocks": _blocks(live),
            "symbols": _safe(live.drawing.symbols()),
            "ply": at,
            "layout": live.layout,
            "said": said(replay, at),
            "where": where(replay, at),
            "rounds": move_list(replay, at, ""),
            "scores": scores(live.drawing, live.names, live.now, live.sources),
            "seats": seats,
            "podium": _podium(live.state, seats),
            "own": own,
            "since": _since(live, own),
            "acts": acts,
            "question": question(live.state) if acts else "",
            "groups": groups(options_of(live.state)) if acts else [],
            "over": live.state.over,
            "place": place,
            "next_ply": at + 1,
        }


def _blocks(live: Live) -> list[Context]:
    drawing, table = live.drawing, live.table
    return [
        {"name": block.name, "svg": _safe(drawing.block_markup(index, table))}
        for index, block in enumerate(drawing.blocks)
    ]


def _safe(markup: str) -> SafeString:
    """Drawn by us: ``drawing.svg`` has escaped every word in it."""
    return mark_safe(markup)


def _seats(live: Live, table: Table) -> list[Context]:
    """Who sits where, in turn order, with who acts there now."""
    by_turn = {place.turn: place for place in table.places.all()}
    return [
        {
            "turn": turn,
            "place": by_turn[turn],
            "colour": drawn.colour,
            "points": signed(points),
            "awaited": table.awaited == turn,
        }
        for turn, (drawn, points) in enumerate(
            zip(live.drawing.seats, live.now.points, strict=True)
        )
    ]


def _podium(state: State, seats: list[Context]) -> list[Context]:
    """The seats of a game that is over by their ``rank``: the first first."""
    if not state.over:
        return []
    ranked = [seat | {"rank": rank} for seat, rank in zip(seats, result(state).places, strict=True)]
    return sorted(ranked, key=lambda seat: int(seat["rank"]))


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
