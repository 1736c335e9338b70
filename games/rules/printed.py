"""The numbers of a board where the board has them: to be read, and to be typed in.

A board is drawn as parts; a part is a grid, a cell a space of the board. The name of an input is
the key of its number in the edition (``corridor.3``, ``left.1.points``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple, cast

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from drawing.names import MODULES
from drawing.words import PYRAMIDS, SITES
from engine.editions import Tables
from engine.vocabulary import Module, Site
from games.rules.shapes import CELLS
from games.services.numbers import PROPHECIES

Words = str | Promise

KINDS: Final[Mapping[str, Words]] = {
    "cards": gettext_lazy("a card"),
    "stones": gettext_lazy("stones from the quarry"),
    "load": gettext_lazy("a stone onto a ship"),
    "or_stones": gettext_lazy("or so many stones"),
    "best_of": gettext_lazy("the best of so many cards"),
}
"""What a space gives beside points."""

MOST_OF: Final = {"cards": 3, "stones": 6, "load": 2, "or_stones": 6, "best_of": 6}
"""So many of each are offered."""

PYRAMID_KINDS: Final = ("cards", "stones", "load")
TEMPLE_KINDS: Final = ("cards", "or_stones", "best_of")


class Input(NamedTuple):
    """What is typed or chosen: `options` of a choice, none for a number. `differs` from what the
    edition has."""

    name: str
    label: str
    value: str
    options: tuple[tuple[str, str], ...] = ()
    low: int = 0
    wrong: str = ""
    differs: bool = False


class Cell(NamedTuple):
    """A space of a board, by its place in the grid: what it `says`, and how that is typed."""

    key: str
    column: int
    row: int
    says: str
    inputs: tuple[Input, ...]
    shape: str = ""
    differs: bool = False
    head: bool = False


class Part(NamedTuple):
    """A part of a board. `size`: how many spaces there are, where a box may have another number."""

    key: str
    title: str
    cells: tuple[Cell, ...]
    size: int = 0

    @property
    def columns(self) -> int:
        return max((cell.column for cell in self.cells), default=1)


class Spec(NamedTuple):
    """A part before there are numbers. `of`: what a cell holds; `layout`: where cells lie; `kinds`:
    of rewards; `least` and `most`: so many spaces, if their number may differ."""

    key: str
    title: Words
    of: str = "number"
    layout: str = "row"
    kinds: tuple[str, ...] = ()
    most: int = 0
    low: int = 0
    least: int = 1


def spec_of(site: Site, kinds: tuple[str, ...]) -> tuple[Spec, ...]:
    """A temple's spaces, or the three pyramids."""
    if site is Site.TEMPLE:
        return (Spec("rewards", gettext_lazy("Spaces from the left"), "reward", "row", kinds),)
    return tuple(Spec(name, PYRAMIDS[name], "reward", "pyramid", kinds) for name in PYRAMIDS)


FURTHER: Final = Spec("further", gettext_lazy("A stone that finds no space"), "one")
AREA: Final = (
    Spec("area_points", gettext_lazy("An area of 1, 2, 3 … stones"), "number", "row", most=12),
    Spec("area_further", gettext_lazy("Each further stone"), "one"),
)
FACE_UP: Final = Spec("face_up", gettext_lazy("Cards face up"), "one")
PILES: Final = Spec("face_down", gettext_lazy("Cards of each pile, face down"), most=3)

