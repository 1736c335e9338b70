"""The sites as lists: who leads, what stones are worth, and what lies where on every side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from drawing.board.sites.art import gives
from drawing.language import gettext as _
from drawing.language import ngettext, once_a_language
from drawing.language.lines import SeatNames, SpokenLine
from drawing.language.words import points_of
from drawing.spoken.leads import leads_row, spoken_leaders
from drawing.spoken.market import market
from engine.shown import (
    ArenaView,
    AvenueView,
    BarrowView,
    CorridorView,
    CryptView,
    HeightsView,
    PyramidsView,
    ScaffoldView,
    SiteView,
    StonesView,
    TilesView,
    TowersView,
)
from engine.vocabulary import EMPTY, Side, Site

if TYPE_CHECKING:
    from engine import Rules


class SpokenSite(NamedTuple):
    """A site of one game: its board has the numbers of its side."""

    board: Any
    seats: SeatNames

    def space(self, seat: int | None, free: str) -> str:
        """A space: whose stone lies there, or what it gives while it is free."""
        if seat is None or seat == EMPTY:
            return _free(free)
        return self.seats.stone(seat)

    def spaces(self, seats: Sequence[int], free: Sequence[str]) -> tuple[str, ...]:
        """Spaces that are filled in their order."""
        return tuple(self.space(seat, words) for seat, words in zip_longest(seats, free))

    def row(self, seats: Sequence[int]) -> tuple[str, ...]:
        """The stones of a row that has no end."""
        return self.seats.stones(seats) or (_("empty"),)


@once_a_language
def _free(gives: str) -> str:
    return _("free, %(gives)s", gives=gives)


Lines = Callable[[SpokenSite, Any], Iterator[SpokenLine]]


def site_lines(
    rules: Rules, seats: SeatNames, site: Site, site_view: SiteView
) -> Iterator[SpokenLine]:
    """Lines of `site`, of which `site_view` is the view."""
    spoken_site = SpokenSite(rules.boards[site], seats)
    if site is not Site.MARKET:
        yield SpokenLine(spoken_leaders(seats, site_view["stones"]))
    yield from SIDES[site, rules.setup.sides[site]](spoken_site, site_view["board"])
    yield from _further(spoken_site, site_view["board"])


def _worths(seats: SeatNames, worth: Sequence[int]) -> Iterator[str]:
    for seat, points in enumerate(worth):
        yield _("%(who)s: %(points)s", who=seats.title(seat), points=points_of(points))


def _further(site: SpokenSite, board: Any) -> Iterator[SpokenLine]:
    """The stones at the right edge, if there are any."""
    if further := board.get("further"):
        points = points_of(site.board.further)
        words = _("Further stones, %(points)s for each", points=points)
        yield SpokenLine(words, site.seats.stones(further))


# ----------------------------------------------------------------------------- the pyramids


def _pyramid_a(site: SpokenSite, board: StonesView) -> Iterator[SpokenLine]:
    """Level by level, column by column, as the spaces are filled."""
    points: list[int] = site.board.points
    side = next(n for n in range(1, 9) if n * (n + 1) * (2 * n + 1) // 6 >= len(points))
    cells = site.spaces(board["stones"], [points_of(space_points) for space_points in points])
    first = 0
    for level, wide in enumerate(range(side, 0, -1), 1):
        for column in range(1, wide + 1):
            words = {"level": level, "column": column}
            sentence = _(
                "Level %(level)s, column %(column)s from the left. Spaces from back to front",
                **words,
            )
            yield SpokenLine(sentence, cells[first : first + wide])
            first += wide


def _pyramid_b(site: SpokenSite, board: PyramidsView) -> Iterator[SpokenLine]:
    titles = (
        _("Left pyramid, from bottom to top"),
        _("Middle pyramid, from bottom to top"),
        _("Right pyramid, from bottom to top"),
    )
    for title, stones, rewards in zip(titles, board["pyramids"], site.board.rewards, strict=True):
        yield SpokenLine(title, site.spaces(stones, [gives(reward) for reward in rewards]))


def _pyramid_c(site: SpokenSite, board: ScaffoldView) -> Iterator[SpokenLine]:
    size: int = site.board.size
    for index, tile in enumerate(board["tiles"]):
        stones = board["stones"][size * index : size * (index + 1)]
        free = [gives(reward) for reward in site.board.tiles[tile - 1]]
        words = {"level": index + 1, "tile": tile}
        sentence = _("Level %(level)s of the scaffold (tile %(tile)s), from the left", **words)
        yield SpokenLine(sentence, site.spaces(stones, free))


def _pyramid_d(site: SpokenSite, board: CorridorView) -> Iterator[SpokenLine]:
    spaces, figure = board["spaces"], board["figure"]
    yield SpokenLine(_("The figure stands on space %(space)s of the corridor", space=figure + 1))
    cells = site.spaces(spaces, [points_of(points) for points in site.board.points])
    yield SpokenLine(_("Corridor, clockwise from the far left corner"), cells)


# ------------------------------------------------------------------------------- the temple


def _temple(site: SpokenSite, board: StonesView) -> Iterator[SpokenLine]:
    """Stones seen from above, and the bays."""
    bays: int = site.board.spaces
    stones, rewards = board["stones"], site.board.rewards
    tops = [(stones[index::bays] or [EMPTY])[-1] for index in range(bays)]
    top_stones = site.seats.stones(tops)
    yield SpokenLine(_("Stones seen from above, from the left"), top_stones)
    for index in range(bays):
        words = {"bay": index + 1, "gives": gives(rewards[index])}
        sentence = _("Bay %(bay)s gives %(gives)s. Its stones, from the floor up", **words)
        yield SpokenLine(sentence, site.row(stones[index::bays]))


def _temple_d(site: SpokenSite, board: ArenaView) -> Iterator[SpokenLine]:
    track: list[int] = site.board.track
    yield SpokenLine(_("Chariots"), tuple(_chariots(site, track, board["chariots"])))
    free = [
        ngettext(
            "the chariot moves %(steps)s space",
            "the chariot moves %(steps)s spaces",
            steps,
            steps=steps,
        )
        for steps in site.board.arrows
    ]
    yield SpokenLine(_("Stones of the arena, from the left"), site.spaces(board["stones"], free))


def _chariots(site: SpokenSite, track: Sequence[int], chariots: Sequence[int]) -> Iterator[str]:
    for seat, space in enumerate(chariots):
        words = {
            "who": site.seats.title(seat),
            "space": space,
            "goal": len(track) - 1,
            "points": points_of(track[space]),
        }
        if not space:
            yield _("%(who)s at the start, worth %(points)s", **words)
        elif space == len(track) - 1:
            yield _("%(who)s at the finish, worth %(points)s", **words)
        else:
            yield _("%(who)s on space %(space)s of %(goal)s, worth %(points)s", **words)


# ----------------------------------------------------------------------- the burial chamber


def _chamber_a(site: SpokenSite, board: StonesView) -> Iterator[SpokenLine]:
    rows: int = site.board.rows
    for row in range(rows):
        sentence = _("Row %(row)s, from the left", row=row + 1)
        yield SpokenLine(sentence, site.row(board["stones"][row::rows]))


def _chamber_b(site: SpokenSite, board: StonesView) -> Iterator[SpokenLine]:
    rows: int = site.board.rows
    for row in range(rows):
        stones = board["stones"][row::rows]
        counts = [stones.count(seat) for seat in site.seats.all()]
        yield SpokenLine(leads_row(site.seats, row + 1, counts))
    yield from _chamber_a(site, board)


def _chamber_c(site: SpokenSite, board: BarrowView) -> Iterator[SpokenLine]:
    below: Sequence[int] | None = None
    for level, stones in enumerate(board["levels"]):
        cells = tuple(
            site.seats.stone(stone)
            if stone != EMPTY or _rests(below, index)
            else _("needs two stones below")
            for index, stone in enumerate(stones)
        )
        yield SpokenLine(_("Level %(level)s of the barrow, from the left", level=level + 1), cells)
        below = stones


def _rests(below: Sequence[int] | None, index: int) -> bool:
    """True if a stone would rest there: on the ground, or on two others."""
    return below is None or EMPTY not in below[index : index + 2]


def _chamber_d(site: SpokenSite, board: CryptView) -> Iterator[SpokenLine]:
    columns: int = site.board.columns
    cells = [_niche(site, board, tile) for tile in range(1, len(board["spaces"]) + 1)]
    for row in range(site.board.rows):
        sentence = _("Row %(row)s of the crypt, from the left", row=row + 1)
        yield SpokenLine(sentence, tuple(cells[columns * row : columns * (row + 1)]))


def _niche(site: SpokenSite, board: CryptView, tile: int) -> str:
    stone = board["spaces"][tile - 1]
    if stone != EMPTY:
        return _walled(tile, site.seats.stone(stone))
    return _bare(tile, tile in board["revealed"], tile in board["gone"])


@once_a_language
def _walled(tile: int, stone: str) -> str:
    return _("niche %(tile)s: %(stone)s", tile=tile, stone=stone)


@once_a_language
def _bare(tile: int, revealed: bool, gone: bool) -> str:
    words = {"tile": tile}
    if revealed:
        return _("niche %(tile)s: open", **words)
    if gone:
        return _("niche %(tile)s: walled up", **words)
    return _("niche %(tile)s: not open yet", **words)


# ----------------------------------------------------------------------------- the obelisks


def _obelisks_a(site: SpokenSite, board: HeightsView) -> Iterator[SpokenLine]:
    yield SpokenLine(_("Heights of the obelisks"), tuple(_counts(site, board["heights"])))


def _counts(site: SpokenSite, counts: Sequence[int]) -> Iterator[str]:
    for seat, stones in enumerate(counts):
        yield _stones_of(site.seats.title(seat), stones)


@once_a_language
def _stones_of(player: str, stones: int) -> str:
    words = {"who": player, "stones": stones}
    return ngettext("%(who)s: %(stones)s stone", "%(who)s: %(stones)s stones", stones, **words)


def _obelisks_b(site: SpokenSite, board: TowersView) -> Iterator[SpokenLine]:
    free = [points_of(points) for points in site.board.tower_points]
    yield SpokenLine(_("Towers, the best place first"), site.spaces(board["towers"], free))
    yield SpokenLine(_("Loose stones"), tuple(_counts(site, board["loose"])))


@once_a_language
def _tile_of(cells: int) -> str:
    return ngettext("a tile of %(cells)s cell", "a tile of %(cells)s cells", cells, cells=cells)


def _obelisks_c(site: SpokenSite, board: TilesView) -> Iterator[SpokenLine]:
    free = [_tile_of(sum(outline[0][1])) for outline in site.board.path]
    yield SpokenLine(_("Path of tiles"), site.spaces(board["path"], free))
    for seat, tiles in enumerate(board["tiles"]):
        heights = [0] * site.board.width
        for _space, cells in tiles:
            for column, _row in cells:
                heights[column - 1] += 1
        full = min(heights)
        words = {"who": site.seats.title(seat), "rows": full}
        sentence = ngettext(
            "%(who)s: a wall with %(rows)s full row; the heights of its columns",
            "%(who)s: a wall with %(rows)s full rows; the heights of its columns",
            full,
        )
        yield SpokenLine(sentence % words, tuple(map(str, heights)))


def _obelisks_d(site: SpokenSite, board: AvenueView) -> Iterator[SpokenLine]:
    cells = zip(board["owners"], board["heights"], site.board.places, strict=True)
    yield SpokenLine(_("Avenue, from the left"), tuple(_place(site, *cell) for cell in cells))


def _place(site: SpokenSite, owner: int, height: int, place: tuple[int, int]) -> str:
    stones, points = place
    words = {
        "who": "" if owner == EMPTY else site.seats.title(owner),
        "height": height,
        "most": stones,
        "points": points_of(points),
    }
    if owner == EMPTY:
        return ngettext(
            "free: %(most)s stone needed for %(points)s",
            "free: %(most)s stones needed for %(points)s",
            stones,
            **words,
        )
    if height == stones:
        return _("%(who)s, finished, %(points)s", **words)
    return ngettext(
        "%(who)s, %(height)s of %(most)s stone",
        "%(who)s, %(height)s of %(most)s stones",
        stones,
        **words,
    )


SIDES: Final[dict[tuple[Site, Side], Lines]] = {
    **{(Site.MARKET, side): market for side in Side},
    (Site.PYRAMID, Side.A): _pyramid_a,
    (Site.PYRAMID, Side.B): _pyramid_b,
    (Site.PYRAMID, Side.C): _pyramid_c,
    (Site.PYRAMID, Side.D): _pyramid_d,
    (Site.TEMPLE, Side.A): _temple,
    (Site.TEMPLE, Side.B): _temple,
    (Site.TEMPLE, Side.C): _temple,
    (Site.TEMPLE, Side.D): _temple_d,
    (Site.BURIAL_CHAMBER, Side.A): _chamber_a,
    (Site.BURIAL_CHAMBER, Side.B): _chamber_b,
    (Site.BURIAL_CHAMBER, Side.C): _chamber_c,
    (Site.BURIAL_CHAMBER, Side.D): _chamber_d,
    (Site.OBELISKS, Side.A): _obelisks_a,
    (Site.OBELISKS, Side.B): _obelisks_b,
    (Site.OBELISKS, Side.C): _obelisks_c,
    (Site.OBELISKS, Side.D): _obelisks_d,
}
