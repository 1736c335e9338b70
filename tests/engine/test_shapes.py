"""The tables of an edition have the shapes that boards and modules take."""

from __future__ import annotations

from typing import Any, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from engine.editions import edition_names, load_edition, shape_of, shapes

OF_ALL = {"source", "confidence"}
"""What every table says of itself, and no board reads."""
SHAPES: dict[str, Any] = {
    "market.A": shapes.CoveredMarketTable,
    "market.B": shapes.CoveredMarketTable,
    "market.C": shapes.CoveredMarketTable,
    "market.D": shapes.CoveredMarketTable,
    "pyramid.A": shapes.StepsTable,
    "pyramid.B": shapes.PyramidsTable,
    "pyramid.C": shapes.TilesTable,
    "pyramid.D": shapes.CorridorTable,
    "temple.A": shapes.TempleTable,
    "temple.B": shapes.TempleTable,
    "temple.C": shapes.TempleTable,
    "temple.D": shapes.ChariotTable,
    "burial_chamber.A": shapes.AreasTable,
    "burial_chamber.B": shapes.RowPointsTable,
    "burial_chamber.C": shapes.NeighboursTable,
    "burial_chamber.D": shapes.CryptTable,
    "obelisks.A": shapes.ObelisksTable,
    "obelisks.B": shapes.TowersTable,
    "obelisks.C": shapes.ShapesTable,
    "obelisks.D": shapes.PlacesTable,
    "private_ships": shapes.PrivateShipsTable,
    "stonemasons_wager": shapes.WagerTable,
    "pharaohs_favors": shapes.FavorsTable,
    "god_prophecies": shapes.PropheciesTable,
    "wrath_of_the_pharaoh": shapes.WrathTable,
}


def misfits(value: object, shape: Any, path: str) -> list[str]:
    """Where `value` is not of `shape`: a TypedDict, a list, a dict or a plain type."""
    if is_typeddict(shape):
        assert isinstance(value, dict), path
        hints = get_type_hints(shape)
        faults = [f"{path}.{key}: is not in the shape" for key in value if key not in hints]
        faults += [f"{path}.{key}: is missing" for key in shape.__required_keys__ - value.keys()]
        for key in value.keys() & hints.keys():
            faults += misfits(value[key], hints[key], f"{path}.{key}")
        return faults
    origin, inner = get_origin(shape), get_args(shape)
    if origin is list and isinstance(value, list):
        return [
            misfit
            for n, part in enumerate(value)
            for misfit in misfits(part, inner[0], f"{path}.{n}")
        ]
    if origin is dict and isinstance(value, dict):
        return [
            misfit for key in value for misfit in misfits(value[key], inner[1], f"{path}.{key}")
        ]
    fits = origin is None and isinstance(value, shape)
    return [] if fits else [f"{path}: {value!r} is no {shape}"]


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("edition", sorted(edition_names()))
def test_a_table_has_the_shape_that_its_board_or_module_takes(edition: str, name: str) -> None:
    table: Any = load_edition(edition)
    for word in name.split("."):
        table = table[word]
    read = {key: value for key, value in table.items() if key not in OF_ALL}
    assert misfits(read, SHAPES[name], name) == []


def test_a_table_of_another_shape_is_found() -> None:
    tiles = {"tiles": [[{"points": "2"}]], "majority": 3, "more": 1}
    assert sorted(misfits(tiles, shapes.TilesTable, "C")) == [
        "C.majority_tied: is missing",
        "C.more: is not in the shape",
        "C.tiles.0.0.points: '2' is no <class 'int'>",
    ]


def test_every_shape_is_of_a_table() -> None:
    declared = {name for name, member in vars(shapes).items() if is_typeddict(member)}
    named = {shape.__name__ for shape in SHAPES.values()}
    assert declared - named == {
        *("BoardTable", "CardValues", "MarketTable", "RewardTable", "RowsTable")
    }


def test_a_shape_is_read_by_the_name_of_its_table() -> None:
    """A board's by site and side, a module's by its word; a file must fit it."""
    assert {"rewards", "spaces"} <= shape_of("temple.A").shapes.keys()
    assert shape_of("temple.A").shapes.keys() != shape_of("temple.D").shapes.keys()
    assert "periods" in shape_of("god_prophecies").shapes
    with pytest.raises(KeyError):
        shape_of("temple.E")
