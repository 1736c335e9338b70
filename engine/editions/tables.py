"""The tables that an edition of a site may change: twenty boards and the prophecies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, cast

from engine.editions.schema import (
    ByPlayers,
    Fault,
    ManyShapes,
    Number,
    OneOf,
    RewardShape,
    Shape,
    TableShape,
    Text,
    TileShapes,
)
from engine.editions.shipped import Tables

KINDS: Final = ("text", "agreed", "derived", "provisional")
"""How sure a table is (``docs/rules/README.md``)."""

PROVENANCE: Final[Mapping[str, Shape]] = {"confidence": OneOf(KINDS), "source": Text(300)}
POINTS: Final = Number(0, 40)
DIGIT: Final = Number(1, 9)
STEPS: Final = ManyShapes(POINTS, 1, 12)
SCAFFOLD_SPACES: Final = 4


def board_table_shape(**keys: Shape) -> TableShape:
    """A board's table with these keys, and what every one may have."""
    return TableShape({**keys, **PROVENANCE}, {"further": Number(0, 9)})


def temple_shape(**kinds: int) -> TableShape:
    """Spaces with rewards, of which fewer players use fewer."""
    alone = [kind for kind in kinds if kind != "or_stones"]
    rewards = ManyShapes(RewardShape(kinds, alone), 5, 5)
    return board_table_shape(spaces=ByPlayers(lambda players: Number(3, 5)), rewards=rewards)


def places(fewest: int) -> ByPlayers:
    """Points for the first, the second and so on, as many as players."""
    return ByPlayers(lambda players: ManyShapes(POINTS, fewest or players, players))


def four(*sides: TableShape) -> TableShape:
    """The four sides of a site."""
    return TableShape(dict(zip("ABCD", sides, strict=True)))


ROWS: Final[Mapping[str, Shape]] = {"rows": Number(3, 3)}
AREAS: Final[Mapping[str, Shape]] = {"area_points": STEPS, "area_further": Number(0, 9)}

SHAPES: Final[Mapping[str, TableShape]] = {
    "market": four(
        board_table_shape(face_up=Number(2, 6)),
        board_table_shape(face_up=Number(2, 5), face_down=ManyShapes(DIGIT, 1, 2)),
        board_table_shape(
            face_up=Number(4, 4),
            neighbours=ManyShapes(ManyShapes(Number(1, 4), 2, 2), 1, 6),
            coins=DIGIT,
        ),
        board_table_shape(face_up=Number(2, 4), face_down=ManyShapes(DIGIT, 1, 3)),
    ),
    "pyramid": four(
        board_table_shape(points=ManyShapes(POINTS, 14, 14), levels=ManyShapes(DIGIT, 3, 3)),
        board_table_shape(
            **dict.fromkeys(
                ("left", "middle", "right"),
                ManyShapes(RewardShape({"cards": 1, "stones": 9, "load": 1}), 5, 5),
            )
        ),
        board_table_shape(
            tiles=ManyShapes(
                ManyShapes(
                    RewardShape({"cards": 1, "stones": 9}), SCAFFOLD_SPACES, SCAFFOLD_SPACES
                ),
                3,
                7,
            ),
            majority=POINTS,
            majority_tied=POINTS,
        ),
        board_table_shape(corridor=ManyShapes(POINTS, 8, 24, even=True), figure=Number(0, 23)),
    ),
    "temple": four(
        temple_shape(),
        temple_shape(or_stones=9, cards=1, best_of=9),
        temple_shape(or_stones=9, cards=1, best_of=9),
        board_table_shape(
            arrows=ManyShapes(Number(1, 6), 6, 20),
            track=ManyShapes(POINTS, 7, 21),
            round_points=ByPlayers(lambda players: ManyShapes(POINTS, 2, 2)),
            further_steps=Number(0, 6),
            on_goal=POINTS,
        ),
    ),
    "burial_chamber": four(
        board_table_shape(**ROWS, **AREAS),
        board_table_shape(**ROWS, row_points=places(0)),
        board_table_shape(base=Number(3, 7), most_points_per_stone=DIGIT),
        board_table_shape(
            rows=Number(2, 4),
            columns=Number(6, 12),
            revealed=Number(1, 6),
            nothing_delivered=Number(-20, 0),
            **AREAS,
        ),
    ),
    "obelisks": four(
        board_table_shape(points=places(0)),
        board_table_shape(
            tower_height=Number(2, 5),
            tower_points=ManyShapes(POINTS, 3, 10),
            loose_points=Number(0, 9),
        ),
        board_table_shape(
            path=ManyShapes(Text(2), 6, 24),
            width=Number(2, 5),
            row_points=POINTS,
            bonus=places(0),
            shapes=TileShapes(),
        ),
        board_table_shape(
            places=ManyShapes(ManyShapes(Number(0, 60), 2, 2), 4, 12), unfinished=Number(0, 9)
        ),
    ),
    "god_prophecies": TableShape(
        {
            "in_play": Number(1, 7),
            "scarabs": Number(1, 3),
            "periods": ManyShapes(ManyShapes(Number(1, 6), 1, 6), 1, 6),
            "points": ManyShapes(ManyShapes(Number(-40, 40), 2, 2), 1, 6),
            "amun_red_cards": DIGIT,
            "thoth_statues": DIGIT,
            "ptah_stones": DIGIT,
            **PROVENANCE,
        }
    ),
}
"""Each site with its four sides, and the prophecies."""

