"""The drawing is sound: whatever the game, nothing lies where it cannot."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from drawing.board.harbour import SHIP_X
from drawing.board.scene import Drawing, Table
from drawing.board.ships import CARGO, ship_space
from drawing.board.sites import DRAWINGS
from drawing.board.symbols import MARKS
from drawing.replay.payload import payload
from drawing.replay.replay import Replay, ReplayWriter, replay_of, seat_names
from drawing.svg.pieces import LETTERS, STONES, STRIDE
from drawing.text.narration import Narrator
from engine import EVERYTHING, read_log, start, steps, verify, view
from engine.vocabulary import Colour, Side, Site
from tests.drawing import dealt
from tests.golden.make import FOLDER

STONE = re.compile(r"[kwbg][0-9]+")
SIZES = {"s": (15, 21, 35, 0), "u": (15, 21, 35, 0), "l": (15, 21, 23, 0), "m": (8, 8, 8, 8)}
"""How far a stone goes from its origin: to the left, to the right, up, down."""


def tables(replay: Replay) -> list[Table]:
    return [replay.table(ply) for ply in range(0, replay.plies + 1, 3)] + [
        replay.table(replay.plies)
    ]


def stones(table: Table) -> dict[str, tuple]:
    return {
        key: piece
        for key, piece in table.items()
        if piece[0] % STRIDE >= STONES and STONE.fullmatch(key)
    }


def views(options: tuple) -> list[dict]:
    log = read_log(dealt.text(*options[0], **options[1]))
    snapshots = [view(start(log.setup), EVERYTHING)]
    snapshots += [view(step.state, EVERYTHING) for step in steps(log)]
    return snapshots


@pytest.fixture(params=dealt.GAMES, ids=lambda game: " ".join(map(str, game[0]))[:60])
def options(request: pytest.FixtureRequest) -> tuple:
    return request.param


@pytest.fixture
def full_replay(options: tuple) -> Replay:
    return dealt.cached_replay(*options[0], **options[1])


def test_every_side_of_every_site_has_a_drawing():
    assert {(site, side) for site in Site for side in Side} == {
        (site, side) for site, sides in DRAWINGS.items() for side in sides
    }
    assert len({drawing for sides in DRAWINGS.values() for drawing in sides.values()}) == 20


def test_every_colour_has_a_letter_and_a_sign():
    assert set(LETTERS) == set(MARKS) == set(Colour)
    assert len(set(LETTERS.values())) == len(set(MARKS.values())) == len(Colour)


def test_every_symbol_is_defined(full_replay: Replay):
    markup = full_replay.drawing.symbols()
    markup += "".join(
        full_replay.drawing.block_markup(i) for i in range(len(full_replay.drawing.blocks))
    )
    defined = re.findall(r'id="i-([^"]+)"', markup)
    assert max(Counter(defined).values()) == 1
    used = set(re.findall(r'href="#i-([^"]+)"', markup))
    for table in tables(full_replay):
        used |= {piece[1] for piece in table.values() if not piece[1].startswith(".")}
    assert used <= set(defined)


def test_every_piece_lies_within_its_block(full_replay: Replay):
    blocks = full_replay.drawing.blocks
    for table in tables(full_replay):
        for key, (place, symbol, x, y, *_) in table.items():
            block = blocks[place // STRIDE]
            is_stone = key in stones(table)
            left, right, up, down = SIZES[symbol[0]] if is_stone else (0, 0, 0, 0)
            assert left <= x <= block.width - right, (key, block.name, x)
            assert up <= y <= block.height - down, (key, block.name, y)


def test_no_two_stones_lie_at_one_place(full_replay: Replay):
    for table in tables(full_replay):
        places = Counter((p[0], p[2], p[3]) for p in stones(table).values())
        assert [place for place, number in places.items() if number > 1] == []


def test_no_two_parts_call_their_pieces_the_same(options: tuple):
    log = read_log(dealt.text(*options[0], **options[1]))
    last = verify(log).state
    drawing = Drawing(last, view(last, EVERYTHING), seat_names(log))
    writer = ReplayWriter(drawing, Narrator(seat_names(log)), start(log.setup), EVERYTHING)
    for step in steps(log):
        writer.write(step)
        keys = Counter(key for pieces in writer.scene.pieces for key in pieces)
        assert not keys or max(keys.values()) == 1, keys.most_common(1)


def test_stones_are_conserved(options: tuple, full_replay: Replay):
    """What lies on the table and in the quarries, the stones at a dock included."""
    snapshots = views(options)
    if snapshots[0]["seats"][0]["quarry"] is None:
        assert "unlimited_stones" in f"{options}"  # nothing to conserve
        return
    letters = full_replay.drawing.letters
    for ply in range(full_replay.plies + 1):
        lying = Counter(key[0] for key in stones(full_replay.table(ply)))
        total = [
            seat["quarry"] + lying[letter]
            for seat, letter in zip(snapshots[ply]["seats"], letters, strict=True)
        ]
        if not ply:
            expected = total
        assert total == expected, f"ply {ply}"


def test_the_stones_at_a_site_are_those_of_the_view(options: tuple, full_replay: Replay):
    """Read off the drawing, block by block; stones that wait at the dock are not at the site."""
    snapshots = views(options)
    blocks = [block.name for block in full_replay.drawing.blocks]
    sites = {site.word for site in Site} - {Site.MARKET.word}
    for ply in range(0, full_replay.plies + 1, 2):
        counter = Counter(
            (blocks[p[0] // STRIDE], key[0]) for key, p in stones(full_replay.table(ply)).items()
        )
        awaited = snapshots[ply]["awaited"]
        if awaited is not None and awaited["kind"] != "turn":
            continue
        for word in sites:
            site_view = snapshots[ply]["sites"][word]
            for seat, letter in enumerate(full_replay.drawing.letters):
                betting = list(site_view["wagers"].values()).count(seat)
                assert counter[word, letter] == site_view["stones"][seat] + betting, (ply, word)


def test_a_stone_keeps_its_name_from_sled_to_ship_to_site():
    replay = dealt.cached_replay("black white", "AAAAA")
    blocks = [block.name for block in replay.drawing.blocks]
    been: dict[str, list[str]] = {}
    for ply in range(replay.plies + 1):
        for key, piece in stones(replay.table(ply)).items():
            block = blocks[piece[0] // STRIDE].rstrip("0123456789")
            way = been.setdefault(key, [])
            if not way or way[-1] != block:
                way.append(block)
    assert ["seat", "harbour", "pyramid"] in been.values()
    for way in been.values():
        assert way[:2] in (["seat"], ["seat", "harbour"]) or len(way) == 1, way


def test_names_cannot_become_markup():
    replay = dealt.cached_replay("black white", names=("<script>x</script>", "\"&'<b>"))
    markup = "".join(replay.drawing.block_markup(i) for i in range(len(replay.drawing.blocks)))
    assert "<script" not in markup
    assert "<b>" not in markup
    assert "&lt;script&gt;x&lt;/script&gt;" in markup


def test_the_same_game_is_drawn_the_same():
    log = read_log(dealt.text("black white", "CCCCC"))
    assert payload(replay_of(log)) == payload(replay_of(log))


def test_a_lever_moves_the_very_stones_that_it_names() -> None:
    """Space 2, then 3, then 1; two of the three stones are of one colour. They sail as they lie,
    and leave the ship one after the other."""
    replay = replay_of(read_log((FOLDER / "all-b-three.imh").read_bytes()))
    index = next(
        n
        for n, pile in enumerate(replay.frames)
        if "unloads its spaces in the order 2, 3, 1" in pile.words
    )
    before, after = stones(replay.table(index)), stones(replay.table(index + 1))
    harbour = [block.name for block in replay.drawing.blocks].index("harbour")
    loaded = {SHIP_X + ship_space(4, space): space for space in range(1, 5)}
    aboard = {
        name: loaded[x]
        for name, (place, _, x, y) in before.items()
        if place // STRIDE == harbour and y == replay.drawing.harbour.y(1) + CARGO
    }
    assert (sorted(aboard.values()), len({name[0] for name in aboard})) == ([1, 2, 3], 2)
    front_first = sorted(aboard, key=lambda name: -after[name][2])
    assert [aboard[name] for name in front_first] == [1, 2, 3]
    assert {after[name][0] for name in aboard} == {before[name][0] for name in aboard}
    later = replay.frames[index + 1 :]
    unloaded = [name for frame in later for name in aboard if frame.delta.get(name, 0) is None]
    assert [aboard[name] for name in unloaded] == [2, 3, 1]


def words(table: Table) -> dict[str, str]:
    """The words of a table, by key."""
    return {key: piece[4] for key, piece in table.items() if len(piece) == 5}


def test_the_sun_stays_in_a_round_that_is_over(options: tuple, full_replay: Replay):
    """Until the ships of the next round have come."""
    for ply, snapshot in enumerate(views(options)):
        labels = words(full_replay.table(ply))
        if "empty" in labels:
            assert labels["empty"] == f"Round {labels['round']} is over"
        elif snapshot["ships"]:
            assert labels["round"] == str(snapshot["round"])


def test_the_river_shows_the_final_points(options: tuple, full_replay: Replay):
    """Each column adds up; before the end there is none."""
    last = views(options)[-1]
    labels = words(full_replay.table(full_replay.plies))
    for seat, snapshot in enumerate(last["seats"]):
        cells = [
            int(word.replace("\N{MINUS SIGN}", "-"))
            for key, word in labels.items()
            if re.fullmatch(rf"tally\.\d\.{seat}", key)
        ]
        assert sum(cells) == snapshot["points"]
        assert labels[f"tally.sum{seat}"].replace("\N{MINUS SIGN}", "-") == str(snapshot["points"])
    assert "tally.title" not in words(full_replay.table(full_replay.plies - 1))
