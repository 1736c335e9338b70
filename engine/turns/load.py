"""Place stones on ships (R2.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.entries import Load, Space
from engine.errors import IllegalAction, Rule
from engine.events import StoneLoaded, make_event
from engine.state import Ship, State
from engine.turns.turn import Turn
from engine.vocabulary import EMPTY


class LoadTurn(Turn):
    """A stone of the sled onto a free space."""

    def do(self, s: State, seat: int, action: Load) -> None:
        space = action.space - 1
        try:
            spaces = s.harbour[action.ship].spaces
            if spaces[space] >= 0 or space < 0:
                raise IndexError
        except LookupError:
            check_space(s, action.ship, action.space)  # says what is wrong
        player = s.players[seat]
        sled = player.sled
        if not sled:
            raise IllegalAction(Rule.SLED_EMPTY)
        player.sled = sled - 1
        spaces[space] = seat
        if s.events is not None:
            s.events.append(make_event(StoneLoaded, (seat, action.ship, action.space)))

    def options(self, s: State, seat: int) -> Iterator[Load]:
        if s.players[seat].sled:
            for ship, space in free_spaces(s):
                yield Load(ship, space)


def ship_in_harbour(s: State, number: int) -> Ship:
    """The ship `number`; refused if it has sailed or never was."""
    ship = s.harbour.get(number)
    if ship is None:
        raise no_ship(s, number)
    return ship


def no_ship(s: State, number: int) -> IllegalAction:
    ships = len(s.round_cards[-1])
    if number > ships:
        return IllegalAction(Rule.NO_SUCH_SHIP, f"ships 1 to {ships}")
    return IllegalAction(
        Rule.SHIP_HAS_SAILED, f"in the harbour: {', '.join(map(str, s.harbour)) or '-'}"
    )


def check_space(s: State, number: int, space: int) -> Ship:
    """The ship `number`, whose `space` must be free."""
    ship = s.harbour.get(number)
    if ship is None:
        raise no_ship(s, number)
    spaces = ship.spaces
    if not 0 < space <= len(spaces):
        raise IllegalAction(Rule.NO_SUCH_SPACE, f"ship {number} has spaces 1 to {len(spaces)}")
    if spaces[space - 1] >= 0:
        free = [index + 1 for index, stone in enumerate(spaces) if stone == EMPTY]
        raise IllegalAction(
            Rule.SPACE_TAKEN,
            f"free on ship {number}: {', '.join(map(str, free))}" if free else "the ship is full",
        )
    return ship


def check_spaces(s: State, seat: int, spaces: Sequence[Space]) -> None:
    """Refuse to place a stone of the sled on each of `spaces`, unless it can be done."""
    for ship, space in spaces:
        check_space(s, ship, space)
    if len(set(spaces)) < len(spaces):
        raise IllegalAction(Rule.SAME_SPACE_TWICE)
    if s.players[seat].sled < len(spaces):
        raise IllegalAction(Rule.SLED_EMPTY)


def place_on_ship(s: State, seat: int, number: int, space: int) -> None:
    """A stone of the sled onto a free space."""
    s.players[seat].sled -= 1
    s.harbour[number].spaces[space - 1] = seat
    if s.events is not None:
        s.events.append(make_event(StoneLoaded, (seat, number, space)))


def free_spaces(s: State) -> list[Space]:
    """Every empty space of the ships in the harbour, ascending."""
    return [
        (number, index + 1)
        for number, ship in s.harbour.items()
        for index, stone in enumerate(ship.spaces)
        if stone == EMPTY
    ]
