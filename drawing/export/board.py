"""One board by itself, before the first round or at a step of a game, and one card: an ``<svg>``
that needs nothing else, by day and by night."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from drawing.cards.faces import HEIGHT, WIDTH, card_symbols
from drawing.export.small import Crop, used
from drawing.export.themed import worded_sheet_for
from drawing.language import cached_by_language
from drawing.language.words import colour_title
from drawing.modules.pharaohs_favors import FAVOUR_PITCH
from drawing.play.live import Live
from drawing.replay.viewers import Viewer
from drawing.svg import rect, signed_points, svg_text, tag, use
from drawing.svg.pieces import LETTERS, MINI
from engine import EVERYTHING, Entry, Rules, Setup
from engine.vocabulary import BUILDING_SITES, Card, Site

GROUND: Final = ".board-ground{fill:var(--bank-2)}"
WATER: Final = ".board-ground{fill:var(--water-1)}"
BERTHS: Final = 236
"""Width of the berths in the block of the harbour, which is as wide as the river."""

MARGIN: Final = 12
WIDEST: Final = 500
"""Wider strips of tablets are drawn in two rows: their words have to be read on a phone."""

FIRST_ROW: Final = 3 * FAVOUR_PITCH
"""Width of the first of them."""

SIGN_PITCH: Final = 64
"""From the sign of a building site to the next in the picture of a penalty."""


PILE_GROUND: Final = 132
"""The lowest stone of a site in the picture of a wager."""

TILE: Final = 18
"""From a stone of it to the next."""

WAGER_PILES: Final = {Site.PYRAMID: 3, Site.TEMPLE: 5, Site.BURIAL_CHAMBER: 2, Site.OBELISKS: 4}
"""Stones at the sites in the picture of a wager."""


@cached_by_language(120)
def board_picture(setup: Setup, site: Site) -> str:
    """An SVG document: the side of `site` that is in play, without a stone."""
    return block_picture(setup, (), site.word)


def block_picture(
    setup: Setup,
    entries: Sequence[Entry],
    name: str,
    crop: Crop | None = None,
    viewer: Viewer = EVERYTHING,
) -> str:
    """An SVG document: the block `name` of the table after `entries`, or what `crop` has of it."""
    live = Live(setup, [colour_title(colour) for colour in setup.seats], viewer)
    live.follow(entries)
    blocks = live.drawing.blocks
    index = next(i for i, block in enumerate(blocks) if block.name == name)
    block = blocks[index]
    placed = f'<svg x="{MARGIN}" y="{MARGIN}" width="{block.width}" height="{block.height}" '
    inside = live.drawing.block_markup(index, live.table).replace("<svg ", placed, 1)
    symbols = used(live.drawing.symbols(), inside, worded=True)
    if block is live.drawing.harbour:
        return _document(BERTHS, block.height, symbols, inside, WATER, crop)
    if block.width > WIDEST:
        return _two_rows(block.height, symbols, inside)
    return _document(block.width, block.height, symbols, inside, GROUND)


@cached_by_language(20)
def card_picture(rules: Rules, card: Card) -> str:
    """An SVG document: the face of a market card."""
    middle = f"translate({MARGIN + WIDTH / 2} {MARGIN + HEIGHT / 2})"
    inside = f'<use href="#i-c{card.value}" transform="{middle}"/>'
    symbols = used(card_symbols(rules), inside, worded=True)
    return _document(WIDTH, HEIGHT, symbols, inside, GROUND)


@cached_by_language(2)
def penalty_picture(setup: Setup, points: int) -> str:
    """An SVG document: a stone at each building site but one, and the points that this costs."""
    live = Live(setup, [colour_title(colour) for colour in setup.seats], EVERYTHING)
    stone = f"s{LETTERS[setup.seats[0]]}"
    parts = []
    for index, site in enumerate(BUILDING_SITES):
        x = 30 + SIGN_PITCH * index
        sign = f"translate({x} 16) scale(1.4)"
        parts.append(tag("use", href=f"#i-at-{site.word}", class_=f"h-{site.word}", transform=sign))
        parts.append(use("slot" if site is BUILDING_SITES[-1] else stone, x, 70))
    parts.append(
        svg_text(SIGN_PITCH * len(BUILDING_SITES) + 50, 62, signed_points(points), "total")
    )
    wide, high = SIGN_PITCH * len(BUILDING_SITES) + 60, 86
    inside = f'<svg x="{MARGIN}" y="{MARGIN}" width="{wide}" height="{high}">{"".join(parts)}</svg>'
    symbols = used(live.drawing.symbols(), inside, worded=True)
    return _document(wide, high, symbols, inside, GROUND)


def wager_picture(setup: Setup, points: Mapping[Site, int]) -> str:
    """An SVG document: stones at each building site, the most at the first one of `points`, a bet
    on each of these, and what it earns."""
    live = Live(setup, [colour_title(colour) for colour in setup.seats], EVERYTHING)
    tiles = [f"{MINI}{LETTERS[colour]}" for colour in setup.seats[:2]]
    parts = []
    for index, site in enumerate(BUILDING_SITES):
        x = 38 + SIGN_PITCH * index
        sign = f"translate({x} 18) scale(1.4)"
        parts.append(tag("use", href=f"#i-at-{site.word}", class_=f"h-{site.word}", transform=sign))
        parts += [
            use(tiles[(index + stone) % 2], x, PILE_GROUND - TILE * stone)
            for stone in range(WAGER_PILES[site])
        ]
        parts.append(rect(x - 12, PILE_GROUND + 22, 24, 24, "field", 3))
        if site in points:
            parts.append(use(tiles[list(points).index(site)], x, PILE_GROUND + 34))
            parts.append(svg_text(x + 9, PILE_GROUND + 72, signed_points(points[site]), "total"))
    wide, high = SIGN_PITCH * len(BUILDING_SITES) + 12, PILE_GROUND + 84
    inside = f'<svg x="{MARGIN}" y="{MARGIN}" width="{wide}" height="{high}">{"".join(parts)}</svg>'
    symbols = used(live.drawing.symbols(), inside, worded=True)
    return _document(wide, high, symbols, inside, GROUND)


def _two_rows(height: float, symbols: str, inside: str) -> str:
    """The strip `inside`, broken after `FIRST_ROW`."""
    row = f'<svg x="{MARGIN}" width="{FIRST_ROW}" height="{height}" '
    strip = inside.replace(f'x="{MARGIN}" y="{MARGIN}"', "", 1)
    lower = MARGIN + height + 4
    first = f'{row} y="{MARGIN}" viewBox="0 0 {FIRST_ROW} {height}">{strip}</svg>'
    second = f'{row} y="{lower}" viewBox="{FIRST_ROW} 0 {FIRST_ROW} {height}">{strip}</svg>'
    return _document(FIRST_ROW, 2 * height + 4, symbols, first + second, GROUND)


def _document(
    width: float, height: float, symbols: str, inside: str, ground: str, crop: Crop | None = None
) -> str:
    markup = f'<g class="replay-block"><defs>{symbols}</defs>{inside}</g>'
    wide, high = width + 2 * MARGIN, height + 2 * MARGIN
    x, y, crop_wide, crop_high = crop or (0, 0, wide, high)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{crop_wide}" height="{crop_high}" '
        f'viewBox="{x} {y} {crop_wide} {crop_high}">'
        f"<style>{worded_sheet_for(markup, ground)}</style>"
        f'<rect class="board-ground" x="{x}" y="{y}" width="{crop_wide}" height="{crop_high}" '
        f'rx="{MARGIN}"/>{markup}</svg>'
    )
