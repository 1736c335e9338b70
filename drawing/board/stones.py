"""Names of stones: a stone keeps its name from the sled to the ship to the site.

The rules know colours only. The names are ours, so that a stone can be seen to move. A stone gets
a name when it leaves the quarry and loses it when it goes back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from drawing.svg.pieces import StoneSpot, owner_and_place
from engine.events import (
    Event,
    PrivateShipSailed,
    ShipRearranged,
    ShipSailed,
    StoneLoaded,
    StonePlaced,
    StoneSent,
    StonesReturned,
    StonesTaken,
)
from engine.shown import View
from engine.vocabulary import EMPTY, Origin, Site

Named = dict[str, StoneSpot]
"""Stones by name, and where they lie."""

FRESH: Final = -1
"""The number under which the stones stand that were named just now: no part has it."""


class InHand(NamedTuple):
    """A stone that is on its way to `site`: it lies on `space` of `ship`, a number; 0 is none, and
    -1 - n the private ship of seat n."""

    name: str
    seat: int
    site: Site
    ship: int = 0
    space: int = 0


class StoneTracker:
    """Follows every stone that is not in a quarry, by the events of the replay."""

    def __init__(self, letters: list[str], view: View) -> None:
        self.letters = letters
        self.made = [0] * len(letters)
        self.sleds = [[self._new(i) for _ in range(s["sled"])] for i, s in enumerate(view["seats"])]
        self.ships = {ship["number"]: self._laden(ship["spaces"] or ()) for ship in view["ships"]}
        self.hand: list[InHand] = []
        self.arrived: list[tuple[str, int, str]] = []
        self.aboard: list[str] = []
        self.at: dict[str, tuple[str, int]] = {}
        self.spots: dict[int, Sequence[StoneSpot]] = {}
        self.named: dict[int, Named] = {}
        self.places: dict[int, frozenset[str]] = {}
        self.touched: set[str] = set()

    def _new(self, seat: int) -> str:
        self.made[seat] += 1
        return f"{self.letters[seat]}{self.made[seat]}"

    def _laden(self, spaces: Sequence[int | None]) -> dict[int, str]:
        return {index: self._new(seat) for index, seat in enumerate(spaces) if seat is not None}

    def waiting(self) -> dict[str, list[tuple[int, int, int]]]:
        """The stones that wait at a dock, by the word of its site: seat, ship, space."""
        docks: dict[str, list[tuple[int, int, int]]] = {}
        for stone in self.hand:
            docks.setdefault(stone.site.word, []).append((stone.seat, stone.ship, stone.space))
        return docks

    # ---------------------------------------------------------------------------- following

    def follow(self, events: Iterable[Event]) -> None:
        """Follow the events of an entry; `aboard` are then those of the ship that
        sailed, in the order in which they unload."""
        self.aboard = []
        waited = {stone.site.word for stone in self.hand}
        for event in events:
            self._follow(event)
        self.touched |= waited.union(stone.site.word for stone in self.hand)

    def _follow(self, event: Event) -> None:
        match event:
            case StonesTaken(seat, number):
                self.sleds[seat] += [self._new(seat) for _ in range(number)]
                self.touched.add(f"sled{seat}")
            case StonesReturned(seat, number, origin):
                for _ in range(number):
                    self._return(seat, origin)
            case StoneSent(seat, origin, to):
                sent = self._off_sled(seat) if origin is Origin.SLED else self._new(seat)
                self.hand.insert(0, InHand(sent, seat, to))
            case StoneLoaded(seat, ship, space):
                self.ships.setdefault(ship, {})[space - 1] = self._off_sled(seat)
                self.touched.add(f"ship{ship}")
            case ShipRearranged(ship, spaces):
                self._rearrange(ship, spaces)
            case ShipSailed(_, ship, to, cargo, spaces):
                aboard = self.ships.pop(ship)
                stones = zip(spaces, cargo, strict=True)
                self.hand += [
                    InHand(aboard[space - 1], seat, to, ship, space) for space, seat in stones
                ]
                self.aboard += [aboard[space - 1] for space in spaces]
            case PrivateShipSailed(seat, to):
                self.hand.append(InHand(self._off_sled(seat), seat, to, -1 - seat, 1))
                self.aboard.append(self.hand[-1].name)
            case StonePlaced(seat, to, _, _):
                self.arrived.append((self._from_hand(seat, to), seat, to.word))
            case _:
                pass

    def _off_sled(self, seat: int) -> str:
        self.touched.add(f"sled{seat}")
        return self.sleds[seat].pop()

    def _return(self, seat: int, origin: Origin) -> None:
        """A stone to the quarry."""
        if origin is Origin.SLED:
            self._off_sled(seat)
        elif origin is Origin.SHIP:
            aboard = next(ship for ship in self.ships.values() if self._stones_of_seat(ship, seat))
            del aboard[self._stones_of_seat(aboard, seat)[0]]
        else:
            self.hand.remove(next(stone for stone in self.hand if stone.seat == seat))

    def _stones_of_seat(self, aboard: dict[int, str], seat: int) -> list[int]:
        """The spaces of the stones of `seat`, from 0, in the order in which they were loaded."""
        return [space for space, name in aboard.items() if self._is_of(name, seat)]

    def _is_of(self, name: str, seat: int) -> bool:
        return name[0] == self.letters[seat]

    def _pick(self, aboard: dict[int, str], seat: int) -> str:
        for space in sorted(aboard):
            if self._is_of(aboard[space], seat):
                return aboard.pop(space)
        return self._new(seat)

    def _rearrange(self, ship: int, spaces: tuple[int, ...]) -> None:
        self.touched.add(f"ship{ship}")
        before = self.ships.get(ship, {})
        self.ships[ship] = {
            index: self._pick(before, seat) for index, seat in enumerate(spaces) if seat != EMPTY
        }

    def _from_hand(self, seat: int, site: Site) -> str:
        for stone in self.hand:
            if stone.seat == seat and stone.site is site:
                self.hand.remove(stone)
                return stone.name
        return self._new(seat)

    # ------------------------------------------------------------------------------ naming

    def name(self, spots_by_part: Mapping[int, Sequence[StoneSpot]]) -> dict[int, Named]:
        """The names of the stones of the parts where one moved, by part; under ``FRESH`` those that
        were named just now. `spots_by_part`: the spots of the parts that were drawn anew."""
        moved = self._moved(spots_by_part)
        if not moved:
            self.touched, self.arrived = set(), []
            return {}
        before = [self.named.get(part, {}) for part in (*moved, FRESH)]
        unknown: list[StoneSpot] = []
        names = {part: self._of_old(self.spots[part], unknown) for part in moved}
        placed = set().union(*names.values())
        gone = [
            (name, spot)
            for lying in before
            for name, spot in lying.items()
            if name not in placed and _stays(spot.key)
        ]
        free = [(name, spot.seat, owner_and_place(spot.key)[0]) for name, spot in gone]
        free += [stone for stone in self.arrived if stone[0] not in placed]
        fresh = names[FRESH] = {self._take(free, spot): spot for spot in unknown}
        for _, spot in gone:
            self.at.pop(spot.key, None)
        self.at.update((s.key, (name, s.seat)) for name, s in fresh.items() if _stays(s.key))
        self.touched = {owner_and_place(spot.key)[0] for spot in unknown}
        self.arrived = []
        self.named.update(names)
        return names

    def _moved(self, spots_by_part: Mapping[int, Sequence[StoneSpot]]) -> list[int]:
        """The parts whose spots are others, or where a stone moved to or from one of them."""
        parts = {part for part, spots in spots_by_part.items() if spots != self.spots.get(part, [])}
        for part in parts:
            self.spots[part] = spots_by_part[part]
            self.places[part] = frozenset(
                [owner_and_place(spot.key)[0] for spot in spots_by_part[part]]
            )
        if self.touched:
            parts.update(
                part for part, owners in self.places.items() if not self.touched.isdisjoint(owners)
            )
        return sorted(parts)

    def _of_old(self, spots: Sequence[StoneSpot], unknown: list[StoneSpot]) -> Named:
        """The stones of `spots` whose names are known; the other spots are added to `unknown`."""
        named: Named = {}
        for spot in spots:
            name = self._name_of_spot(spot)
            if name is None or name in named:
                unknown.append(spot)
            else:
                named[name] = spot
        return named

    def _name_of_spot(self, spot: StoneSpot) -> str | None:
        name_and_seat = self.at.get(spot.key)
        if name_and_seat is not None:
            return name_and_seat[0] if name_and_seat[1] == spot.seat else None
        belongs, place = owner_and_place(spot.key)
        if belongs.startswith("sled"):
            return self.sleds[spot.seat][int(place)]
        if belongs.startswith("ship"):
            return self.ships.get(int(belongs[4:]), {}).get(int(place))
        if place.startswith("h"):
            site = Site.read(belongs)
            return [stone.name for stone in self.hand if stone.site is site][int(place[1:])]
        return None

    def _take(self, free: list[tuple[str, int, str]], spot: StoneSpot) -> str:
        belongs, _ = owner_and_place(spot.key)
        for stone in free:
            if stone[1] == spot.seat and stone[2] == belongs:
                free.remove(stone)
                return stone[0]
        return self._new(spot.seat)


@lru_cache(maxsize=4096)
def _stays(key: str) -> bool:
    """True if the place `key` is part of a site, or of a module: those are known by their keys."""
    belongs, place = owner_and_place(key)
    return not (belongs.startswith(("sled", "ship")) or place.startswith("h"))
