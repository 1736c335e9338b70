"""The Pharaoh's Favors: five special actions, each once, one a player (R11.3, P3, P4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, permutations
from typing import TYPE_CHECKING, ClassVar, Final

from engine.entries import Action, Space
from engine.entries.action import ascending
from engine.entries.forms import (
    SHIP,
    SHIP_SPACE,
    SITE,
    SPACE,
    STONE,
    Flag,
    Form,
    ManyWords,
    Maybe,
    parse_joined,
)
from engine.errors import IllegalAction, Rule
from engine.events import FavorUsed, ShipRearranged
from engine.modules.module import ModuleRules
from engine.shown import View
from engine.sites.market import take_two
from engine.state import Facts, Ship, State
from engine.stones import sled_capacity, take_stones
from engine.turns.load import check_spaces, free_spaces, place_on_ship, ship_in_harbour
from engine.turns.sail import check_dock, open_docks, sail_away
from engine.turns.turn import FunctionTurn, Turn
from engine.vocabulary import EMPTY, NO_SEAT, Favor, Module, Site

if TYPE_CHECKING:
    from engine.editions.shapes import FavorsTable
    from engine.profiles import ProfileRules


FAVOR_WORTH: Final = 1.2
"""For a computer player: the points of a favour to come."""


@dataclass(frozen=True)
class TakeTwoCards(Action):
    """The favour ``two_cards``: face-up `spaces` in the order taken (R11.3)."""

    spaces: tuple[int, ...]


TakeTwoCards.form = Form("favor two_cards", ManyWords(SPACE, 1, 2))


@dataclass(frozen=True)
class PlaceAndFillSled(Action):
    """The favour ``place_and_fill_sled``: `spaces` holds the space loaded, if any."""

    spaces: tuple[Space, ...]


PlaceAndFillSled.form = Form("favor place_and_fill_sled", ManyWords(SHIP_SPACE, 0, 1))


@dataclass(frozen=True)
class PlaceReorderSail(Action):
    """The favour ``place_reorder_sail`` (R13.8).

    `add`: a stone of the sled goes aboard; `arrangement`: what lies on each space afterwards, a
    ``Colour`` or ``EMPTY``; `site`: where the ship sails, ``None`` if it stays.
    """

    ship: int
    add: bool
    arrangement: tuple[int, ...]
    site: Site | None = None


PlaceReorderSail.form = Form(
    "favor place_reorder_sail", SHIP, Flag("add"), parse_joined("STONES", STONE), Maybe(SITE)
)


@dataclass(frozen=True)
class PlaceTwoAndSail(Action):
    """The favour ``place_two_and_sail``: up to two `spaces` of the ship, ascending."""

    ship: int
    spaces: tuple[int, ...]
    site: Site | None = None

    def __post_init__(self) -> None:
        ascending(self, "spaces")


PlaceTwoAndSail.form = Form(
    "favor place_two_and_sail", SHIP, parse_joined("SPACES|-", SPACE, 2, none="-"), Maybe(SITE)
)


@dataclass(frozen=True)
class PlaceThree(Action):
    """The favour ``place_three``: one to three `spaces` in ascending order."""

    spaces: tuple[Space, ...]

    def __post_init__(self) -> None:
        ascending(self, "spaces")


PlaceThree.form = Form("favor place_three", ManyWords(SHIP_SPACE, 1, 3))


class Used(Facts):
    """`by`: by ``Favor`` the seat that used it, or ``EMPTY``."""

    facts: ClassVar[tuple[str, ...]] = ("by",)
    __slots__ = facts

    def __init__(self, favors: int) -> None:
        self.by = [EMPTY] * favors

    def copy(self) -> Used:
        new = Used(0)
        new.by = self.by.copy()
        return new


class PharaohsFavors(ModuleRules[Used]):
    """A stone of the quarry for one of five actions."""

    module = Module.PHARAOHS_FAVORS
    entries = (TakeTwoCards, PlaceAndFillSled, PlaceReorderSail, PlaceTwoAndSail, PlaceThree)

    def __init__(self, table: FavorsTable, players: int, profile: ProfileRules) -> None:
        super().__init__(table, players, profile)
        self.favors = len(table["favors"])
        self.cards: int = table["two_cards"]
        self.most_and_sail: int = table["place_two"]
        self.most: int = table["place_three"]

    def storage(self) -> Used:
        return Used(self.favors)

    def turns(self) -> Mapping[type[Action], Turn]:
        turn = FunctionTurn
        return {
            TakeTwoCards: turn(self.two_cards, self.two_cards_options),
            PlaceAndFillSled: FunctionTurn(
                self.place_and_fill_sled, self.place_and_fill_sled_options
            ),
            PlaceReorderSail: FunctionTurn(
                self.place_reorder_sail, self.place_reorder_sail_options
            ),
            PlaceTwoAndSail: turn(self.place_two_and_sail, self.place_two_and_sail_options),
            PlaceThree: turn(self.place_three, self.place_three_options),
        }

    def quarried(self, storage: Used) -> Iterable[int]:
        return storage.by

    def show(self, s: State, viewer: int | None, game_view: View) -> None:
        used: Used = s.modules[self.index]
        game_view["favors"] = {
            Favor(index).word: None if seat == EMPTY else seat for index, seat in enumerate(used.by)
        }

    def check_favor(self, s: State, seat: int, favor: Favor) -> None:
        used: Used = s.modules[self.index]
        if used.by[favor] != EMPTY or seat in used.by:
            raise IllegalAction(Rule.FAVOR_USED)
        if not s.players[seat].quarry:
            raise IllegalAction(Rule.QUARRY_EMPTY)

    def promise(self, s: State, ahead: int) -> list[float]:
        """A favour to come."""
        storage: Used = s.modules[self.index]
        return [FAVOR_WORTH * (seat not in storage.by) for seat in range(len(s.players))]

    def is_open(self, s: State, seat: int, favor: Favor) -> bool:
        used: Used = s.modules[self.index]
        unused = used.by[favor] == EMPTY and seat not in used.by
        return unused and s.players[seat].quarry > 0

    def use(self, s: State, seat: int, favor: Favor) -> None:
        """The stone for the favour comes from the quarry."""
        s.players[seat].quarry -= 1
        used: Used = s.modules[self.index]
        used.by[favor] = seat
        if s.events is not None:
            s.events.append(FavorUsed(seat, favor))

    # ---------------------------------------------------------------------------- two cards

    def two_cards(self, s: State, seat: int, action: TakeTwoCards) -> None:
        self.check_favor(s, seat, Favor.TWO_CARDS)
        if action.spaces not in set(self.card_choices(s)):
            raise IllegalAction(Rule.TWO_CARDS_SPACES)
        self.use(s, seat, Favor.TWO_CARDS)
        take_two(s, seat, action.spaces)

    def two_cards_options(self, s: State, seat: int) -> Iterator[TakeTwoCards]:
        if self.is_open(s, seat, Favor.TWO_CARDS):
            for spaces in self.card_choices(s):
                yield TakeTwoCards(spaces)

    def card_choices(self, s: State) -> Iterator[tuple[int, ...]]:
        """Two face-up cards in any order where two are there, else one; P4: or one."""
        lying = [i + 1 for i, card in enumerate(s.sites[Site.MARKET].up) if card != EMPTY]
        two = min(self.cards, len(lying))
        fewest = 1 if self.profile.single_card_allowed else max(two, 1)
        return chain.from_iterable(permutations(lying, count) for count in range(fewest, two + 1))

    # ----------------------------------------------------------------- place, fill the sled

    def place_and_fill_sled(self, s: State, seat: int, action: PlaceAndFillSled) -> None:
        self.check_favor(s, seat, Favor.PLACE_AND_FILL_SLED)
        check_spaces(s, seat, action.spaces)
        self.use(s, seat, Favor.PLACE_AND_FILL_SLED)
        for ship, space in action.spaces:
            place_on_ship(s, seat, ship, space)
        take_stones(s, seat, sled_capacity(s, seat))

    def place_and_fill_sled_options(self, s: State, seat: int) -> Iterator[PlaceAndFillSled]:
        if self.is_open(s, seat, Favor.PLACE_AND_FILL_SLED):
            yield PlaceAndFillSled(())
            if s.players[seat].sled:
                for space in free_spaces(s):
                    yield PlaceAndFillSled((space,))

    # ----------------------------------------------------------------- place, reorder, sail

    def place_reorder_sail(self, s: State, seat: int, action: PlaceReorderSail) -> None:
        self.check_favor(s, seat, Favor.PLACE_REORDER_SAIL)
        ship = ship_in_harbour(s, action.ship)
        if action.add and not s.players[seat].sled:
            raise IllegalAction(Rule.SLED_EMPTY)
        stones = _stones_aboard(ship, seat, action.add)
        colours = s.rules.setup.seats
        if len(stones) > len(ship.spaces):
            raise IllegalAction(Rule.SPACE_TAKEN, "the ship is full")
        arrangement = [s.rules.seat_of.get(colour, NO_SEAT) for colour in action.arrangement]
        if sorted(arrangement) != sorted(stones + [EMPTY] * (len(ship.spaces) - len(stones))):
            raise IllegalAction(Rule.REORDER_STONES, ", ".join(colours[i].word for i in stones))
        self.check_destination(s, ship, len(stones), action.site)
        self.use(s, seat, Favor.PLACE_REORDER_SAIL)
        if action.add:
            place_on_ship(s, seat, action.ship, ship.spaces.index(EMPTY) + 1)
        ship.spaces = arrangement
        if s.events is not None:
            s.events.append(ShipRearranged(action.ship, tuple(arrangement)))
        if action.site is not None:
            sail_away(s, seat, action.ship, action.site)

    def place_reorder_sail_options(self, s: State, seat: int) -> Iterator[PlaceReorderSail]:
        if not self.is_open(s, seat, Favor.PLACE_REORDER_SAIL):
            return
        colours = [*s.rules.setup.seats, EMPTY]  # the seat EMPTY (-1) is the last
        for number, ship in s.harbour.items():
            for add in (False, True) if s.players[seat].sled else (False,):
                stones = _stones_aboard(ship, seat, add)
                empty = len(ship.spaces) - len(stones)
                if empty < 0:
                    continue
                orders = sorted(set(permutations(stones + [EMPTY] * empty)))
                for site in self.destinations(s, ship, len(stones)):
                    for order in orders:
                        arrangement = tuple(colours[stone] for stone in order)
                        yield PlaceReorderSail(number, add, arrangement, site)

    def check_destination(self, s: State, ship: Ship, stones: int, site: Site | None) -> None:
        """A ship with its minimum aboard must sail; another stays, if it may (P3, R13.8)."""
        if stones < ship.minimum:
            if site is not None or not self.profile.favor_ship_may_stay:
                raise IllegalAction(Rule.SHIP_TOO_LIGHT, f"{stones} of {ship.minimum}")
        elif site is None:
            raise IllegalAction(Rule.FAVOR_MUST_SAIL)
        else:
            check_dock(s, site)

    def destinations(self, s: State, ship: Ship, stones: int) -> Sequence[Site | None]:
        """Destinations by a favour of a ship with `stones` aboard; ``None``: it stays."""
        if stones >= ship.minimum:
            return open_docks(s)
        return (None,) if self.profile.favor_ship_may_stay else ()

    # ---------------------------------------------------------------------- place two, sail

    def place_two_and_sail(self, s: State, seat: int, action: PlaceTwoAndSail) -> None:
        self.check_favor(s, seat, Favor.PLACE_TWO_AND_SAIL)
        ship = ship_in_harbour(s, action.ship)
        spaces = [(action.ship, space) for space in action.spaces]
        check_spaces(s, seat, spaces)
        self.check_destination(s, ship, ship.load + len(spaces), action.site)
        self.use(s, seat, Favor.PLACE_TWO_AND_SAIL)
        for _, space in spaces:
            place_on_ship(s, seat, action.ship, space)
        if action.site is not None:
            sail_away(s, seat, action.ship, action.site)

    def place_two_and_sail_options(self, s: State, seat: int) -> Iterator[PlaceTwoAndSail]:
        if not self.is_open(s, seat, Favor.PLACE_TWO_AND_SAIL):
            return
        limit = min(self.most_and_sail, s.players[seat].sled)
        for number, ship in s.harbour.items():
            free = [space for ship_number, space in free_spaces(s) if ship_number == number]
            for count in range(min(limit, len(free)) + 1):
                for spaces in combinations(free, count):
                    for site in self.destinations(s, ship, ship.load + count):
                        yield PlaceTwoAndSail(number, spaces, site)

    # -------------------------------------------------------------------------- place three

    def place_three(self, s: State, seat: int, action: PlaceThree) -> None:
        self.check_favor(s, seat, Favor.PLACE_THREE)
        check_spaces(s, seat, action.spaces)
        self.use(s, seat, Favor.PLACE_THREE)
        for ship, space in action.spaces:
            place_on_ship(s, seat, ship, space)

    def place_three_options(self, s: State, seat: int) -> Iterator[PlaceThree]:
        if self.is_open(s, seat, Favor.PLACE_THREE):
            limit = min(self.most, s.players[seat].sled)
            for count in range(1, limit + 1):
                for spaces in combinations(free_spaces(s), count):
                    yield PlaceThree(spaces)


def _stones_aboard(ship: Ship, seat: int, add: bool) -> list[int]:
    return [stone for stone in ship.spaces if stone != EMPTY] + [seat] * add
