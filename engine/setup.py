"""The set-up of a game: seats, sides, modules, profile, edition."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Self

from engine.editions import DEFAULT_EDITION, edition_exists, load_edition
from engine.errors import SetupError, unknown_word
from engine.modules import MODULES
from engine.vocabulary import Colour, Module, Profile, Side, Site

MIN_SEATS, MAX_SEATS = 2, 4


@dataclass(frozen=True)
class Setup:
    """A set-up that a game can be played with (R1).

    `seats`: 2 to 4 different colours in turn order, the starting player first. `sides`: five, in
    the order of ``Site``. `figure`: the space of pyramid D, from 0, on which the figure starts.
    Raises ``SetupError`` naming the header line at fault.
    """

    seats: tuple[Colour, ...]
    sides: tuple[Side, ...] = (Side.A,) * len(Site)
    modules: frozenset[Module] = field(default_factory=frozenset)
    profile: Profile = Profile.OFFICIAL
    edition: str = DEFAULT_EDITION
    figure: int = 0

    def __post_init__(self) -> None:
        if not MIN_SEATS <= len(self.seats) <= MAX_SEATS:
            raise SetupError("seats", f"a game has {MIN_SEATS} to {MAX_SEATS} seats")
        if len(set(self.seats)) != len(self.seats):
            raise SetupError("seats", "each colour can have only one seat")
        if len(self.sides) != len(Site):
            raise SetupError("sites", "give a side for each of the five sites")
        if not edition_exists(self.edition):
            raise SetupError("edition", f"unknown edition {self.edition[:40]!r}")
        for module in sorted(self.modules):
            if reason := module_refusal(module, self):
                raise SetupError("modules", f"{module.word}: {reason}")
        if self.figure:
            self._check_figure()

    def _check_figure(self) -> None:
        """The figure starts on a space of pyramid D (R6.4)."""
        if self.sides[Site.PYRAMID] is not Side.D:
            raise SetupError("figure", "only side D of the pyramids has a figure")
        last = len(load_edition(self.edition)["pyramid"]["D"]["corridor"]) - 1
        if not 0 <= self.figure <= last:
            raise SetupError("figure", f"expected a space from 0 to {last}, not {self.figure}")

    @classmethod
    def of(
        cls,
        seats: str | Iterable[Colour],
        sites: str = "AAAAA",
        modules: str | Iterable[Module] = (),
        profile: str = Profile.OFFICIAL,
        edition: str = DEFAULT_EDITION,
        figure: int = 0,
    ) -> Self:
        """A set-up from words: ``Setup.of("black white", "ABDCA", "private_ships")``.

        `sites` are five letters in the order market, pyramid, temple, burial chamber, obelisks.
        """
        try:
            colours = [Colour.read(w) for w in seats.split()] if isinstance(seats, str) else seats
        except KeyError as unknown:
            raise SetupError(
                "seats", unknown_word("colour", unknown.args[0], Colour.words())
            ) from None
        try:
            sides = [Side.read(letter) for letter in sites]
        except KeyError:
            raise SetupError("sites", "a side has to be A, B, C or D") from None
        try:
            added = (
                [Module.read(w) for w in modules.split()] if isinstance(modules, str) else modules
            )
        except KeyError as unknown:
            raise SetupError(
                "modules", unknown_word("module", unknown.args[0], Module.words())
            ) from None
        try:
            rules = Profile(profile)
        except ValueError:
            raise SetupError(
                "profile", unknown_word("profile", profile, [member.value for member in Profile])
            ) from None
        return cls(tuple(colours), tuple(sides), frozenset(added), rules, edition, figure)

    @cached_property
    def new_dynasty(self) -> bool:
        """True if any part of A New Dynasty is in play (P2, P5)."""
        return any(side >= Side.C for side in self.sides) or any(
            MODULES[module].new_dynasty for module in self.modules
        )


def module_refusal(module: Module, setup: Setup) -> str:
    """Why `module` may not be added to `setup` (P5, P6, R13.20); empty if it may."""
    return MODULES[module].refused(setup)
