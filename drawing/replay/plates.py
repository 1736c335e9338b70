"""Words at the boards: names, sides, owners of stones and their worth.

Drawings shrink with the window, and words must not: these are HTML.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from drawing.board.scene import Drawing, Table
from drawing.replay.reading import StepScore
from drawing.svg import signed_points
from engine.vocabulary import Site

Plate = dict[str, object]

SITES: Final = tuple(Site)

DRAW: Final = "draw"
DISCARD: Final = "discard."
"""How the keys of the pieces on the two piles begin."""


def kind_of(name: str) -> str:
    """Place of a block on the page, by its name: ``site``, ``seat``, ``pile_sizes``, ``land``,
    ``harbour``, or with the tablets of the modules."""
    if name in {site.word for site in Site}:
        return "site"
    if name.startswith("seat"):
        return "seat"
    return name if name in ("piles", "land", "harbour") else "module"


def plates(
    drawing: Drawing, names: Sequence[str], score: StepScore, table: Table
) -> dict[str, Plate]:
    """A plate for each site, by its name."""
    plate_by_site = {site.word: _plate(drawing, names, score, site) for site in SITES}
    plate_by_site[Site.MARKET.word]["piles"] = pile_sizes(table)
    return plate_by_site


def _plate(drawing: Drawing, names: Sequence[str], score: StepScore, site: Site) -> Plate:
    rules, site_drawing = drawing.rules, drawing.sites[site]
    return {
        "name": site.word,
        "title": site_drawing.title.partition(" ")[0],
        "more": site_drawing.title.partition(" ")[2],
        "side": rules.setup.sides[site].word,
        "doubt": rules.confidence[site] == "provisional",
        "owners": [] if site is Site.MARKET else _owners(drawing, names, score, site),
    }


def _owners(drawing: Drawing, names: Sequence[str], score: StepScore, site: Site) -> list[Plate]:
    """By seat how many stones there are, what they are worth, and whether they are the most."""
    stones, worth = score.stones[site], score.worth[site]
    highest = max(stones)
    return [
        {
            "at": f"{site.value}.{seat}",
            "letter": drawing.letters[seat],
            "name": name,
            "stones": stones[seat],
            "worth": signed_points(worth[seat]) if worth and stones[seat] else "",
            "most": 0 < highest == stones[seat],
        }
        for seat, name in enumerate(names)
    ]


def pile_sizes(table: Table) -> Plate:
    """How many cards lie on the two piles, as the pieces say."""
    draw, total = table.get(DRAW), table.get(f"{DISCARD}n")
    lying = [key for key in table if key.startswith(DISCARD) and not key.endswith("n")]
    numbers = [total] if total else [table.get(f"{key}n") for key in lying]
    return {
        "draw": draw[4] if draw is not None and len(draw) == 5 else "0",
        "discard": sum(int(number[4]) if number and len(number) == 5 else 1 for number in numbers),
    }


def seats(
    drawing: Drawing, names: Sequence[str], score: StepScore, table: Table
) -> dict[str, Plate]:
    """Words at each seat, by the name of its block."""
    prospects: Sequence[int | None] = score.prospects or [None] * len(names)
    every = zip(drawing.seats, names, score.points, prospects, score.quarry, strict=True)
    return {
        seat_drawing.name: {
            "seat": seat,
            "player": name,
            "letter": seat_drawing.letter,
            "colour": seat_drawing.colour,
            "points": signed_points(points),
            "prospect": "?" if prospect is None else signed_points(prospect),
            "quarry": "∞" if quarry is None else quarry,
            "resigned": f"{seat}.resigned" in table,
        }
        for seat, (seat_drawing, name, points, prospect, quarry) in enumerate(every)
    }
