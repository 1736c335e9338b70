"""Which stone is which: a stone keeps its name from the sled to the ship to the site.

The rules know colours only. The names are ours, so that a stone can be seen to move. A stone gets
a name when it leaves the quarry and loses it when it goes back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from drawing.pieces import Spot, View, where
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
from engine.vocabulary import EMPTY, Origin, Site

Named = dict[str, Spot]
"""Stones by name, and where they lie."""


class Stones:
    """Follows every stone that is not in a quarry, by the events of the replay."""

    def __init__(self, letters: list[str], view: View) -> None:
        self.letters = letters
        self.made = [0] * len(letters)
        self.sleds = [[self._new(i) for _ in range(s["sled"])] for i, s in enumerate(view["seats"])]
        self.ships = {ship["number"]: self._laden(ship["spaces"] or ()) for ship in view["ships"]}
        self.hand: list[tuple[str, int, Site]] = []
        self.arrived: list[tuple[str, int, str]] = []
        self.at: dict[str, tuple[str, int]] = {}
        self.blocks: list[Sequence[Spot]] = []
        self.named: list[Named] = []
        self.parts: list[frozenset[str]] = []
        self.fresh: Named = {}
        self.touched: set[str] = set()

    def _new(self, seat: int) -> str:
        self.made[seat] += 1
        return f"{self.letters[seat]}{self.made[seat]}"

    def _laden(self, spaces: Sequence[int | None]) -> dict[int, str]:
        return {index: self._new(seat) for index, seat in enumerate(spaces) if seat is not None}

    def waiting(self, site: Site) -> list[int]:
        """The seats of the stones that wait at the dock of `site`."""
        return [seat for _, seat, where in self.hand if where is site]

    # ---------------------------------------------------------------------------- following

    def follow(self, events: Iterable[Event]) -> None:
        """What the events of an entry do to the stones."""
        waited = {to.word for _, _, to in self.hand}
        for event in events:
            self._follow(event)
        self.touched |= waited.union(to.word for _, _, to in self.hand)

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
                self.hand.insert(0, (sent, seat, to))
            case StoneLoaded(seat, ship, space):
                self.ships.setdefault(ship, {})[space - 1] = self._off_sled(seat)
                self.touched.add(f"ship{ship}")
            case ShipRearranged(ship, spaces):
                self._rearrange(ship, spaces)
            case ShipSailed(_, ship, to, cargo, spaces):
                aboard = self.ships.pop(ship)
                stones = zip(spaces, cargo, strict=True)
                self.hand += [(aboard[space - 1], seat, to) for space, seat in stones]
            case PrivateShipSailed(seat, to):
                self.hand.append((self._off_sled(seat), seat, to))
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
            aboard = next(ship for ship in self.ships.values() if self._own(ship, seat))
            del aboard[self._own(aboard, seat)[0]]
        else:
            self.hand.remove(next(stone for stone in self.hand if stone[1] == seat))

    def _own(self, aboard: dict[int, str], seat: int) -> list[int]:
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
            if stone[1] == seat and stone[2] is site:
                self.hand.remove(stone)
                return stone[0]
        return self._new(seat)

    # ------------------------------------------------------------------------------ naming

    def name(self, blocks: Sequence[Sequence[Spot]]) -> list[Named]:
        """The names of the stones on the spots of every block, the same object for a block as
        long as nothing moves there; at the end the stones that were named just now."""
        self._extend(len(blocks))
        moved = [index for index, spots in enumerate(blocks) if self._moved(index, spots)]
        before = [*(self.named[index] for index in moved), self.fresh]
        unknown: list[Spot] = []
        for index in moved:
            self.named[index] = self._of_old(blocks[index], unknown)
        known = set().union(*(self.named[index] for index in moved))
        free = [
            (name, spot.seat, where(spot.key)[0])
            for lying in before
            for name, spot in lying.items()
            if name not in known and _stays(spot.key)
        ]
        free += [stone for stone in self.arrived if stone[0] not in known]
        self.fresh = {self._take(free, spot): spot for spot in unknown}
        for lying in before:
            for spot in lying.values():
                self.at.pop(spot.key, None)
        for lying in (*(self.named[index] for index in moved), self.fresh):
            self.at.update((s.key, (name, s.seat)) for name, s in lying.items() if _stays(s.key))
        self.touched = {where(spot.key)[0] for spot in unknown}
        self.arrived = []
        return [*self.named, self.fresh]

    def _extend(self, number: int) -> None:
        missing = number - len(self.named)
        self.named += [{} for _ in range(missing)]
        self.blocks += [[] for _ in range(missing)]
        self.parts += [frozenset() for _ in range(missing)]

    def _moved(self, index: int, spots: Sequence[Spot]) -> bool:
        """Whether the spots of a block are others, or a stone moved to or from one of them."""
        if spots == self.blocks[index]:
            return not self.touched.isdisjoint(self.parts[index])
        self.blocks[index] = spots
        self.parts[index] = frozenset([where(spot.key)[0] for spot in spots])
        return True

    def _of_old(self, spots: Sequence[Spot], unknown: list[Spot]) -> Named:
        """The stones of `spots` whose names are known; the other spots are added to `unknown`."""
        named: Named = {}
        for spot in spots:
            name = self._known(spot)
            if name is None or name in named:
                unknown.append(spot)
            else:
                named[name] = spot
        return named

    def _known(self, spot: Spot) -> str | None:
        belongs, place = where(spot.key)
        if belongs.startswith("sled"):
            return self.sleds[spot.seat][int(place)]
        if belongs.startswith("ship"):
            return self.ships.get(int(belongs[4:]), {}).get(int(place))
        if place.startswith("h"):
            site = Site.read(belongs)
            return [name for name, _, to in self.hand if to is site][int(place[1:])]
        known = self.at.get(spot.key)
        return known[0] if known is not None and known[1] == spot.seat else None

    def _take(self, free: list[tuple[str, int, str]], spot: Spot) -> str:
        belongs, _ = where(spot.key)
        for stone in free:
            if stone[1] == spot.seat and stone[2] == belongs:
                free.remove(stone)
                return stone[0]
        return self._new(spot.seat)


@lru_cache(maxsize=4096)
def _stays(key: str) -> bool:
    """Whether the place `key` is part of a site, or of a module: those are known by their keys."""
    belongs, place = where(key)
    return not (belongs.startswith(("sled", "ship")) or place.startswith("h"))
