"""Terms of a game, stated once: names, usual values, limits, choices.

Columns, forms, fields of the API and rematches read it from here.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine import DEFAULT_EDITION, Setup, SetupError
from engine.computer import LEVELS
from engine.setup import MAX_SEATS, MIN_SEATS, module_refusal
from engine.vocabulary import Colour, Module, Profile, Site
from tables.errors import InvalidTerms


class Pace(models.TextChoices):
    """How fast it is played."""

    LIVE = "live", gettext_lazy("live, with a clock")
    DAYS = "days", gettext_lazy("days per move")


class Access(models.TextChoices):
    """Accounts that may sit down."""

    OPEN = "open", gettext_lazy("everybody")
    LINK = "link", gettext_lazy("everybody with the link")
    INVITED = "invited", gettext_lazy("those invited")
    GUESTS = "guests", gettext_lazy("everybody with the link, without an account too")


WITHIN: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {"seats": (MIN_SEATS, MAX_SEATS), "minutes": (1, 180), "increment": (0, 180), "days": (1, 14)}
)
"""Fewest and most of the terms that are numbers."""


@dataclass(frozen=True)
class Agreed:
    """Agreed terms of a table.

    `sites` (five letters, market to obelisks) and `modules` (words): the preset ``custom`` takes
    them as they are, the others bring their own. `minutes` (of thinking time) and `increment`
    (seconds added for each entry) are for the pace ``live``, `days` (for each entry) for ``days``.
    `previews`: players are shown what a choice would bring, in a rated game too.
    """

    seats: int = MIN_SEATS
    preset: str = "first"
    sites: str = "AAAAA"
    modules: tuple[str, ...] = ()
    profile: str = Profile.OFFICIAL.value
    rated: bool = True
    watchable: bool = True
    previews: bool = False
    access: str = Access.OPEN.value
    pace: str = Pace.LIVE.value
    minutes: int = 20
    increment: int = 10
    days: int = 3


@dataclass(frozen=True)
class Terms(Agreed):
    """Terms that the host of a table wants.

    `computers`: levels of ``engine.computer.LEVELS``, a seat each. `edition`: of the printed
    numbers. `invited`: handles. `colour`:
    the host's, empty for any. `promise`: the SHA-256 of the host's share of the shuffle, 64
    digits; empty for none, or for later.
    """

    computers: tuple[str, ...] = ()
    edition: str = DEFAULT_EDITION
    invited: tuple[str, ...] = ()
    colour: str = ""
    promise: str = ""


Draw = Callable[[Terms], tuple[str, tuple[str, ...]]]
"""Makes the sides and the modules of a table."""


class Preset(NamedTuple):
    """A way to choose sides and modules. `draw` makes both from the terms; by the system's chance
    where it draws, so that a table's sides stand when it is opened."""

    title: str | Promise
    draw: Draw


def setup_for_terms(seats: int, sites: str, modules: Sequence[str], profile: str) -> Setup:
    """The set-up of a table; raises ``InvalidTerms`` for one that the rules refuse."""
    try:
        return Setup.of(list(Colour)[:seats], sites, " ".join(modules), profile)
    except SetupError as refusal:
        raise InvalidTerms(refusal.field, refusal.message) from None


RANDOM_MODULES: Final = tuple(module for module in Module if module is not Module.UNLIMITED_STONES)


def _fixed(sites: str) -> Draw:
    return lambda terms: (sites, ())


def _random_sides(sides: str, modules: tuple[str, ...] = ()) -> Draw:
    return lambda terms: ("".join(secrets.choice(sides) for _site in Site), modules)


def _mixed(terms: Terms) -> tuple[str, tuple[str, ...]]:
    """Any side, and each module that goes with them or not, as a coin falls."""
    sites = "".join(secrets.choice("ABCD") for _site in Site)
    setup = setup_for_terms(terms.seats, sites, (), terms.profile)
    possible = [module for module in RANDOM_MODULES if not module_refusal(module, setup)]
    return sites, tuple(module.word for module in possible if secrets.randbelow(2))


PRESETS: Final[Mapping[str, Preset]] = MappingProxyType(
    {
        "first": Preset(gettext_lazy("First game"), _fixed("AAAAA")),
        "all-a": Preset(gettext_lazy("All sides A"), _fixed("AAAAA")),
        "all-b": Preset(gettext_lazy("All sides B"), _fixed("BBBBB")),
        "random": Preset(gettext_lazy("Sides A and B at random"), _random_sides("AB")),
        "expansion": Preset(
            gettext_lazy("A New Dynasty"),
            _random_sides("CD", (Module.NEW_DYNASTY_CARDS.word, Module.GOD_PROPHECIES.word)),
        ),
        "mixed": Preset(gettext_lazy("Everything at random"), _mixed),
        "custom": Preset(gettext_lazy("As I choose"), lambda terms: (terms.sites, terms.modules)),
    }
)
"""The ways to choose sides and modules, by name."""


def check_terms(terms: Terms) -> None:
    """Raises ``InvalidTerms`` with the field at fault."""
    if terms.preset not in PRESETS:
        raise InvalidTerms("preset", _("Choose one of the listed ways to pick sides."))
    for field, (lowest, highest) in WITHIN.items():
        if not lowest <= getattr(terms, field) <= highest:
            values = {"fewest": lowest, "most": highest}
            raise InvalidTerms(field, _("Enter a number from %(fewest)d to %(most)d.") % values)
    if terms.access not in Access.values:
        raise InvalidTerms("access", _("Choose one of the options."))
    if terms.pace not in Pace.values:
        raise InvalidTerms("pace", _("Choose one of the listed paces."))
    if terms.access == Access.GUESTS and terms.rated:
        raise InvalidTerms("rated", _("A game with guests can’t be rated."))
    _check_computers(terms)


def _check_computers(terms: Terms) -> None:
    if any(level not in LEVELS for level in terms.computers):
        raise InvalidTerms("computers", _("There is no such computer player."))
    if len(terms.computers) >= terms.seats:
        raise InvalidTerms("computers", _("Too many computer players: keep one seat for yourself."))
    if terms.rated and len(set(terms.computers)) < len(terms.computers):
        message = _(
            "In a rated game each computer player can have only one seat. "
            "Choose different computer players."
        )
        raise InvalidTerms("computers", message)
