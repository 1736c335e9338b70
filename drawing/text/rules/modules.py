"""One sentence for every module, favour and prophecy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from drawing.language import gettext as _
from drawing.language import ngettext
from drawing.language.sentences import Sentence
from drawing.svg import signed
from engine.vocabulary import Favor, Module, Prophecy

if TYPE_CHECKING:
    from engine import Rules


def numbers_of(rules: Rules, module: Module) -> Any:
    """The module as the rules of the game have it, with its numbers."""
    return rules.modules[module]


def _private_ships(rules: Rules) -> str:
    module = numbers_of(rules, Module.PRIVATE_SHIPS)
    words = {"points": module.unused_points}
    return (
        ngettext(
            "Once a game, as your action: one stone sails at once on your small ship. "
            "Unused: %(points)s point.",
            "Once a game, as your action: one stone sails at once on your small ship. "
            "Unused: %(points)s points.",
            module.unused_points,
        )
        % words
    )


def _wager(rules: Rules) -> str:
    module = numbers_of(rules, Module.STONEMASONS_WAGER)
    words = {"points": max(module.most)}
    return (
        _(
            "Once a game, as your action: bet a stone on the site that will have the most stones, "
            "for up to %(points)s points."
        )
        % words
    )


def _favors(rules: Rules) -> str:
    words = {"number": len(Favor)}
    return (
        _(
            "Once a game, as your action: for a stone of your quarry use one of %(number)s "
            "favours, each only once."
        )
        % words
    )


def _new_dynasty(rules: Rules) -> str:
    return _("New cards join the deck: cargo sleds, rafts, planks, ornaments, private quarries.")


def _prophecies(rules: Rules) -> str:
    module = numbers_of(rules, Module.GOD_PROPHECIES)
    won, lost = module.points[0]
    words = {"won": won, "lost": signed(lost)}
    return (
        _(
            "As your action: lay a scarab on a prophecy. Fulfilled at the end up to %(won)s "
            "points, failed up to %(lost)s."
        )
        % words
    )


def _wrath(rules: Rules) -> str:
    module = numbers_of(rules, Module.WRATH_OF_THE_PHARAOH)
    words = {"points": signed(module.points)}
    return (
        _(
            "At the end: %(points)s points for a player who has no stone at one or more of the "
            "building sites."
        )
        % words
    )


MODULES: Final[dict[Module, Sentence]] = {
    Module.PRIVATE_SHIPS: _private_ships,
    Module.STONEMASONS_WAGER: _wager,
    Module.PHARAOHS_FAVORS: _favors,
    Module.NEW_DYNASTY_CARDS: _new_dynasty,
    Module.GOD_PROPHECIES: _prophecies,
    Module.WRATH_OF_THE_PHARAOH: _wrath,
    Module.HIDDEN_MARKET_CARDS: lambda rules: _(
        "Cards that you take stay your secret until you play them or the game ends."
    ),
    Module.UNLIMITED_STONES: lambda rules: _("Two players: the quarries never run out."),
}


def of_module(rules: Rules, module: Module) -> str:
    """Empty for a module of which nothing is written yet."""
    said = MODULES.get(module)
    return said(rules) if said else ""


PROPHECIES: Final[dict[Prophecy, Sentence]] = {
    Prophecy.AMUN: lambda rules: (
        _("Fulfilled if you took at least %(cards)s red cards.")
        % {"cards": numbers_of(rules, Module.GOD_PROPHECIES).amun_red_cards}
    ),
    Prophecy.RA: lambda rules: _("Fulfilled if you alone have the most stones at the pyramids."),
    Prophecy.ISIS: lambda rules: _("Fulfilled if you alone have the most stones at the temple."),
    Prophecy.ANUBIS: lambda rules: _(
        "Fulfilled if you alone have the most stones in the burial chamber."
    ),
    Prophecy.OSIRIS: lambda rules: _(
        "Fulfilled if you alone have the most stones at the obelisks."
    ),
    Prophecy.THOTH: lambda rules: (
        _("Fulfilled if you own at least %(statues)s statues.")
        % {"statues": numbers_of(rules, Module.GOD_PROPHECIES).thoth_statues}
    ),
    Prophecy.PTAH: lambda rules: (
        _("Fulfilled if you have at least %(stones)s stones at each of the four building sites.")
        % {"stones": numbers_of(rules, Module.GOD_PROPHECIES).ptah_stones}
    ),
}


FAVORS: Final[dict[Favor, Sentence]] = {
    Favor.TWO_CARDS: lambda rules: (
        _("Take %(cards)s open cards of the market; they are replaced.")
        % {"cards": numbers_of(rules, Module.PHARAOHS_FAVORS).cards}
    ),
    Favor.PLACE_AND_FILL_SLED: lambda rules: _(
        "If you like, put a stone on a ship; then your sled is filled."
    ),
    Favor.PLACE_REORDER_SAIL: lambda rules: _(
        "If you like, put a stone on a ship and rearrange its stones; it sails if it can."
    ),
    Favor.PLACE_TWO_AND_SAIL: lambda rules: (
        _("Put up to %(stones)s stones on a ship; it sails if it can.")
        % {"stones": numbers_of(rules, Module.PHARAOHS_FAVORS).most_and_sail}
    ),
    Favor.PLACE_THREE: lambda rules: (
        _("Put one to %(stones)s stones on any ships.")
        % {"stones": numbers_of(rules, Module.PHARAOHS_FAVORS).most}
    ),
}
