"""Facts of what a seat did: stones, ships, cards, boards, modules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.events import (
    CardPlayed,
    CardTaken,
    ChariotMoved,
    CoinSpent,
    FavorUsed,
    FigureMoved,
    Passed,
    PrivateShipSailed,
    ScarabLaid,
    StoneLoaded,
    StonesTaken,
    TileBuilt,
    TowerBuilt,
    WagerMade,
)
from engine.facts.fact import GAME, count_fact, measure_fact, truth_fact
from engine.facts.history import Plies, Story
from engine.vocabulary import BUILDING_SITES, Card, CardColour, Site, Source


def _count_events(
    number: int,
    name: str,
    says: str,
    rule: str,
    kind: type[NamedTuple],
    times: str = "",
    unit: str = "times",
) -> None:
    """The events of a `kind`, by seat; each counts as often as its field `times` says."""
    count_fact(number, name, says, rule, unit=unit)(lambda story: story.by_seat(kind, times))


# --- stones and ships ---------------------------------------------------------


_count_events(40, "takes", "times stones were added to this player's sled", "R2.2", StonesTaken)
_count_events(
    41,
    "stones-taken",
    "stones added to this player's sled",
    "R2.2",
    StonesTaken,
    times="number",
    unit="stones",
)
_count_events(42, "loads", "stones this player loaded on ships", "R2.3", StoneLoaded, unit="stones")


@count_fact(
    43, "sails", "ships this player sailed, not counting the private ship", "R2.4", unit="ships"
)
def _sails(story: Story) -> list[Plies]:
    return [[ply for ply, _ in sailings] for sailings in story.sailings]


def _sails_to(site: Site) -> None:
    word = site.word.replace("_", "-")

    @count_fact(44 + site, f"sail-{word}", "ships sailed to: %(what)s", "R2.4", what=site)
    def _site_sailings(story: Story) -> list[Plies]:
        return [[ply for ply, ship in sailings if ship.site == site] for sailings in story.sailings]


for _site in Site:
    _sails_to(_site)


@count_fact(49, "sail-empty", "sailed a ship that carried none of this player's stones", "R2.4")
def _sail_empty(story: Story) -> list[Plies]:
    return [
        [ply for ply, ship in sailings if seat not in ship.cargo]
        for seat, sailings in enumerate(story.sailings)
    ]


@count_fact(50, "sail-alone", "sailed a ship that carried only this player's stones", "R2.4")
def _sail_alone(story: Story) -> list[Plies]:
    return [
        [ply for ply, ship in sailings if ship.cargo.count(seat) == len(ship.cargo)]
        for seat, sailings in enumerate(story.sailings)
    ]


@count_fact(51, "carried", "own stones on ships that others sailed", "R2.4", unit="stones")
def _carried(story: Story) -> list[Plies]:
    plies_by_seat = story.nothing()
    for sailings in story.sailings:
        for ply, ship in sailings:
            for seat in ship.cargo:
                if seat != ship.seat:
                    plies_by_seat[seat].append(ply)
    return plies_by_seat


@count_fact(
    52, "carries", "other players' stones on ships this player sailed", "R2.4", unit="stones"
)
def _carries(story: Story) -> list[Plies]:
    return [
        [ply for ply, ship in sailings for stone in ship.cargo if stone != seat]
        for seat, sailings in enumerate(story.sailings)
    ]


_count_events(53, "passes", "passed", "R2.5", Passed)


@measure_fact(
    54,
    "first-sail",
    "the number of the log entry in which this player first sailed a ship",
    "R2.4",
    unit="entry",
)
def _first_sail(story: Story) -> list[int | None]:
    return [sailings[0][0] if sailings else None for sailings in story.sailings]


@truth_fact(55, "quarry-empty", "has no stone left in the quarry at the end", "R2.2")
def _quarry_empty(story: Story) -> list[bool]:
    return [player.quarry == 0 for player in story.state.players]


_count_events(56, "private-ships", "sailed the private ship", "R11.1", PrivateShipSailed)


# --- sites --------------------------------------------------------------------


@count_fact(60, "market", "cards from the market", "R4.1", unit="cards")
def _market(story: Story) -> list[Plies]:
    plies_by_seat = story.nothing()
    for ply, event in story.all(CardTaken):
        if event.space:
            plies_by_seat[event.seat].append(ply)
    return plies_by_seat


def _stones_at(site: Site) -> None:
    word = site.word.replace("_", "-")

    @count_fact(60 + site, word, "stones at: %(what)s", "R3.1", unit="stones", what=site)
    def _site_stones(story: Story) -> list[Plies]:
        return story.stones[site]


for _site in BUILDING_SITES:
    _stones_at(_site)


@measure_fact(
    65, "chain", "the largest area of joined stones in the burial chamber", "R8.1", unit="stones"
)
def _chain(story: Story) -> list[int | None]:
    board = story.state.rules.boards[Site.BURIAL_CHAMBER]
    areas = board.areas(story.state.sites[Site.BURIAL_CHAMBER])
    if areas is None:
        return [None] * story.seats
    return [
        max((size for owner, size in areas if owner == seat), default=0)
        for seat in range(story.seats)
    ]


@measure_fact(
    66,
    "majorities",
    "building sites where this player alone has the most stones",
    "R3.1",
    unit="sites",
)
def _majorities(story: Story) -> list[int]:
    majorities = [0] * story.seats
    for site in BUILDING_SITES:
        stones = [len(plies) for plies in story.stones[site]]
        highest = max(stones)
        if stones.count(highest) == 1:
            majorities[stones.index(highest)] += 1
    return majorities


@count_fact(67, "temple-points", "times that the temple brought points", "R7.1", unit="scorings")
def _temple_points(story: Story) -> list[Plies]:
    return story.from_sources[Source.TEMPLE]


_count_events(68, "towers", "towers at the obelisks (side B)", "R9.2", TowerBuilt, unit="towers")


@count_fact(69, "tiles", "tiles laid at the obelisks (side C)", "R9.3", unit="tiles")
def _tiles(story: Story) -> list[Plies]:
    plies_by_seat = story.nothing()
    for ply, event in story.all(TileBuilt):
        if event.cells:
            plies_by_seat[event.seat].append(ply)
    return plies_by_seat


# --- cards --------------------------------------------------------------------


_count_events(70, "cards", "cards this player received", "R4.1", CardTaken, unit="cards")


COLOURS = {
    CardColour.RED: "red cards",
    CardColour.GREEN: "green cards",
    CardColour.PURPLE: "purple cards",
    CardColour.BLUE: "blue cards",
    CardColour.WHITE: "white cards",
}


def _of_colour(colour: CardColour) -> None:
    @count_fact(71 + colour, f"{colour.word}-cards", COLOURS[colour], "R4.1", unit="cards")
    def _colour_cards(story: Story) -> list[Plies]:
        colours = story.state.rules.colours
        plies_by_seat = story.nothing()
        for card in Card:
            if colours[card] is colour:
                for seat, plies in enumerate(story.cards[card]):
                    plies_by_seat[seat] += plies
        return plies_by_seat


for _colour in CardColour:
    _of_colour(_colour)


def _of_card(card: Card) -> None:
    word = card.word.replace("_", "-")
    name = "sail-card" if card is Card.SAIL else word

    @count_fact(80 + card, name, "cards: %(what)s", "R4.1", unit="cards", what=card)
    def _card_plies(story: Story) -> list[Plies]:
        return story.cards[card]


for _card in Card:
    _of_card(_card)


_count_events(98, "cards-played", "blue cards played", "R5.4", CardPlayed, unit="cards")
_count_events(99, "coins", "coins spent", "R4.6", CoinSpent, unit="coins")


# --- boards and modules -------------------------------------------------------


_count_events(100, "chariot", "moves of the chariot", "R7.5", ChariotMoved, unit="moves")
_count_events(
    101, "figure", "moves of the figure at the pyramid (side D)", "R6.4", FigureMoved, unit="moves"
)
_count_events(
    102, "wagers", "fields of the Stonemason's Wager taken", "R11.2", WagerMade, unit="wagers"
)
_count_events(103, "scarabs", "scarabs laid on prophecies", "R11.4", ScarabLaid, unit="scarabs")
_count_events(104, "favors", "favors of the Pharaoh used", "R11.3", FavorUsed, unit="favors")


# --- of the game --------------------------------------------------------------


@count_fact(
    20, "empty-sails", "a ship sailed without a stone of the player who sailed it", "R2.4", of=GAME
)
def _empty_sails(story: Story) -> list[Plies]:
    return [
        [
            ply
            for sailings in story.sailings
            for ply, ship in sailings
            if ship.seat not in ship.cargo
        ]
    ]


@measure_fact(
    21, "quarries-empty", "seats with no stone left in the quarry", "R2.2", of=GAME, unit="seats"
)
def _quarries_empty(story: Story) -> Sequence[int]:
    return [sum(player.quarry == 0 for player in story.state.players)]
