"""The quay of phones: `quay.css` draws ships at docks small at their berths, with their stones."""

import re
from collections.abc import Iterator
from pathlib import Path

from drawing.board.harbour import dock, private_dock
from drawing.board.ships import CARGO, ship_space
from engine.vocabulary import Site

STYLE = Path("static/css/quay.css").read_text()
STONE_RULES = re.findall(
    r"^  \.area-harbour use(?!.*data-key).*transform: translate\(.*$", STYLE, re.M
)
"""Rules that move stones from a dock to a small ship."""


def _place(x: float, y: float) -> str:
    return f'[transform="translate({x:g} {y:g})"]'


def _docks() -> Iterator[tuple[str, int, tuple[float, float]]]:
    """The name of a ship, its spaces, and where it docks: every ship at every dock."""
    for site in Site:
        for ship in range(1, 5):
            for rank in (0, 1):
                for capacity in range(1, 5):
                    yield f"ship{ship}", capacity, dock(site, rank)[:2]
        for seat in range(4):
            yield f"shipprivate{seat}", 1, private_dock(site)[:2]


def test_every_docked_ship_gives_its_stones_a_berth() -> None:
    for name, _, place in _docks():
        assert f':has([data-key="{name}"]{_place(*place)})' in STYLE, (name, place)


def test_stones_on_every_docked_ship_are_moved_to_the_small_one() -> None:
    for name, capacity, (x, y) in _docks():
        for space in range(1, capacity + 1):
            stone = _place(x + ship_space(capacity, space), y + CARGO)
            assert sum(stone in rule for rule in STONE_RULES) == 1, (name, capacity, space)
