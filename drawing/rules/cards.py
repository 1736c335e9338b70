"""One sentence for every card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from drawing.language import gettext as _
from drawing.language import ngettext
from drawing.rules.sentences import Sentence, in_a_row
from engine.vocabulary import Card

if TYPE_CHECKING:
    from engine import Rules


def _decoration(rules: Rules) -> dict[str, int]:
    return {"stones": rules.decoration_stones_per_point}


def _statues(rules: Rules) -> str:
    table = rules.statue_points
    words = {"points": in_a_row(table), "most": len(table), "more": rules.statue_further}
    return (
        _(
            "At the end, all your statues together: %(points)s points for 1 to %(most)s, "
            "%(more)s for each further one."
        )
        % words
    )


def _hammer(rules: Rules) -> str:
    words = {"stones": rules.hammer_stones}
    return _("Your action, once: take %(stones)s stones, then put one stone on a ship.") % words


def _private_quarry(rules: Rules) -> str:
    words = {
        "points": rules.private_stone_quarry_points,
        "stones": rules.private_stone_quarry_stones,
    }
    return (
        ngettext(
            "At once: %(points)s point, and up to %(stones)s stones onto your sled.",
            "At once: %(points)s points, and up to %(stones)s stones onto your sled.",
            rules.private_stone_quarry_points,
        )
        % words
    )


def _raft(rules: Rules) -> str:
    words = {"paid": rules.raft_payment}
    return (
        _(
            "Your action, once: %(paid)s stones of your sled go back to the quarry, "
            "one goes straight to any site."
        )
        % words
    )


def _plank(rules: Rules) -> str:
    words = {"paid": rules.loading_plank_payment}
    return (
        _(
            "Your action, once: pay %(paid)s stone; a ship with a stone of yours joins "
            "the one ship at a site."
        )
        % words
    )


CARDS: Final[dict[Card, Sentence]] = {
    Card.ENTRANCE: lambda rules: _("At once: one stone of your quarry goes to the pyramids."),
    Card.SARCOPHAGUS: lambda rules: _(
        "At once: one stone of your quarry goes to the burial chamber."
    ),
    Card.PAVED_PATH: lambda rules: _("At once: one stone of your quarry goes to the obelisks."),
    Card.PYRAMID_DECORATION: lambda rules: (
        _("At the end: 1 point for every %(stones)s stones at the pyramids, of all players.")
        % _decoration(rules)
    ),
    Card.TEMPLE_DECORATION: lambda rules: (
        _("At the end: 1 point for every %(stones)s stones at the temple, of all players.")
        % _decoration(rules)
    ),
    Card.BURIAL_CHAMBER_DECORATION: lambda rules: (
        _("At the end: 1 point for every %(stones)s stones in the burial chamber, of all players.")
        % _decoration(rules)
    ),
    Card.OBELISK_DECORATION: lambda rules: (
        _("At the end: 1 point for every %(stones)s stones at the obelisks, of all players.")
        % _decoration(rules)
    ),
    Card.STATUE: _statues,
    Card.LEVER: lambda rules: _(
        "Your action, once: sail a ship, and say in which order its stones unload."
    ),
    Card.HAMMER: _hammer,
    Card.SAIL: lambda rules: _("Your action, once: put a stone on a ship, then sail that ship."),
    Card.CHISEL: lambda rules: _("Your action, once: put two stones on one ship or on two."),
    Card.CARGO_SLED: lambda rules: (
        _("From now on your sled has %(spaces)s more spaces.") % {"spaces": rules.cargo_sled_spaces}
    ),
    Card.PRIVATE_STONE_QUARRY: _private_quarry,
    Card.STONE_ORNAMENT: lambda rules: (
        _("At the end: %(points)s point for every stone on your sled.")
        % {"points": rules.stone_ornament_points}
    ),
    Card.RAFT: _raft,
    Card.LOADING_PLANK: _plank,
}


def of_card(rules: Rules, card: Card) -> str:
    return CARDS[card](rules)
