"""One sentence for every side of every site."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from drawing.language import gettext as _
from drawing.language.sentences import Sentence, in_a_row
from drawing.svg import signed_points
from engine.vocabulary import Side, Site

if TYPE_CHECKING:
    from engine import Rules


def board_of(rules: Rules, site: Site) -> Any:
    """The board of `site`, with the numbers of its side."""
    return rules.boards[site]


PLACES: Final = {
    (Site.TEMPLE, Side.D): "round_points",
    (Site.BURIAL_CHAMBER, Side.B): "row_points",
    (Site.OBELISKS, Side.A): "points",
}
"""The boards' tables that differ by the number of players."""


def place_points(rules: Rules, site: Site) -> str:
    """``15, 10, 5, 1``: the points of the first place and the next; empty for a side without."""
    table = PLACES.get((site, rules.setup.sides[site]))
    return in_a_row([n for n in getattr(board_of(rules, site), table) if n]) if table else ""


def _market_a(rules: Rules) -> str:
    board = board_of(rules, Site.MARKET)
    words = {"cards": board.face_up}
    return _("Each stone takes one of %(cards)s open cards and goes back to its quarry.", **words)


def _market_b(rules: Rules) -> str:
    board = board_of(rules, Site.MARKET)
    return _(
        "Each stone takes an open card, or looks at the %(cards)s face-down cards and keeps one.",
        cards=board.face_down[0],
    )


def _market_c(rules: Rules) -> str:
    return _(
        "Each stone takes a card. Pay one of your %(coins)s coins to take two that share an edge.",
        coins=rules.coins,
    )


def _market_d(rules: Rules) -> str:
    board = board_of(rules, Site.MARKET)
    return _(
        "Each stone takes an open card, or looks at a pile of up to %(cards)s cards and keeps one. "
        "The piles stay for the next round.",
        cards=board.face_down[0],
    )


def _pyramid_a(rules: Rules) -> str:
    board = board_of(rules, Site.PYRAMID)
    words = {"low": min(board.points), "high": max(board.points), "later": board.further}
    return _(
        "Each stone scores its space at once, %(low)s to %(high)s points. "
        "Once all spaces are full, each further stone scores %(later)s.",
        **words,
    )


def _pyramid_b(rules: Rules) -> str:
    return _(
        "Pick a pyramid for your stone. The pyramid’s next space scores at once; some spaces give "
        "a bonus."
    )


def _pyramid_c(rules: Rules) -> str:
    board = board_of(rules, Site.PYRAMID)
    return _(
        "Each stone immediately earns what its space shows. A full tile pays %(most)s to the "
        "player with the most stones, or %(tied)s each if tied.",
        most=board.majority,
        tied=board.majority_tied,
    )


def _pyramid_d(rules: Rules) -> str:
    return _(
        "A stone scores the first free space after the figure. When you take stones, you may move "
        "the figure."
    )


def _temple_a(rules: Rules) -> str:
    board = board_of(rules, Site.TEMPLE)
    return _(
        "At the end of every round each stone that is seen from above scores %(points)s point.",
        points=board.rewards[0].points,
    )


def _temple_b(rules: Rules) -> str:
    return _(
        "After each round, a stone seen from above earns what its space shows: "
        "points, stones or a card."
    )


def _temple_c(rules: Rules) -> str:
    board = board_of(rules, Site.TEMPLE)
    return _(
        "After each round, a stone seen from above earns what its space shows: "
        "points, stones or one of %(cards)s cards.",
        cards=max(reward.best_of for reward in board.rewards),
    )


def _temple_d(rules: Rules) -> str:
    return _(
        "Stones drive chariots. After each round the leading ones score %(points)s; "
        "at the end each chariot scores its space.",
        points=place_points(rules, Site.TEMPLE),
    )


def _areas(rules: Rules) -> str:
    board = board_of(rules, Site.BURIAL_CHAMBER)
    table = board.area_points
    words = {"points": in_a_row(table), "most": len(table), "more": board.area_further}
    return _(
        "At the end, a group of your touching stones scores %(points)s points for 1 to "
        "%(most)s stones. Each further stone scores %(more)s.",
        **words,
    )


def _chamber_b(rules: Rules) -> str:
    return _(
        "At the end, the players with the most stones in each row score %(points)s points; tied "
        "players share them.",
        points=place_points(rules, Site.BURIAL_CHAMBER),
    )


def _chamber_c(rules: Rules) -> str:
    board = board_of(rules, Site.BURIAL_CHAMBER)
    return _(
        "At the end, each group of your touching stones scores its number of stones times its "
        "number of levels. At most %(most)s levels count.",
        most=board.most,
    )


def _chamber_d(rules: Rules) -> str:
    board = board_of(rules, Site.BURIAL_CHAMBER)
    return _(
        "A stone takes the space of an open tile. At the end, each group of your "
        "touching stones scores. No stone on this site: %(loss)s points.",
        loss=signed_points(board.nothing_delivered),
    )


def _obelisks_a(rules: Rules) -> str:
    words = {"points": place_points(rules, Site.OBELISKS)}
    return _(
        "At the end, obelisks score by height: %(points)s points; tied players share them.",
        **words,
    )


def _obelisks_b(rules: Rules) -> str:
    board = board_of(rules, Site.OBELISKS)
    return _(
        "%(stones)s of your stones make a tower on the best free space: %(points)s points. "
        "At the end, a loose stone scores %(loose)s.",
        stones=board.height,
        points=in_a_row(board.tower_points),
        loose=board.loose_points,
    )


def _obelisks_c(rules: Rules) -> str:
    board = board_of(rules, Site.OBELISKS)
    return _(
        "Each stone brings a tile for your obelisk. At the end, each full row scores %(points)s "
        "points; the players with the most full rows get a bonus.",
        points=board.row_points,
    )


def _obelisks_d(rules: Rules) -> str:
    board = board_of(rules, Site.OBELISKS)
    return _(
        "Build one obelisk at a time. At the end a finished one scores up to %(most)s points, "
        "an unfinished one %(stone)s for each stone.",
        most=max(points for _height, points in board.places),
        stone=board.unfinished,
    )


SIDES: Final[dict[tuple[Site, Side], Sentence]] = {
    (Site.MARKET, Side.A): _market_a,
    (Site.MARKET, Side.B): _market_b,
    (Site.MARKET, Side.C): _market_c,
    (Site.MARKET, Side.D): _market_d,
    (Site.PYRAMID, Side.A): _pyramid_a,
    (Site.PYRAMID, Side.B): _pyramid_b,
    (Site.PYRAMID, Side.C): _pyramid_c,
    (Site.PYRAMID, Side.D): _pyramid_d,
    (Site.TEMPLE, Side.A): _temple_a,
    (Site.TEMPLE, Side.B): _temple_b,
    (Site.TEMPLE, Side.C): _temple_c,
    (Site.TEMPLE, Side.D): _temple_d,
    (Site.BURIAL_CHAMBER, Side.A): _areas,
    (Site.BURIAL_CHAMBER, Side.B): _chamber_b,
    (Site.BURIAL_CHAMBER, Side.C): _chamber_c,
    (Site.BURIAL_CHAMBER, Side.D): _chamber_d,
    (Site.OBELISKS, Side.A): _obelisks_a,
    (Site.OBELISKS, Side.B): _obelisks_b,
    (Site.OBELISKS, Side.C): _obelisks_c,
    (Site.OBELISKS, Side.D): _obelisks_d,
}


def side_rules(rules: Rules, site: Site) -> str:
    """The side of `site` that is in play."""
    return SIDES[site, rules.setup.sides[site]](rules)
