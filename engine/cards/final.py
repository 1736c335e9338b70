"""Cards that score at the end: green, purple, unused blue (R5.3, R5.11, R5.12, R10.1)."""

from __future__ import annotations

from typing import Final

from engine.state import State
from engine.stones import score
from engine.vocabulary import Card, Site, Source

FOR_DECORATIONS: Final[int] = Source.DECORATIONS
FOR_STATUES: Final[int] = Source.STATUES
FOR_ORNAMENTS: Final[int] = Source.STONE_ORNAMENT
FOR_BLUE_CARDS: Final[int] = Source.UNUSED_BLUE_CARDS
STATUE: Final[int] = Card.STATUE
STONE_ORNAMENT: Final[int] = Card.STONE_ORNAMENT

DECORATIONS: Final = {
    Card.PYRAMID_DECORATION: Site.PYRAMID,
    Card.TEMPLE_DECORATION: Site.TEMPLE,
    Card.BURIAL_CHAMBER_DECORATION: Site.BURIAL_CHAMBER,
    Card.OBELISK_DECORATION: Site.OBELISKS,
}
DECORATED: Final[tuple[tuple[int, int], ...]] = tuple(DECORATIONS.items())


def decorations(s: State) -> None:
    """A point for every three stones at the site, everybody's, for each copy (R5.3)."""
    for seat, player in enumerate(s.players):
        cards = player.cards
        for card, site in DECORATED:
            if cards[card]:
                value = len(stones_at(s, site)) // s.rules.decoration_stones_per_point
                score(s, seat, cards[card] * value, FOR_DECORATIONS)


def stones_at(s: State, site: int) -> list[int]:
    """The owner of every stone at `site`."""
    return s.rules.boards[site].stones(s.sites[site])


def statues(s: State) -> None:
    table = s.rules.statue_points
    for seat, player in enumerate(s.players):
        count = player.cards[STATUE]
        if count:
            further = max(0, count - len(table))
            points = table[min(count, len(table)) - 1] + further * s.rules.statue_further
            score(s, seat, points, FOR_STATUES)


def stone_ornaments(s: State) -> None:
    """A point for each stone on the sled, Cargo Sleds included (R5.11)."""
    for seat, player in enumerate(s.players):
        copies = player.cards[STONE_ORNAMENT]
        if copies:
            points = copies * player.sled * s.rules.stone_ornament_points
            score(s, seat, points, FOR_ORNAMENTS)


def unused_blue_cards(s: State) -> None:
    for seat, player in enumerate(s.players):
        cards = player.cards
        unused = 0
        for card in s.rules.blue_cards:
            unused += cards[card]
        if unused:
            score(s, seat, unused * s.rules.unused_blue_points, FOR_BLUE_CARDS)