CHANGEABLE: Final = frozenset(SHAPES)

INVARIANT_KEYS: Final = (
    *("market.C.neighbours", "pyramid.A.levels", "god_prophecies.periods"),
    *("god_prophecies.in_play", "god_prophecies.scarabs"),
)
"""Keys that are rules rather than printed numbers: as in the shipped edition."""

TALLEST: Final = 8
"""Stones of an obelisk."""

FAULT_LIMIT: Final = 40

Board = dict[str, object]


def shape_of(board: str) -> TableShape:
    """The shape of a table by its name: ``pyramid.D``, ``god_prophecies``."""
    site, point, side = board.partition(".")
    shape = SHAPES[site]
    return cast(TableShape, shape.shapes[side]) if point else shape


def faults_of(tables: Tables, base: Tables) -> list[Fault]:
    """Faults of the `tables` of an edition; `base`: those of the shipped edition that it
    is made from. What is no board and no prophecy is as there."""
    faults: list[Fault] = []
    for key in [*tables, *(key for key in base if key not in tables)]:
        if key != "edition" and key not in CHANGEABLE and tables.get(key) != base.get(key):
            faults.append((key[:40], "what the shipped edition has"))
    for site, shape in SHAPES.items():
        faults += shape.faults(tables.get(site), site)
    return (faults or [*sums(tables, base)])[:FAULT_LIMIT]


def unplayed(tables: Tables) -> list[Fault]:
    """Parts of `tables` without faults that the engine does not play: an edition that is made now
    may not say them. One from before plays as it always did."""
    faults = [*_unplayed_rewards(tables, TableShape(SHAPES), "")]
    for number, tile in enumerate(rows_of(tables, "pyramid.C.tiles"), 1):
        if "cards" in cast(list[Board], tile)[-1]:
            place = f"pyramid.C.tiles.{number}.{SCAFFOLD_SPACES}"
            faults.append((place, "no card: it would come after the next tile"))
    if not table_number(tables, "temple.D.further_steps"):
        faults.append(("temple.D.further_steps", "a step at least: no chariot stays on its space"))
    if table_number(tables, "pyramid.D.figure"):
        faults.append(("pyramid.D.figure", "0: no log could say `figure: 0`"))
    return faults


def _unplayed_rewards(table: object, shape: Shape, place: str) -> Iterator[Fault]:
    if isinstance(shape, RewardShape):
        yield from shape.unplayed(cast(Mapping[str, int], table), place)
    elif isinstance(shape, TableShape):
        for key in shape.shapes.keys() & cast(Board, table).keys():
            inner = cast(Board, table)[key]
            yield from _unplayed_rewards(inner, shape.shapes[key], f"{place}.{key}".strip("."))
    elif isinstance(shape, ManyShapes):
        for number, inner in enumerate(cast(list[object], table), 1):
            yield from _unplayed_rewards(inner, shape.inner, f"{place}.{number}")


def sums(tables: Tables, base: Tables) -> Iterator[Fault]:
    """Faults between values, in tables of the right shapes."""
    for key in INVARIANT_KEYS:
        if table_value(tables, key) != table_value(base, key):
            yield key, "what the shipped edition has"
    if table_number(tables, "pyramid.D.figure") >= len(rows_of(tables, "pyramid.D.corridor")):
        yield "pyramid.D.figure", "a space of the corridor, counted from 0"
    crypt = "burial_chamber.D"
    tiles = table_number(tables, f"{crypt}.rows") * table_number(tables, f"{crypt}.columns")
    if tiles < table_number(tables, f"{crypt}.revealed") * table_number(base, "players.rounds"):
        yield f"{crypt}.columns", "tiles for every round"
    shapes = cast(Board, table_value(tables, "obelisks.C.shapes"))
    for space, name in enumerate(rows_of(tables, "obelisks.C.path"), 1):
        if name not in shapes:
            yield f"obelisks.C.path.{space}", f"one of the shapes: {', '.join(shapes)}"
    heights = (
        place[0] for place in cast(list[list[int]], table_value(tables, "obelisks.D.places"))
    )
    if not all(0 < height <= TALLEST for height in heights):
        yield "obelisks.D.places", f"heights from 1 to {TALLEST}"
    periods = len(rows_of(base, "god_prophecies.periods"))
    if len(rows_of(tables, "god_prophecies.points")) != periods:
        yield "god_prophecies.points", f"a list of {periods}"


def table_value(tables: Tables, key: str) -> object:
    """The value that `key`, words with points between them, has."""
    branch: object = tables
    for word in key.split("."):
        branch = cast(Board, branch)[word]
    return branch


def table_number(tables: Tables, key: str) -> int:
    """The same, of a number."""
    return cast(int, table_value(tables, key))


def rows_of(tables: Tables, key: str) -> list[object]:
    """The same, of a list."""
    return cast(list[object], table_value(tables, key))
