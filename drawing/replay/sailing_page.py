"""Context of the gains of each ship: ``templates/games/replay/ships.html``."""

from __future__ import annotations

from drawing.language import gettext as _
from drawing.language import ngettext
from drawing.language.phrases import the_ship
from drawing.language.words import SITES
from drawing.replay import viewers
from drawing.replay.replay import Replay, cached_replay
from drawing.svg import signed_points
from engine import Log, State, play, read_log
from engine.sailings import Berth, Cargo, sailings
from engine.vocabulary import Site

Context = dict[str, object]


def sailing_context(text: str, ply: int, seat: str = viewers.ALL) -> Context:
    """The ships of the game with the log `text` after `ply` steps, as `seat` (``viewers.read``)
    may know it. Raises ``EngineError`` if the log cannot be read and ``ValueError`` if no player
    of the game is called `seat`."""
    replay = cached_replay(text)
    setup = replay.drawing.rules.setup
    viewer = viewers.parse_viewer(seat, setup)
    position = position_at(text, ply)
    return {
        "ply": ply,
        "query": viewers.query(viewer, setup),
        "seats": [
            {"name": name, "letter": seat_drawing.letter}
            for name, seat_drawing in zip(replay.names, replay.drawing.seats, strict=True)
        ],
        "ships": [_ship(replay, position, cargo) for cargo in sailings(position, viewer)],
    }


def position_at(text: str, ply: int) -> State:
    """The position of a legal log after `ply` steps."""
    log = read_log(text)
    return play(Log(log.header, log.entries[:ply])).state


def _ship(replay: Replay, position: State, cargo: Cargo) -> Context:
    seats = replay.drawing.seats
    lacks = ngettext("%d stone short", "%d stones short", cargo.lacks) % cargo.lacks
    return {
        "number": cargo.number,
        "words": the_ship(cargo.number, position),
        "aboard": [seats[seat].letter for seat in cargo.aboard],
        "lacks": lacks if cargo.lacks else "",
        "rows": [_row(berth) for berth in cargo.berths],
    }


def _row(berth: Berth) -> Context:
    best = max(berth.gains)
    return {
        "site": SITES[berth.site],
        "more": berth.uncertain,
        "gains": [
            {"words": _gain(berth.site, gain), "most": gain == best > 0} for gain in berth.gains
        ],
    }


def _gain(site: Site, gain: int) -> str:
    if not gain:
        return "\N{MIDDLE DOT}"
    if site is Site.MARKET:
        return ngettext("%d card", "%d cards", gain) % gain
    return _("+%d") % gain if gain > 0 else signed_points(gain)