SPECS: Final[Mapping[str, tuple[Spec, ...]]] = {
    "market.A": (FACE_UP,),
    "market.B": (FACE_UP, PILES),
    "market.C": (Spec("coins", gettext_lazy("Coins of a player"), "one"),),
    "market.D": (FACE_UP, PILES),
    "pyramid.A": (
        Spec("points", gettext_lazy("The levels, from the ground up"), layout="levels"),
        FURTHER,
    ),
    "pyramid.B": (*spec_of(Site.PYRAMID, PYRAMID_KINDS), FURTHER),
    "pyramid.C": (
        Spec("tiles", gettext_lazy("Tile %(number)s"), "tiles", kinds=PYRAMID_KINDS[:2], most=7),
        Spec("majority", gettext_lazy("Most stones on a full tile"), "one"),
        Spec("majority_tied", gettext_lazy("The same, if tied: each"), "one"),
        FURTHER,
    ),
    "pyramid.D": (
        Spec(
            "corridor",
            gettext_lazy("The corridor, clockwise from the top left space"),
            layout="ring",
            most=24,
            least=8,
        ),
        FURTHER,
    ),
    "temple.A": spec_of(Site.TEMPLE, ()),
    "temple.B": spec_of(Site.TEMPLE, TEMPLE_KINDS),
    "temple.C": spec_of(Site.TEMPLE, TEMPLE_KINDS),
    "temple.D": (
        Spec("track", gettext_lazy("The track, from the start"), layout="track", most=21, least=7),
        Spec("arrows", gettext_lazy("Arrows of the stone spaces"), layout="two", most=20, low=1),
        Spec("round_points", gettext_lazy("End of a round: foremost, second"), "players"),
        Spec("further_steps", gettext_lazy("Steps for a stone that finds no space"), "one"),
        Spec("on_goal", gettext_lazy("For a stone when the chariot is on the goal"), "one"),
    ),
    "burial_chamber.A": AREA,
    "burial_chamber.B": (Spec("row_points", gettext_lazy("Places in a row"), "players"),),
    "burial_chamber.C": (
        Spec("base", gettext_lazy("Stones of the lowest level"), "one"),
        Spec("most_points_per_stone", gettext_lazy("Most points for a stone"), "one"),
        FURTHER,
    ),
    "burial_chamber.D": (
        Spec("rows", gettext_lazy("Rows of tiles"), "one"),
        Spec("columns", gettext_lazy("Columns of tiles"), "one"),
        Spec("revealed", gettext_lazy("Tiles revealed in a round"), "one"),
        *AREA,
        Spec("nothing_delivered", gettext_lazy("Without a stone here"), "one", low=-20),
        FURTHER,
    ),
    "obelisks.A": (Spec("points", gettext_lazy("Places by height"), "players"),),
    "obelisks.B": (
        Spec(
            "tower_points", gettext_lazy("Spaces for towers, the highest first"), most=10, least=3
        ),
        Spec("tower_height", gettext_lazy("Stones of a tower"), "one"),
        Spec("loose_points", gettext_lazy("A loose stone at the end"), "one"),
    ),
    "obelisks.C": (
        Spec(
            "path", gettext_lazy("The path, from its beginning"), "shape", "five", most=24, least=6
        ),
        Spec("width", gettext_lazy("Columns of an obelisk"), "one"),
        Spec("row_points", gettext_lazy("A complete row"), "one"),
        Spec("bonus", gettext_lazy("Bonus for the most rows"), "players"),
        FURTHER,
    ),
    "obelisks.D": (
        Spec("places", gettext_lazy("Places: height, points"), "pair", "four", most=12, least=4),
        Spec("unfinished", gettext_lazy("A stone of an unfinished obelisk"), "one"),
        FURTHER,
    ),
    PROPHECIES: (
        Spec("points", gettext_lazy("Rounds 1–2, 3–4, 5–6: fulfilled, failed"), "pair", low=-40),
        Spec("amun_red_cards", gettext_lazy("Amun: red cards"), "one"),
        Spec("thoth_statues", gettext_lazy("Thoth: statues"), "one"),
        Spec("ptah_stones", gettext_lazy("Ptah: stones at each building site"), "one"),
    ),
}
"""What is printed on each board, as one reads it."""


def title_of(board: str) -> str:
    """``pyramid.D`` as people call it."""
    site, point, side = board.partition(".")
    if not point:
        return str(MODULES[Module.GOD_PROPHECIES])
    return _("%(site)s, side %(side)s") % {"site": SITES[Site.read(site)], "side": side}


