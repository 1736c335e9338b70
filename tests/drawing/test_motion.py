"""What a step says of its way: ships, stones, points, cards; against the events of the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from drawing.board.harbour import SHIP_X
from drawing.board.ships import ship_space
from drawing.replay.payload import payload
from drawing.replay.replay import Replay, replay_of
from engine import EVERYTHING, Log, read_log, steps
from engine.events import (
    CardTaken,
    PrivateShipSailed,
    ShipRearranged,
    ShipSailed,
    StoneLoaded,
    StonesReturned,
)

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
GAMES = ("all-b-three", "everything-four")


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> tuple[Log, Replay]:
    log = read_log((GOLDEN / f"{request.param}.imh").read_bytes())
    return log, replay_of(log, EVERYTHING)


def test_every_ship_has_its_way_and_its_stones_in_the_order_of_unloading(
    game: tuple[Log, Replay],
) -> None:
    log, replay = game
    letters = replay.drawing.letters
    sailed = 0
    for step, frame in zip(steps(log), replay.frames, strict=True):
        ships = [e for e in step.events if isinstance(e, ShipSailed | PrivateShipSailed)]
        assert bool(ships) == bool(frame.motion.voyage), frame.ply
        if not ships or not frame.motion.voyage:
            continue
        sailed += 1
        voyage, event = frame.motion.voyage, ships[0]
        if isinstance(event, PrivateShipSailed):
            assert [name[0] for name in voyage.cargo] == [letters[event.seat]]
            continue
        assert [name[0] for name in voyage.cargo] == [letters[seat] for seat in event.cargo]
        before = replay.table(frame.ply - 1)
        hull = before[f"ship{voyage.ship}"]
        assert voyage.course[0] == hull[2:4], "from where it lay"
        if any(isinstance(e, StoneLoaded | ShipRearranged | StonesReturned) for e in step.events):
            continue
        size = int(hull[1][1:])
        spaces = [SHIP_X + ship_space(size, space) for space in event.spaces]
        assert [before[name][2] for name in voyage.cargo] == spaces
        if (after := replay.table(frame.ply).get(f"ship{voyage.ship}")) and after[0] != hull[0]:
            assert (voyage.place, voyage.course[-1]) == (after[0], after[2:4])
    assert sailed > 20


def test_the_gains_of_a_step_are_its_points_without_the_final_scoring(
    game: tuple[Log, Replay],
) -> None:
    _, replay = game
    before = replay.first
    for frame in replay.frames:
        gained = [0] * len(before.points)
        for gain in frame.motion.gains:
            gained[gain.seat] += gain.points
        for tally in frame.told.ending:
            for seat, points in tally.points:
                gained[seat] += points
        was, before = before.points, frame.after
        assert gained == [new - old for new, old in zip(before.points, was, strict=True)]
    assert any(gain.stone for frame in replay.frames for gain in frame.motion.gains)


def test_a_stone_that_brought_points_is_of_the_seat_and_lies_on_the_table(
    game: tuple[Log, Replay],
) -> None:
    _, replay = game
    for frame in replay.frames:
        stones = [(gain.seat, gain.stone) for gain in frame.motion.gains if gain.stone]
        table = replay.table(frame.ply) if stones else {}
        for seat, stone in stones:
            assert stone[0] == replay.drawing.letters[seat]
            assert stone in table


def test_cards_say_where_they_lay_and_who_has_them(game: tuple[Log, Replay]) -> None:
    log, replay = game
    for step, frame in zip(steps(log), replay.frames, strict=True):
        card_places = [(e.space, e.seat) for e in step.events if isinstance(e, CardTaken)]
        assert [tuple(card) for card in frame.motion.cards] == card_places


def test_where_the_ship_of_the_last_move_lay_there_is_an_outline(
    game: tuple[Log, Replay],
) -> None:
    _, replay = game
    marked = [frame for frame in replay.frames if frame.delta.get("ring.ship")]
    sailed = [f for f in replay.frames if f.motion.voyage and len(f.motion.voyage.course) > 1]
    assert [frame.ply for frame in marked] == [frame.ply for frame in sailed]
    for frame in marked:
        assert "ring.ship" not in replay.table(frame.ply + 1) or replay.frames[frame.ply] in marked


def test_the_payload_leaves_out_what_goes_without_saying(game: tuple[Log, Replay]) -> None:
    _, replay = game
    steps: list[dict[str, object]] = payload(replay)["steps"]  # type: ignore[assignment]
    for step, frame in zip(steps, replay.frames, strict=True):
        parts = {"s": frame.motion.voyage, "g": frame.motion.gains, "c": frame.motion.cards}
        names = {name for name, part in parts.items() if part}
        assert set(step.get("m", {})) == names  # type: ignore[call-overload]
