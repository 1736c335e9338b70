"""What the stones at the sites are worth, beside the boards."""

from __future__ import annotations

from drawing.board.sites.burial_chamber import BurialChamberBDrawing
from drawing.board.sites.obelisks import ObelisksADrawing
from drawing.replay.replay import cached_replay
from engine import Setup, read_log, start, steps
from engine.outlook import outlook
from engine.vocabulary import Site
from tests.drawing import dealt


def test_every_step_says_what_the_stones_are_worth():
    log = read_log(dealt.text("black white brown"))
    replay = cached_replay(dealt.text("black white brown"))
    total = 0
    for frame, step in zip(replay.frames, steps(log), strict=True):
        for site, worth in outlook(step.state).worth.items():
            assert list(frame.after.worth[site.value]) == worth
            total += sum(worth)
    assert total


def test_a_plinth_tells_what_its_tower_is_worth_now():
    rules = start(Setup.of("black white brown", "AAAAA")).rules
    drawing = ObelisksADrawing(rules, {"heights": [3, 3, 0]})
    first, second, _ = drawing.board.points
    paid = {key: piece.text for key, piece in drawing.things({"heights": [3, 3, 0]})}
    assert paid == {"pay0": str((first + second) // 2), "pay1": str((first + second) // 2)}


def test_a_row_of_the_chamber_tells_who_leads_it():
    rules = start(Setup.of("black white brown", "BBBBB")).rules
    stones = [0, 1, 2, 0, 2, 1, 0]
    drawing = BurialChamberBDrawing(rules, {"stones": stones, "further": []})
    things = dict(drawing.things({"stones": stones, "further": []}))
    row_points = rules.boards[Site.BURIAL_CHAMBER].row_points
    assert "row0.0" in things
    assert things["row0"].text == str(row_points[0])
    assert {"row1.1", "row1.2"} <= things.keys()
    assert things["row1"].text == str((row_points[0] + row_points[1]) // 2)