# --- where cells lie ------------------------------------------------------------


def _ring(count: int) -> list[tuple[int, int]]:
    """Clockwise around a rectangle, as the board is drawn; `count` is even."""
    across = max(2, -(-(count + 4) // 4))
    down = max(2, (count + 4) // 2 - across)
    ring = [(column, 1) for column in range(1, across + 1)]
    ring += [(across, row) for row in range(2, down + 1)]
    ring += [(column, down) for column in range(across - 1, 0, -1)]
    return (ring + [(1, row) for row in range(down - 1, 1, -1)])[:count]


def _levels(count: int) -> list[tuple[int, int]]:
    """Three by three, two by two and one, side by side; columns from the left."""
    places, left = [], 1
    for side in (3, 2, 1):
        places += [(left + index // side, 1 + index % side) for index in range(side * side)]
        left += side + (side > 1)
    return places[:count]


def _track(count: int) -> list[tuple[int, int]]:
    """There and back."""
    there = -(-count // 2)
    back = [(there - index, 2) for index in range(count - there)]
    return [(column, 1) for column in range(1, there + 1)] + back


def _lines(length: int) -> Callable[[int], list[tuple[int, int]]]:
    return lambda count: [(index % length + 1, index // length + 1) for index in range(count)]


WIDE: Final = 0
"""The column of a space that lies over the first two."""

LAYOUTS: Final[Mapping[str, Callable[[int], list[tuple[int, int]]]]] = {
    "row": _lines(6),
    "four": _lines(4),
    "five": _lines(5),
    "two": lambda count: _lines(max(1, -(-count // 2)))(count),
    "ring": _ring,
    "track": _track,
    "levels": _levels,
    "pyramid": lambda count: [(1, 2), (1, 3), (2, 2), (2, 3), (WIDE, 1)][:count],
}


# --- drawn ----------------------------------------------------------------------


def parts(
    board: str,
    table: Tables,
    beside: Tables | None = None,
    typed: Mapping[str, str] | None = None,
    wrong: Mapping[str, str] | None = None,
) -> list[Part]:
    """The board with the numbers of `table`; marked where they differ from `beside`. `typed` stands
    in the inputs instead, with what is `wrong` there."""
    from games.services.numbers import flat

    other = dict(flat(beside)) if beside is not None else None
    found = []
    for spec in SPECS[board]:
        for key, title, value in _values(spec, table):
            cells = _cells(spec, key, value, typed, wrong or {})
            if other is not None:
                mine = dict(flat(value, key))
                cells = [
                    cell._replace(differs=not cell.head and _differs(cell.key, mine, other))
                    for cell in cells
                ]
            size = len(value) if spec.most and spec.of != "tiles" and isinstance(value, list) else 0
            found.append(Part(key, title, tuple(cells), size))
    return found


def _values(spec: Spec, table: Tables) -> Iterator[tuple[str, str, object]]:
    """Each grid of `spec`: its key, its title, its numbers."""
    value = table.get(spec.key)
    if spec.of == "tiles":
        for number, tile in enumerate(cast(list[object], value), 1):
            yield f"{spec.key}.{number}", str(spec.title) % {"number": number}, tile
    else:
        yield spec.key, str(spec.title), value


def _cells(
    spec: Spec,
    key: str,
    value: object,
    typed: Mapping[str, str] | None,
    wrong: Mapping[str, str],
) -> list[Cell]:
    if spec.of == "one":
        return [_cell(spec, key, 1, 1, value, "", typed, wrong)]
    if spec.of == "players":
        return list(_by_players(spec, key, cast(Mapping[str, list[object]], value), typed, wrong))
    numbers = cast(list[object], value)
    places = LAYOUTS[spec.layout](len(numbers))
    return [
        _cell(spec, f"{key}.{index}", *place, one, "", typed, wrong)
        for index, (place, one) in enumerate(zip(places, numbers, strict=True), 1)
    ]


def _by_players(
    spec: Spec,
    key: str,
    value: Mapping[str, list[object]],
    typed: Mapping[str, str] | None,
    wrong: Mapping[str, str],
) -> Iterator[Cell]:
    """A line for each number of players, which stands before it."""
    for row, (players, numbers) in enumerate(sorted(value.items()), 1):
        words = _("%(players)s players") % {"players": players}
        yield Cell(f"{key}.{players}", 1, row, words, (), head=True)
        for index, one in enumerate(numbers, 1):
            name = f"{key}.{players}.{index}"
            yield _cell(spec, name, index + 1, row, one, players, typed, wrong)


def _cell(
    spec: Spec,
    key: str,
    column: int,
    row: int,
    value: object,
    players: str,
    typed: Mapping[str, str] | None,
    wrong: Mapping[str, str],
) -> Cell:
    number = key.rpartition(".")[2]
    label = str(spec.title) if spec.of == "one" else f"{spec.title} {number}"
    if players:
        label = _("%(what)s, with %(players)s players: %(place)s") % {
            "what": spec.title, "players": players, "place": number,
        }  # fmt: skip
    inputs = tuple(
        one._replace(
            value=typed.get(one.name, "") if typed is not None else one.value,
            wrong=wrong.get(one.name, ""),
        )
        for one in _inputs(spec, key, label, value)
    )
    shape = str(value) if spec.of == "shape" and value in CELLS else ""
    return Cell(key, column, row, said(value), inputs, shape)


def _inputs(spec: Spec, key: str, label: str, value: object) -> Iterator[Input]:
    if spec.of in ("reward", "tiles"):
        given = value if isinstance(value, dict) else {}
        kind = next((one for one in spec.kinds if one in given), "")
        points = f"{label}: {_('points')}"
        yield Input(f"{key}.points", points, str(given.get("points", "")))
        if spec.kinds:
            chosen = f"{kind} {given[kind]}" if kind else ""
            words = f"{label}: {_('what else')}"
            yield Input(f"{key}.kind", words, chosen, tuple(_kinds(spec, chosen)))
    elif spec.of == "pair":
        two = value if isinstance(value, list) else ["", ""]
        for index, one in enumerate(two, 1):
            yield Input(f"{key}.{index}", f"{label}.{index}", str(one), low=spec.low)
    elif spec.of == "shape":
        yield Input(key, label, str(value or ""), tuple((one, one) for one in ("", *CELLS)))
    else:
        yield Input(key, label, "" if value is None else str(value), low=spec.low)


def _kinds(spec: Spec, chosen: str) -> Iterator[tuple[str, str]]:
    """What a space can give beside points: ``stones 3``."""
    yield "", "–"
    for kind in spec.kinds:
        for count in range(1, MOST_OF[kind] + 1):
            yield f"{kind} {count}", said({kind: count})
    kind, _space, many = chosen.partition(" ")
    if kind and int(many) > MOST_OF[kind]:
        yield chosen, said({kind: int(many)})


def said(value: object) -> str:
    """What a space has, in signs: ``1 + 3 stones``."""
    if isinstance(value, list):
        return " · ".join(map(said, value))
    if isinstance(value, dict):
        words = [str(value["points"])] if "points" in value else []
        for kind, count in value.items():
            if kind in KINDS:
                words.append(f"{count} × {KINDS[kind]}" if count != 1 else str(KINDS[kind]))
        return " + ".join(words) or "0"
    return "" if value is None else str(value)


def _differs(key: str, mine: Mapping[str, str], other: Mapping[str, str]) -> bool:
    def below(table: Mapping[str, str]) -> dict[str, str]:
        return {k: v for k, v in table.items() if k == key or k.startswith(f"{key}.")}

    return below(mine) != below(other)
